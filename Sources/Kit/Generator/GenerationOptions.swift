import Schema

/// Options for generated code.
package struct GenerationOptions: Sendable, Hashable, CustomStringConvertible {
    /// Rule that determines which properties have optional types.
    package enum Types: String, Sendable, Hashable, CaseIterable {
        /// A property is optional if its attribute is optional in the model.
        case strict
        /// The types with which Xcode declares the properties of managed objects.
        case xcode
    }

    /// The kind of storage in which the generated code stores records.
    package enum Backend: String, Sendable, Hashable, CaseIterable {
        case store
        case coredata
    }

    /// Types of the properties that are generated for transformable attributes.
    package enum Transformables: String, Sendable, Hashable, CaseIterable {
        /// The collection type that the model specifies. If it specifies none, or one that JSON
        /// cannot represent, the type is `Data`.
        case typed
        /// Bytes.
        case data
    }

    /// Access level of the generated declarations.
    package enum Access: String, Sendable, Hashable, CaseIterable {
        case `public`
        case package
        case `internal`
    }

    package var types = Types.strict
    package var backend = Backend.store
    package var transformables = Transformables.typed
    package var access = Access.internal
    /// Name of the separate module for the records and protocols. The implementation imports this
    /// module. Nil if all code is in one module.
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

    /// Returns the schema with the attribute types that generated code uses.
    func applied(to schema: Schema) -> Schema {
        transformables == .data ? schema.withTransformablesAsBytes : schema
    }
}

/// A version of a model: its name and the names of the versions before it.
package struct GeneratedVersion: Sendable, Hashable {
    package var name: String
    package var earlier: [String]

    /// Creates the version named `name`. Returns nil if the model package has no version of this
    /// name, or only one version and with the package's name.
    package init?(_ name: String, of versions: [String], in package: String) {
        guard versions != [package], let index = versions.firstIndex(of: name) else { return nil }
        self.name = name
        earlier = Array(versions[..<index])
    }
}
