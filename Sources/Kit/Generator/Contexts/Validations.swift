import Foundation
import Schema

/// Returns the validation rules of an attribute as arguments of `Violation.check`. Rules that do
/// not fit the attribute's type are left out. Returns nil if no rules remain.
///
/// - Parameter absent: Swift expression for the value that replaces a missing value; nil if missing
///   values are not replaced. The rules do not apply to this value.
func validation(of attribute: Attribute, absent: String? = nil) -> [String]? {
    let rules = attribute.validation
    if rules == Attribute.Validation() { return nil }
    let property = propertyName(attribute.name)
    let value = absent.map { "\(property) == \($0) ? nil : \(property)" } ?? property
    var arguments = [swiftLiteral(attribute.name), value]
    let given = arguments.count
    if attribute.type == .string {
        if let least = rules.minimum.flatMap(length), least > 0 {
            arguments.append("minimumLength: \(least)")
        }
        if let most = rules.maximum.flatMap(length) { arguments.append("maximumLength: \(most)") }
        if let pattern = rules.regularExpression, isPattern(pattern) {
            arguments.append("pattern: \(swiftLiteral(pattern))")
        }
    } else {
        if let least = rules.minimum.flatMap({ bound($0, attribute.type) }) {
            arguments.append("atLeast: \(least)")
        }
        if let most = rules.maximum.flatMap({ bound($0, attribute.type) }) {
            arguments.append("atMost: \(most)")
        }
    }
    return arguments.count == given ? nil : arguments
}

/// Returns the limits on the number of related records in a to-many relationship, as arguments of
/// `Violation.check`. As in Core Data, an optional relationship may be empty even if it has a
/// minimum.
func countRules(of relationship: Relationship) -> [String] {
    if !relationship.isToMany { return [] }
    var arguments: [String] = []
    if let least = relationship.minimumCount, least > (relationship.isOptional ? 1 : 0) {
        arguments.append("atLeast: \(least)")
        if relationship.isOptional { arguments.append("orNone: true") }
    }
    if let most = relationship.maximumCount, most > 0 { arguments.append("atMost: \(most)") }
    return arguments
}

private func length(_ text: String) -> Int? { Double(text).flatMap { Int(exactly: $0) } }

private func bound(_ text: String, _ type: AttributeType) -> String? {
    switch type {
    case .integer16, .integer32, .integer64, .double, .float, .decimal:
        return number(text, type, isOptional: true)
    case .date: return date(text)
    default: return nil
    }
}

private func isPattern(_ text: String) -> Bool { (try? NSRegularExpression(pattern: text)) != nil }
