package import Diagnostics
import Yams

/// A YAML mapping whose allowed keys are described by a ``Shape``. The initializer reports unknown
/// and missing keys. If a value is missing or invalid, the function that reads it returns nil or a
/// default value.
package struct Fields {
    package let entry: Entry
    package let shape: Shape
    /// Name in messages, such as `task "generate"`.
    package let name: String
    private var values: [String: Entry] = [:]
    /// The position of each key that is in the file without a value.
    package private(set) var empty: [String: Diagnostic.Place] = [:]

    /// Creates the fields of a mapping. If the entry is not a mapping, reports an error and returns
    /// nil.
    ///
    /// - Parameters:
    ///   - id: the name of the mapping in messages. If nil, messages use the `id` or `name` in the
    ///     mapping.
    ///   - orText: whether a text is also valid in place of the mapping.
    package init?(
        _ entry: Entry,
        _ shape: Shape,
        id: String? = nil,
        orText: Bool = false
    ) {
        guard case .mapping(let mapping) = entry.node else {
            entry.report("\(entry.name) is \(entry.kind)")
            return nil
        }
        self.entry = entry
        self.shape = shape
        let ownID = (shape.key("id") ?? shape.key("name")).flatMap {
            mapping[Node($0.name)]?.scalar?.string
        }
        name = (id ?? ownID).map { "\(shape.bareName) \(quoted($0))" } ?? shape.what
        // Yams does not report whether a mapping is in braces. The position of a mapping in braces
        // is its brace; the position of any other mapping is its first key.
        let isInBraces = mapping.first?.key.mark?.column != entry.node.mark?.column
        for (key, value) in mapping {
            let isText = orText && mapping.count == 1
            let isRest = isInBraces && value.scalar?.string.isEmpty == true
            take(key, value, unquoted: isText ? ": " : isRest ? "," : nil)
        }
        for key in shape.keys where key.required { require(key) }
    }

    /// Reports each missing key in `names`. Used for keys that are required only because of other
    /// contents of the file.
    package func require(_ names: [String]) {
        for key in shape.keys where names.contains(key.name) { require(key) }
    }

    private func require(_ key: Shape.Key) {
        guard values[key.name] == nil else { return }
        findings.error(
            "missing-key",
            at: empty[key.name] ?? entry.place,
            "\(name) has no \"\(key.name)\"",
            expected: key.expected,
            fix: empty[key.name].map { _ in
                "give the key a value; put quotes around text that begins with \"#\" or \"~\""
            }
        )
    }

    /// Adds a key with its value, or reports a key that is not known.
    ///
    /// - Parameter unquoted: the punctuation at which YAML may have split a text without quotes, so
    ///   that a part of the text became this key. Nil if the key cannot be a part of a text.
    private mutating func take(_ key: Node, _ value: Node, unquoted: String?) {
        let place = Diagnostic.Place(
            file: entry.file,
            line: key.mark?.line,
            column: key.mark?.column
        )
        guard case .scalar(let scalar) = key else {
            findings.error("unknown-key", at: place, "a key of \(name) is not text")
            return
        }
        guard let known = shape.key(scalar.string) else {
            let names = shape.keys.map(\.name)
            let isMisspelt = nearestName(to: scalar.string, among: names) != nil
            let quotes =
                isMisspelt ? nil : unquoted.map { "put quotes around text that contains \"\($0)\"" }
            let above = empty.first { name, above in
                shape.key(name)?.isText == false && above.line.map { $0 + 1 } == place.line
            }?
            .key
            let indent = isMisspelt ? nil : above.map { "indent this key more than \"\($0)\"" }
            findings.error(
                "unknown-key",
                at: place,
                "\(quoted(scalar.string)) is not a key of \(name)",
                expected: isMisspelt ? shape.allKeys : nil,
                fix: quotes ?? indent ?? suggestion(for: scalar.string, among: names)
            )
            return
        }
        let called = "\"\(known.name)\" of \(name)"
        let taken = entry.part(value, called: called, expected: known.expected)
        if known.isText {
            taken.warnOfLostText()
            taken.warnOfCurlyQuotes()
        }
        if taken.isNothing { empty[known.name] = place } else { values[known.name] = taken }
    }

    package var findings: DiagnosticList { entry.findings }
    package var place: Diagnostic.Place { entry.place }

    package subscript(key: String) -> Entry? { values[key] }

    /// The keys that have a value in the file, in the order of the shape.
    package var present: [String] { shape.keys.map(\.name).filter { values[$0] != nil } }

    package func optionalText(_ key: String) -> String? { self[key]?.text() }

    package func text(_ key: String) -> String { optionalText(key) ?? "" }

    package func flag(_ key: String, default value: Bool) -> Bool { self[key]?.flag() ?? value }

    package func number(_ key: String) -> Double? { self[key]?.number() }

    package func integer(_ key: String, from least: Int = .min) -> Int? {
        self[key]?.integer(from: least)
    }

    package func choice<Value: RawRepresentable & CaseIterable>(
        _ key: String,
        default value: Value
    ) -> Value where Value.RawValue == String {
        self[key]?.choice(Value.self) ?? value
    }

    /// Returns the elements of the list under `key`; an empty array if the key is missing. Reports
    /// an empty list unless `allowEmpty` is true.
    package func members(
        _ key: String,
        called member: String? = nil,
        expected: String,
        allowEmpty: Bool = false
    ) -> [Entry] {
        guard let entry = self[key] else { return [] }
        if allowEmpty, entry.isList, entry.listed("", expected: "").isEmpty { return [] }
        return entry.members(member ?? "a member of \(entry.name)", expected: expected)
    }

    /// Returns the texts in the list under `key`. Reports and omits elements that are not text.
    /// Reports an empty list unless `allowEmpty` is true.
    package func texts(_ key: String, allowEmpty: Bool = false) -> [String] {
        members(key, expected: "text", allowEmpty: allowEmpty).compactMap { $0.text() }
    }
}

extension Shape {
    /// The names of all keys, such as `"id", "label" or "aliases"`. Nil if there are more than 12.
    fileprivate var allKeys: String? {
        let names = keys.map { quoted($0.name) }
        guard names.count <= 12, let last = names.last else { return nil }
        let others = names.dropLast().joined(separator: ", ")
        return others.isEmpty ? last : "\(others) or \(last)"
    }

    fileprivate var bareName: String {
        for article in ["a ", "an ", "the "] where what.hasPrefix(article) {
            return String(what.dropFirst(article.count))
        }
        return what
    }
}
