/// The value type of an entity, and what it tells of itself.
func renderRecord(_ entity: EntityContext, _ model: ModelContext) -> Code {
    let foundation = entity.needsFoundation ? "\nimport Foundation" : ""
    return """
        \(head(of: model.source))

        import DataAccess\(foundation)

        \(record(entity))

        """
}

/// The value type and its description, without the head of the file.
func record(_ entity: EntityContext) -> Code {
    """
    \(comment("\(entity.article.capitalizedFirst) \(entity.singular.trimmingBackticks), as a value: changes are kept once `\(entity.plural).save(…)` has stored them."))
    struct \(entity.type): Record {
    \(indented: identityType(entity), 1)

    \(indented: storedProperties(entity), 1)\(identityProperty(entity))
    }

    \(description(of: entity))
    """
}

private func identityType(_ entity: EntityContext) -> Code {
    if let owner = entity.hierarchy?.identityOwner {
        return """
            /// What tells one record from another, of all that share a table.
            typealias Identity = \(owner).Identity
            """
    }
    let meaning =
        entity.identity.property.map { "the value of `\($0)`" } ?? "a number from the store"
    return """
        /// What tells one \(entity.singular) from another: \(meaning).
        struct Identity: RecordIdentity {
            let value: \(entity.identity.type)

            init(_ value: \(entity.identity.type)) {
                self.value = value
            }
        }
        """
}

private func storedProperties(_ entity: EntityContext) -> Code {
    let assigned: Code = """
        /// nil until the \(entity.singular) has been saved.
        var identity: Identity?
        """
    let properties =
        (entity.identity.property == nil ? [assigned] : [])
        + entity.properties.map { property -> Code in
            let declaration = declaration(property)
            if let derivation = property.derivation {
                let text = derivation.split(whereSeparator: \.isNewline).joined(separator: " ")
                return """
                    /// Computed by the store when the record is saved, from `\(text)`: fetch it again.
                    \(declaration)
                    """
            }
            guard property.destination != nil else { return declaration }
            return """
                /// The \(property.name)'s identity; `\(model(property, entity))` gives the record.
                \(declaration)
                """
        }
    return .joined(properties, by: "\n")
}

/// With its initial value: the record has no initialiser but the one that Swift makes of its properties,
/// which builds it where it is to stand. One that is written out has it copied there, and listing
/// records then takes a third longer.
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
    let value =
        entity.identity.isPropertyOptional
        ? "\(property).map(Identity.init)" : "Identity(\(property))"
    let text = """

        /// What to retrieve and delete it by, and what relationships to it hold.
        var identity: Identity? {
            \(value)
        }
        """
    return "\n" + indented(text, 1)
}

extension String {
    /// The label of an argument: of all keywords only one needs backticks.
    var asLabel: String { self == "`inout`" ? self : trimmingBackticks }

    /// A member after a period needs no backticks.
    var trimmingBackticks: String {
        utf8.contains(UInt8(ascii: "`")) ? filter { $0 != "`" } : self
    }
}
