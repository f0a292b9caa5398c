/// Returns the file of an entity. It contains the record, the code that binds and reads records,
/// and the type of the entity's data access object.
func renderRecord(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let options = model.options
    let type = entity.type
    let access = options.access.prefix
    // Records in a separate module are independent of the store.
    let isStored = options.backend == .store && options.interface == nil
    // The generic initializer is inlinable, so that the implementation's module can specialize it
    // for the type of its rows.
    let inlinable = options.interface == nil ? "" : "@inlinable\n    "
    return """
        \(head(of: model.source))

        \(imports(options.access, exposed: modules(of: entity, isStored: isStored)))

        \(comment("\(entity.article.capitalizedFirst) \(entity.noun); `\(entity.plural).save(…)` stores its changes."))
        \(access)struct \(type): \(entity.identity.recordProtocol) {
        \(indented: identityType(entity, access), 1)\(indented: storedProperties(entity, options), 1)\(optionalIdentity(entity, access))\(initializer(entity, options.access))
        }

        extension \(type): \(isStored ? "StoredRecord" : "DescribedRecord") {
        \(indented: description(of: entity, access, isStored: isStored), 1)

            \(inlinable)\(access)init(row: some ColumnReader) throws {
        \(indented: rowInitialization(entity), 2)
            }

            \(access)func bind(to row: any ColumnBinder) throws {
        \(indented: boundProperties(entity), 2)
            }\(violations(entity, access))
        }

        \(alias("\(access)typealias \(type)DAO", "DataAccessObject<\(type)>"))
        \(lookUps(entity, options.access))
        """
}

private func modules(of entity: EntityContext, isStored: Bool) -> [String] {
    let needsFoundation = entity.needsFoundation || lookUpsNeedFoundation(entity)
    return [isStored ? "CacheStore" : "DataAccess"] + (needsFoundation ? ["Foundation"] : [])
}

private func alias(_ declaration: String, _ type: String) -> String {
    let line = "\(declaration) = \(type)"
    return fits(line, 0) ? line : "\(declaration) =\n    \(type)"
}

/// Returns the declarations of `Identity`, `ID` and `identity` that the record needs, followed by
/// an empty line. Returns empty code if the entity has no parent and the store assigns the
/// identities of its records.
private func identityType(_ entity: EntityContext, _ access: String) -> Code {
    if let owner = entity.hierarchy?.identityOwner {
        return """
            \(comment("The identity type of \(owner) and its descendants, which share one table."))
            \(access)typealias Identity = \(owner).Identity\(identifier(entity, access))\(identityProperty(entity, access))


            """
    }
    // By default, the identity is a number that the store assigns.
    if entity.identity.property == nil { return "" }
    return """
        \(access)typealias Identity = RecordID<\(entity.type), \(entity.identity.type)>\(identifier(entity, access))\(identityProperty(entity, access))


        """
}

/// Returns a declaration of `ID` as an alias of `Identity`, or an empty string if the record does
/// not need the declaration. A record needs it if a required property other than `id` contains the
/// identity, but the record also has a property `id`. Without the declaration, `Identifiable` would
/// use the property `id`.
private func identifier(_ entity: EntityContext, _ access: String) -> String {
    let isIdentified = entity.identity.property != nil && !entity.identity.isPropertyOptional
    guard isIdentified, entity.identity.property != "id",
        entity.properties.contains(where: { $0.name == "id" })
    else { return "" }
    return """

        /// `Identifiable` uses the identity, not the property `id`.
        \(access)typealias ID = Identity
        """
}

private func storedProperties(_ entity: EntityContext, _ options: GenerationOptions) -> Code {
    let assigned: Code = """
        /// nil until the \(entity.noun) has been saved.
        \(options.access.prefix)var identity: Identity?
        """
    let properties =
        (entity.identity.property == nil ? [assigned] : [])
        + entity.properties.map { property -> Code in
            let declaration = declaration(property, options.access)
            if let derivation = property.derivation {
                let note = note(of: derivation, property.isComputedByStore, options)
                return "\(comment(note))\n\(declaration)"
            }
            return declaration
        }
    return .joined(properties, by: "\n")
}

/// Returns the comment of a derived attribute, which states whether the store computes the value.
/// Core Data computes all derived attributes, but `CacheStore` only some. Records in an interface
/// module can be stored by either backend.
private func note(
    of derivation: String,
    _ isComputedByStore: Bool,
    _ options: GenerationOptions
) -> Code {
    let text = derivation.split(whereSeparator: \.isNewline).joined(separator: " ")
    if isComputedByStore || options.backend == .coredata && options.interface == nil {
        return "Derived by the store from `\(text)` at each save: fetch the record to read it."
    }
    if options.interface == nil {
        return "The store cannot derive it from `\(text)`: set its value in your code."
    }
    return "Only Core Data derives it from `\(text)`: with CacheStore, set its value in your code."
}

/// Returns the property's declaration. If the access level is internal, the declaration includes
/// the initial value. Swift's memberwise initializer then suffices. An explicit initializer would
/// copy the record, so that listing records would take a third longer.
private func declaration(_ property: PropertyContext, _ access: GenerationOptions.Access) -> Code {
    let mark = property.isOptional ? "?" : ""
    let declaration: Code = "\(access.prefix)var \(property.name): \(property.type)\(mark)"
    guard access == .internal, let initial = property.initialValue, initial != "nil" else {
        return declaration
    }
    return "\(declaration) = \(initial)"
}

/// Returns the declaration of `identity`, which is computed from the property that contains the
/// identity. Returns an empty string if there is no such property, or if the property is optional.
private func identityProperty(_ entity: EntityContext, _ access: String) -> String {
    guard let property = entity.identity.property, !entity.identity.isPropertyOptional else {
        return ""
    }
    return "\n\(access)var identity: Identity { Identity(\(property)) }"
}

private func optionalIdentity(_ entity: EntityContext, _ access: String) -> String {
    guard let property = entity.identity.property, entity.identity.isPropertyOptional else {
        return ""
    }
    // The setter's implicit parameter hides a property `newValue`.
    let setProperty = property == "newValue" ? "self.newValue" : property
    let text = """
        /// nil until an identity is set or the \(entity.noun) is saved.
        \(access)var identity: Identity? {
            get { \(property).map(Identity.init) }
            set { \(setProperty) = newValue?.value }
        }
        """
    return "\n\n" + indented(text, 1)
}

extension IdentityContext {
    /// The protocol to which the record conforms. It depends on whether a record has an identity
    /// before it is saved.
    fileprivate var recordProtocol: String {
        property != nil && !isPropertyOptional ? "IdentifiedRecord" : "NumberedRecord"
    }
}

extension String {
    /// The text as an argument label. Backticks are removed, except for `inout`, the only keyword
    /// that needs backticks in a label.
    var asLabel: String { self == "`inout`" ? self : trimmingBackticks }

    /// The name without backticks. A member's name needs no backticks after a period.
    var trimmingBackticks: String { utf8.contains(UInt8(ascii: "`")) ? filter { $0 != "`" } : self }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
