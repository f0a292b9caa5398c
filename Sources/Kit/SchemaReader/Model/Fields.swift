import Diagnostics
import Schema
import XML

/// The XML attributes of a tag as they are taken one after the other. What nobody took is unknown.
struct Fields {
    let tag: XMLTag
    var findings: [ModelFinding] = []
    private var isTaken: [Bool]

    init(_ tag: XMLTag) {
        self.tag = tag
        isTaken = Array(repeating: false, count: tag.attributes.count)
    }

    mutating func take(_ name: String) -> XMLAttribute? {
        // Almost all that are asked for are not there, and differ in length from those that are.
        let length = name.utf8.count
        let found = tag.attributes.firstIndex { $0.name.utf8.count == length && $0.name == name }
        guard let index = found else { return nil }
        isTaken[index] = true
        return tag.attributes[index]
    }

    mutating func text(_ name: String) -> String? { take(name)?.value }

    /// nil also for an empty text.
    mutating func word(_ name: String) -> String? {
        guard let text = text(name), !text.isEmpty else { return nil }
        return text
    }

    /// An empty text, and a finding, if it is missing or empty.
    mutating func required(
        _ name: String,
        _ severity: Diagnostic.Severity = .error
    ) -> String {
        let found = take(name)
        if let found, !found.value.isEmpty { return found.value }
        findings.append(
            ModelFinding(
                "no-\(name)",
                severity,
                at: found?.valueOffset ?? tag.offset,
                "this \(tag.name) has no \(name)",
                fix: "add \(name)=\"…\" to the element"
            )
        )
        return ""
    }

    /// `YES` or `NO`; anything else is reported, and read as `NO` unless it means yes.
    mutating func flag(_ name: String) -> Bool? {
        guard let found = take(name) else { return nil }
        if found.value == "YES" { return true }
        if found.value == "NO" { return false }
        // Xcode writes usedWithCloudKit in either way.
        if name.hasPrefix("usedWith"), let value = Bool(found.value) { return value }
        let meansYes = ["yes", "true", "1"].contains(found.value.lowercased())
        findings.append(
            ModelFinding(
                "not-yes-or-no",
                .warning,
                at: found.valueOffset,
                "\(name)=\"\(found.value)\" is read as \(meansYes ? "YES" : "NO")",
                expected: "YES or NO",
                fix: "write \(name)=\"\(meansYes ? "YES" : "NO")\""
            )
        )
        return meansYes
    }

    /// A whole number of at least 0; nil, and a finding, for anything else.
    mutating func count(_ name: String) -> Int? {
        guard let found = take(name) else { return nil }
        if let number = Int(found.value), number >= 0 { return number }
        findings.append(
            ModelFinding(
                "not-a-count",
                .warning,
                at: found.valueOffset,
                "\(name)=\"\(found.value)\" is not read",
                expected: "a whole number, 0 or more"
            )
        )
        return nil
    }

    /// The case with this raw value. An unknown value is reported and returns nil.
    mutating func choice<T: RawRepresentable & CaseIterable>(
        _ name: String,
        _ id: String,
        _ severity: Diagnostic.Severity = .error,
        instead: String
    ) -> T? where T.RawValue == String {
        guard let found = take(name) else { return nil }
        if let value = T(rawValue: found.value) { return value }
        let words = T.allCases.map(\.rawValue)
        findings.append(
            ModelFinding(
                id,
                severity,
                at: found.valueOffset,
                "\(tag.name) \"\(label)\" has the unknown \(name) \"\(found.value)\"\(instead)",
                expected: "one of \(words.joined(separator: ", "))",
                fix: .near(found.value, words)
            )
        )
        return nil
    }

    /// The tag's own `name`, for messages.
    var label: String { tag.attributes.first { $0.name == "name" }?.value ?? "" }

    var rest: [XMLAttribute] {
        zip(tag.attributes, isTaken).filter { !$0.1 }.map(\.0)
    }

    /// The names taken or asked for are not remembered; these are, for a near miss.
    var names: [String] { tag.attributes.map(\.name) }
}
