/// Options for generated code.
package struct GenerationOptions: Sendable, Hashable, CustomStringConvertible {
    /// Declaration of optional values.
    package enum Types: String, Sendable, Hashable, CaseIterable {
        /// Optional where the model says optional.
        case strict
        /// The types with which Xcode declares the properties of managed objects.
        case xcode
    }

    /// Storage that generated code uses.
    package enum Backend: String, Sendable, Hashable, CaseIterable {
        case store
        case coredata
    }

    package var types = Types.strict
    package var backend = Backend.store

    package init(types: Types = .strict, backend: Backend = .store) {
        self.types = types
        self.backend = backend
    }

    package var description: String { "\(backend.rawValue) \(types.rawValue)" }
}

/// A version of a model, by name, and those before it.
package struct GeneratedVersion: Sendable, Hashable {
    package var name: String
    package var earlier: [String]

    /// nil if the model has only one version.
    package init?(_ name: String, of versions: [String]) {
        guard versions.count > 1, let index = versions.firstIndex(of: name) else { return nil }
        self.name = name
        earlier = Array(versions[..<index])
    }
}
