import Schema

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

    /// Properties of transformable attributes.
    package enum Transformables: String, Sendable, Hashable, CaseIterable {
        /// The collection that the model names, where JSON has a form of it; else bytes.
        case typed
        /// Bytes.
        case data
    }

    /// Access level of the declarations.
    package enum Access: String, Sendable, Hashable, CaseIterable {
        case `public`
        case package
        case `internal`
    }

    package var types = Types.strict
    package var backend = Backend.store
    package var transformables = Transformables.typed
    package var access = Access.internal
    /// The module of the records and protocols, which the others import; nil for one module.
    package var interface: String?

    package init(
        types: Types = .strict,
        backend: Backend = .store,
        transformables: Transformables = .typed,
        access: Access = .internal,
        interface: String? = nil
    ) {
        self.types = types
        self.backend = backend
        self.transformables = transformables
        self.access = access
        self.interface = interface
    }

    package var description: String {
        "\(backend.rawValue) \(types.rawValue) \(transformables.rawValue) \(access.rawValue) \(interface ?? "")"
    }

    /// The schema with the types that generated code gives its attributes.
    func applied(to schema: Schema) -> Schema {
        transformables == .data ? schema.withTransformablesAsBytes : schema
    }
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
