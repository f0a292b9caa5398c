import Schema

/// Options for generated code.
package struct GenerationOptions: Sendable, Hashable, CustomStringConvertible {
    /// The rule that determines which properties have optional types.
    package enum Types: String, Sendable, Hashable, CaseIterable {
        /// A property is optional if its attribute is optional in the model.
        case strict
        /// A property has the type that Xcode would declare for it in a managed object.
        case xcode
    }

    /// The kind of storage in which the generated code stores records.
    package enum Backend: String, Sendable, Hashable, CaseIterable {
        case store
        case coredata
    }

    /// The rule that determines the type of a property for a transformable attribute.
    package enum Transformables: String, Sendable, Hashable, CaseIterable {
        /// The collection type that the model specifies; `Data` if the model specifies no type, or
        /// a type that JSON cannot represent.
        case typed
        /// `Data`, which contains the encoded bytes.
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
    /// Name of a separate interface module, which contains the records and protocols; nil if all
    /// code is in one module. The module with the implementation imports the interface module.
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

    /// Returns the schema for which code is generated. If ``transformables`` is `data`, this is a
    /// copy of `schema` in which transformable attributes are treated as bytes. Otherwise, it is
    /// `schema` itself.
    func applied(to schema: Schema) -> Schema {
        transformables == .data ? schema.withTransformablesAsBytes : schema
    }
}

/// A version of a model: its name and the names of the versions before it.
package struct GeneratedVersion: Sendable, Hashable {
    package var name: String
    package var earlier: [String]

    /// Creates the version named `name`. Returns nil if the model package has no version with this
    /// name. Also returns nil if the package has only one version and that version has the
    /// package's name.
    package init?(_ name: String, of versions: [String], in package: String) {
        guard versions != [package], let index = versions.firstIndex(of: name) else { return nil }
        self.name = name
        earlier = Array(versions[..<index])
    }
}
