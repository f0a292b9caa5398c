/// The file of an entity: its record, how that is bound and read, and the protocol of its records.
func renderRecord(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let isStored = model.backend == .store
    let (type, many) = (entity.type, entity.plural.trimmingBackticks)
    return """
        \(head(of: model.source))

        import \(isStored ? "CacheStore" : "DataAccess")\(needsFoundation(entity) ? "\nimport Foundation" : "")

        \(comment("\(entity.article.capitalizedFirst) \(entity.singular.trimmingBackticks); `\(entity.plural).save(…)` stores its changes."))
        struct \(type): \(entity.identity.recordProtocol) {
        \(indented: identityType(entity), 1)

        \(indented: storedProperties(entity), 1)\(identityProperty(entity))
        }

        extension \(type): \(isStored ? "StoredRecord" : "DescribedRecord"), QueryableRecord {
        \(indented: description(of: entity, isStored: isStored), 1)

            init(row: some ColumnReader) throws {
                \(entity.needsTry ? "try " : "")self.init(
        \(indented: readArguments(entity), 3)
                )
            }

            func bind(to row: some ColumnBinder) throws {
        \(indented: boundProperties(entity), 2)
            }\(violations(entity))
        }

        /// Access to \(many), in a store or in memory.
        \(alias("\(type)DAO", "DataAccessObject<\(type)>"))
        \(lookUps(entity))
        """
}

private func alias(_ name: String, _ type: String) -> String {
    let line = "typealias \(name) = \(type)"
    return fits(line, 0) ? line : "typealias \(name) =\n    \(type)"
}

private func needsFoundation(_ entity: EntityContext) -> Bool {
    entity.needsFoundation || lookUpsNeedFoundation(entity)
}

private func identityType(_ entity: EntityContext) -> Code {
    if let owner = entity.hierarchy?.identityOwner {
        return """
            /// The identity of every record that shares the table.
            typealias Identity = \(owner).Identity
            """
    }
    let meaning =
        entity.identity.property.map { "The value of `\($0)`" } ?? "A number from the store"
    return """
        /// \(meaning).
        typealias Identity = RecordID<\(entity.type), \(entity.identity.type)>
        """
}

private func storedProperties(_ entity: EntityContext) -> Code {
    let assigned: Code = """
        /// nil until the \(entity.singular.trimmingBackticks) has been saved.
        var identity: Identity?
        """
    let properties =
        (entity.identity.property == nil ? [assigned] : [])
        + entity.properties.map { property -> Code in
            let declaration = declaration(property)
            if let derivation = property.derivation {
                let text = derivation.split(whereSeparator: \.isNewline).joined(separator: " ")
                let note =
                    "Computed by the store when the record is saved, from `\(text)`: fetch it again."
                return "\(comment(note))\n\(declaration)"
            }
            guard property.destination != nil else { return declaration }
            let note =
                "The \(property.name)'s identity; `\(model(property, entity))` gives the record."
            return "\(comment(note))\n\(declaration)"
        }
    return .joined(properties, by: "\n")
}

/// Declared with an initial value: the record has only Swift's memberwise initialiser, which builds
/// it in place. With a written initialiser it is copied, and listing records takes a third longer.
private func declaration(_ property: PropertyContext) -> Code {
    let mark = property.isOptional ? "?" : ""
    let declaration: Code = "var \(property.name): \(property.type)\(mark)"
    guard let initial = property.initialValue, initial != "nil" else { return declaration }
    return "\(declaration) = \(initial)"
}

private func model(_ property: PropertyContext, _ entity: EntityContext) -> String {
    "manager.\(property.name)(of: \(entity.singular))"
}

private func identityProperty(_ entity: EntityContext) -> String {
    guard let property = entity.identity.property else { return "" }
    if !entity.identity.isPropertyOptional {
        return "\n\n    var identity: Identity { Identity(\(property)) }"
    }
    let text = """
        /// nil until the \(entity.singular.trimmingBackticks) has one or has been saved.
        var identity: Identity? {
            get { \(property).map(Identity.init) }
            set { \(property) = newValue?.value }
        }
        """
    return "\n\n" + indented(text, 1)
}

extension IdentityContext {
    /// The protocol that says whether a record has an identity before it is saved.
    fileprivate var recordProtocol: String {
        property != nil && !isPropertyOptional ? "IdentifiedRecord" : "NumberedRecord"
    }
}

extension String {
    /// The label of an argument: of all keywords only one needs backticks.
    var asLabel: String { self == "`inout`" ? self : trimmingBackticks }

    /// The name after a period in a key path: `\.self` and `\.init` are something else.
    var asMember: String { ["`init`", "`self`"].contains(self) ? self : trimmingBackticks }

    /// A member after a period needs no backticks.
    var trimmingBackticks: String {
        utf8.contains(UInt8(ascii: "`")) ? filter { $0 != "`" } : self
    }

    var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
