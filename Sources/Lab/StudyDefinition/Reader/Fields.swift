import Diagnostics
import Yams

/// A mapping read against a ``Shape``. Unknown and missing keys are reported once, when it is
/// made; every accessor gives a harmless value if there is no usable one.
struct Fields {
    let entry: Entry
    let shape: Shape
    /// As in `task "generate"`.
    let name: String
    private var values: [String: Entry] = [:]

    /// Nil, with an error reported, if the entry is not a mapping. `id` names a mapping that has no
    /// id.
    init?(_ entry: Entry, _ shape: Shape, id: String? = nil) {
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
        for (key, value) in mapping { take(key, value) }
        for key in shape.keys where key.required && values[key.name] == nil {
            findings.error(
                "missing-key",
                at: entry.place,
                "\(name) has no \"\(key.name)\"",
                expected: key.expected
            )
        }
    }

    private mutating func take(_ key: Node, _ value: Node) {
        let place = Diagnostic.Place(
            file: entry.file,
            line: key.mark?.line,
            column: key.mark?.column
        )
        guard case .scalar(let scalar) = key else {
            findings.error("unknown-key", at: place, "a key of \(name) is no text")
            return
        }
        guard let known = shape.key(scalar.string) else {
            findings.error(
                "unknown-key",
                at: place,
                "\(name) has no key \(quoted(scalar.string))",
                fix: suggestion(for: scalar.string, among: shape.keys.map(\.name))
            )
            return
        }
        let taken = Entry(
            node: value,
            file: entry.file,
            name: "\"\(known.name)\" of \(name)",
            expected: known.expected,
            findings: findings
        )
        if !taken.isNothing { values[known.name] = taken }
    }

    var findings: DiagnosticList { entry.findings }
    var place: Diagnostic.Place { entry.place }

    subscript(key: String) -> Entry? { values[key] }

    /// The keys present, in the order of the shape.
    var present: [String] { shape.keys.map(\.name).filter { values[$0] != nil } }

    func optionalText(_ key: String) -> String? { self[key]?.text() }

    func text(_ key: String) -> String { optionalText(key) ?? "" }

    func id(_ key: String = "id") -> String { self[key]?.converted(validID) ?? "" }

    func flag(_ key: String, default value: Bool) -> Bool {
        self[key]?.converted { ["true": true, "false": false][$0] } ?? value
    }

    func seconds(_ key: String, default value: Double) -> Double {
        self[key]?.converted(parseDuration) ?? value
    }

    func number(_ key: String) -> Double? {
        self[key]?.converted { Double($0).flatMap { $0.isFinite ? $0 : nil } }
    }

    func integer(_ key: String) -> Int? { self[key]?.converted { Int($0) } }

    func choice<Value: RawRepresentable & CaseIterable>(
        _ key: String,
        default value: Value
    ) -> Value where Value.RawValue == String {
        guard let entry = self[key], let text = entry.text() else { return value }
        if let value = Value(rawValue: text) { return value }
        entry.report(
            "\(entry.name) is \(quoted(text))",
            fix: nearestName(to: text, among: Value.allCases.map(\.rawValue)).map {
                "did you mean \"\($0)\"?"
            }
        )
        return value
    }

    /// A list's members; nothing where the key is absent.
    func members(_ key: String, called member: String? = nil, expected: String) -> [Entry] {
        guard let entry = self[key] else { return [] }
        return entry.members(member ?? "a member of \(entry.name)", expected: expected)
    }

    /// A list of texts. `allowEmpty` is for lists that mean something without members.
    func texts(_ key: String, allowEmpty: Bool = false) -> [String] {
        if allowEmpty, let entry = self[key], entry.isList, entry.listed("", expected: "").isEmpty {
            return []
        }
        return members(key, expected: "text").compactMap { $0.text() }
    }
}

extension Shape {
    fileprivate var bareName: String {
        for article in ["a ", "an ", "the "] where what.hasPrefix(article) {
            return String(what.dropFirst(article.count))
        }
        return what
    }
}
