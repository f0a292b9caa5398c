package import Diagnostics
import QueryLanguage
package import Schema

/// Returns a warning for each predicate of a fetch request or fetched property, and for each
/// expression of a derived attribute, that cannot be parsed or contains an unknown key. Core Data
/// raises an exception for such a text.
///
/// - Parameter schema: a schema without errors and without inherited properties.
package func textFindings(in schema: Schema, locate: ModelLocator) -> [Diagnostic] {
    let whole = schema.withInheritedProperties
    var found: [Diagnostic] = []
    func check(_ request: FetchRequest, _ what: String, _ part: ModelPart) {
        guard let text = request.predicate, !text.allSatisfy(\.isWhitespace) else { return }
        let reading = readPredicate(text)
        let what = "the predicate of \(what)"
        found += syntaxFinding("bad-predicate", reading.errors, what, at: locate(part))
        let paths = reading.node?.keyPaths ?? []
        found += keyFinding("bad-predicate", paths, of: request.entity, whole, what, locate(part))
    }
    for (index, request) in schema.fetchRequests.enumerated() {
        check(request, "the fetch request \"\(request.name)\"", .fetchRequest(index))
    }
    for entity in schema.entities {
        for property in entity.fetchedProperties {
            guard let request = property.request else { continue }
            let what = "the fetched property \"\(property.name)\" of \"\(entity.name)\""
            check(request, what, .property(property.name, of: entity.name))
        }
        for attribute in entity.attributes where attribute.isDerived {
            guard let text = attribute.derivation, !text.isEmpty else { continue }
            let reading = readExpression(text)
            let what = "the derivation of \"\(attribute.name)\" of \"\(entity.name)\""
            let place = locate(.property(attribute.name, of: entity.name))
            let paths = reading.node?.keyPaths ?? []
            found += syntaxFinding("bad-derivation", reading.errors, what, at: place)
            found += keyFinding("bad-derivation", paths, of: entity.name, whole, what, place)
        }
    }
    return found
}

/// Ids of the errors that also prevent Core Data from parsing a text. Other errors concern features
/// that cdgen does not support.
private let syntaxErrors: Set = [
    "unexpected-token", "unclosed-parenthesis", "unopened-parenthesis", "unclosed-string",
]

private func syntaxFinding(
    _ id: String,
    _ errors: [PredicateTextError],
    _ what: String,
    at place: Diagnostic.Place?
) -> [Diagnostic] {
    guard let error = errors.first, syntaxErrors.contains(error.id) else { return [] }
    return [
        Diagnostic(
            id,
            severity: .warning,
            at: place,
            "\(what) cannot be parsed: \(error.problem)",
            expected: error.expected,
            fix: error.fix
        )
    ]
}

private func keyFinding(
    _ id: String,
    _ paths: [[PathKey]],
    of entity: String,
    _ schema: Schema,
    _ what: String,
    _ place: Diagnostic.Place?
) -> [Diagnostic] {
    guard let entity = schema.entity(named: entity) else { return [] }
    let unknown = paths.lazy.compactMap { unknownKey($0, of: entity, in: schema) }.first
    guard let (key, owner) = unknown else { return [] }
    return [
        Diagnostic(
            id,
            severity: .warning,
            at: place,
            "\(what) contains the key \"\(key)\", but \"\(owner.name)\" has no such property",
            fix: suggestion(for: key, among: owner.propertyNames)
        )
    ]
}

/// Returns the first key of the path that is not a property, and the entity that lacks it. Returns
/// nil if there is none.
private func unknownKey(
    _ keys: [PathKey],
    of entity: Entity,
    in schema: Schema
) -> (key: String, owner: Entity)? {
    var entity = entity
    for key in keys where !key.isCollection {
        guard case .name(let name) = key else { return nil }
        if let relationship = entity.relationship(named: name) {
            guard let next = schema.entity(named: relationship.destination) else { return nil }
            entity = next
        } else {
            // The keys after an attribute belong to its value. `objectID` and `entity` are keys of
            // every managed object.
            let isKnown =
                entity.attribute(named: name) != nil
                || entity.fetchedProperties.contains { $0.name == name }
                || ["objectID", "entity"].contains(name)
            return isKnown ? nil : (name, entity)
        }
    }
    return nil
}
