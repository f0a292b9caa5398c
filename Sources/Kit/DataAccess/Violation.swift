import Diagnostics
import Foundation

/// A violation of one of the model's validation rules. It never contains the invalid value.
public struct Violation: Sendable, Hashable {
    /// The name of the attribute or relationship in the model.
    public let property: String
    /// The rule's requirement in words, such as `at least 3 characters`.
    public let expected: String

    /// Creates a violation.
    ///
    /// - Parameters:
    ///   - property: the name of the attribute or relationship in the model.
    ///   - expected: the requirement in words, without the invalid value.
    public init(_ property: String, _ expected: String) {
        self.property = property
        self.expected = expected
    }
}

/// Checks of attributes and relationships, for generated code. An absent value breaks no rule.
extension Violation {
    /// Returns the violations of a value that is below the minimum or above the maximum. A value
    /// equal to a limit is valid.
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

    /// Returns the violations of the rules for a string. Lengths count UTF-16 code units, as
    /// in Core Data.
    public static func check(
        _ property: String,
        _ value: String?,
        minimumLength: Int? = nil,
        maximumLength: Int? = nil,
        pattern: String? = nil
    ) -> [Violation] {
        guard let value else { return [] }
        var found: [Violation] = []
        let length = value.utf16.count
        if let minimumLength, length < minimumLength {
            found.append(Violation(property, "at least \(counted(minimumLength, "character"))"))
        }
        if let maximumLength, length > maximumLength {
            found.append(Violation(property, "at most \(counted(maximumLength, "character"))"))
        }
        if let pattern, !matches(value, pattern) {
            found.append(Violation(property, "text that matches the pattern \(pattern)"))
        }
        return found
    }

    /// Returns the violations if a record has too few or too many related records. If `mayBeEmpty`
    /// is true, 0 is valid even if it is below the minimum.
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

    /// Returns whether the pattern matches the whole text, including a trailing line break, as in
    /// Core Data.
    private static func matches(_ text: String, _ pattern: String) -> Bool {
        let range = text.range(of: "\\A(?:\(pattern))\\z", options: .regularExpression)
        return range != nil
    }
}
