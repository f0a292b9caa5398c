import Diagnostics
import XML

/// The XML attributes of a tag. Records which attributes have been read; the remaining attributes
/// are reported as unknown.
struct Fields {
    let tag: XMLTag
    var findings = ModelFindings()
    private var isTaken: [Bool]
    /// The lengths of the attributes' names, as a bit set. Bit n is set if a name has n bytes; bit
    /// 63 is set if a name has 63 bytes or more.
    private let lengths: UInt64

    init(_ tag: XMLTag) {
        self.tag = tag
        isTaken = Array(repeating: false, count: tag.attributes.count)
        lengths = tag.attributes.reduce(0) { $0 | Fields.length($1.name) }
    }

    private static func length(_ name: String) -> UInt64 { 1 << UInt64(min(name.utf8.count, 63)) }

    mutating func take(_ name: String) -> XMLAttribute? {
        // Most requested attributes are absent. Comparing the lengths of names rules out most of
        // these quickly.
        guard lengths & Fields.length(name) != 0,
            let index = tag.attributes.firstIndex(where: { $0.isNamed(name) })
        else { return nil }
        isTaken[index] = true
        return tag.attributes[index]
    }

    mutating func text(_ name: String) -> String? { take(name)?.value }

    /// Returns the value of the attribute; nil if it is missing or empty.
    mutating func word(_ name: String) -> String? {
        guard let text = text(name), !text.isEmpty else { return nil }
        return text
    }

    /// Returns the value of the attribute. If it is missing or empty, returns an empty string and
    /// records a finding.
    mutating func required(_ name: String, _ severity: Diagnostic.Severity = .error) -> String {
        let found = take(name)
        if let found, !found.value.isEmpty { return found.value }
        findings.report(
            "no-\(name)",
            severity,
            at: found?.valueOffset ?? tag.offset,
            "this \(tag.name) has no \(name)",
            fix: "add \(name)=\"…\" to the element"
        )
        return ""
    }

    /// Returns true for `YES` and false for `NO`; nil if the attribute is missing. Attributes named
    /// `usedWith…` may also be `true` or `false`. For any other value, reports a finding and
    /// returns whether the value is `1`, `yes` or `true` (ignoring case).
    mutating func flag(_ name: String) -> Bool? {
        guard let found = take(name) else { return nil }
        if found.value == "YES" { return true }
        if found.value == "NO" { return false }
        // Xcode writes the value of usedWithCloudKit in two notations.
        if name.hasPrefix("usedWith"), let value = Bool(found.value) { return value }
        let meansYes = ["yes", "true", "1"].contains(found.value.lowercased())
        findings.report(
            "not-yes-or-no",
            .warning,
            at: found.valueOffset,
            "\(name)=\"\(found.value)\" is read as \(meansYes ? "YES" : "NO")",
            expected: "YES or NO",
            fix: "write \(name)=\"\(meansYes ? "YES" : "NO")\""
        )
        return meansYes
    }

    /// Returns the value as a nonnegative integer; nil if the attribute is missing. For any other
    /// value, reports a finding and returns nil.
    mutating func count(_ name: String) -> Int? {
        guard let found = take(name) else { return nil }
        if let number = Int(found.value), number >= 0 { return number }
        findings.report(
            "not-a-count",
            .warning,
            at: found.valueOffset,
            "\(name)=\"\(found.value)\" is ignored",
            expected: "a whole number, 0 or more"
        )
        return nil
    }

    /// Returns the case of `T` whose raw value is the attribute's value; nil if the attribute is
    /// missing. For an unknown value, reports a finding and returns nil.
    mutating func choice<T: RawRepresentable & CaseIterable>(
        _ name: String,
        _ id: String,
        _ severity: Diagnostic.Severity = .error,
        instead: String
    ) -> T? where T.RawValue == String {
        guard let found = take(name) else { return nil }
        if let value = T(rawValue: found.value) { return value }
        let words = T.allCases.map(\.rawValue)
        findings.report(
            id,
            severity,
            at: found.valueOffset,
            "\(tag.name) \"\(label)\" has the unknown \(name) \"\(found.value)\"\(instead)",
            expected: "one of \(words.joined(separator: ", "))",
            fix: .near(found.value, words)
        )
        return nil
    }

    /// The value of the tag's `name` attribute, for messages; empty if there is none.
    var label: String { tag.attributes.first { $0.name == "name" }?.value ?? "" }

    var rest: [XMLAttribute] {
        zip(tag.attributes, isTaken).filter { !$0.1 }.map(\.0)
    }
}
