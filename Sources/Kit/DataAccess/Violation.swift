import Diagnostics
import Foundation

/// A validation rule of the model that a record breaks. It never holds the value.
public struct Violation: Sendable, Hashable {
    /// The name of the attribute or relationship in the model.
    public let property: String
    /// Requirement of the rule: `at least 3 characters`.
    public let expected: String

    /// - Parameters:
    ///   - property: the attribute's name in the model.
    ///   - expected: the requirement in words, without the value.
    public init(_ property: String, _ expected: String) {
        self.property = property
        self.expected = expected
    }
}

/// The rules of an attribute, as generated code asks for them. A value that is absent breaks none.
extension Violation {
    /// The limits that the value is beyond; a value that is a limit breaks none.
    public static func check<V: Comparable>(
        _ property: String,
        _ value: V?,
        atLeast minimum: V? = nil,
        atMost maximum: V? = nil
    ) -> [Violation] {
        guard let value else { return [] }
        var found: [Violation] = []
        if let minimum, value < minimum { found.append(Violation(property, "at least \(minimum)")) }
        if let maximum, value > maximum { found.append(Violation(property, "at most \(maximum)")) }
        return found
    }

    /// Lengths count characters as a person sees them.
    public static func check(
        _ property: String,
        _ value: String?,
        minimumLength: Int? = nil,
        maximumLength: Int? = nil,
        pattern: String? = nil
    ) -> [Violation] {
        guard let value else { return [] }
        var found: [Violation] = []
        let length = value.count
        if let minimumLength, length < minimumLength {
            found.append(Violation(property, "at least \(counted(minimumLength, "character"))"))
        }
        if let maximumLength, length > maximumLength {
            found.append(Violation(property, "at most \(counted(maximumLength, "character"))"))
        }
        if let pattern, !matches(value, pattern) {
            found.append(Violation(property, "text that matches \(pattern)"))
        }
        return found
    }

    /// Checks the number of related records.
    public static func check(
        _ property: String,
        count: Int,
        atLeast minimum: Int? = nil,
        orNone mayBeEmpty: Bool = false,
        atMost maximum: Int? = nil
    ) -> [Violation] {
        if let minimum, count < minimum, count > 0 || !mayBeEmpty {
            let exception = mayBeEmpty ? ", or none" : ""
            return [Violation(property, "at least \(counted(minimum, "record"))\(exception)")]
        }
        if let maximum, count > maximum {
            return [Violation(property, "at most \(counted(maximum, "record"))")]
        }
        return []
    }

    /// Like Core Data: matches the whole text, including a trailing line break.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let range = text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression)
        return range != nil
    }
}
