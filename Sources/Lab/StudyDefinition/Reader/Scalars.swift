import Diagnostics
import Foundation
import YAMLFields

extension Fields {
    func id(_ key: String = "id") -> String { self[key]?.converted(validID) ?? "" }

    func seconds(_ key: String, default value: Double) -> Double {
        self[key]?.converted(parseDuration) ?? value
    }

    /// Returns the mappings in the list that is the value of `key`. Reports members that are not
    /// mappings.
    func mappings(_ key: String, _ shape: Shape) -> [Fields] {
        members(key, called: shape.what, expected: shape.mapping).compactMap { Fields($0, shape) }
    }

    /// Returns the value of the key `id`, and adds it with its line to `seen`. Reports an id that
    /// `seen` already contains.
    func uniqueID(_ seen: inout [String: Int]) -> String {
        let id = id()
        if id.isEmpty { return id }
        if let line = seen[id] {
            findings.duplicateID(of: name, at: self["id"]?.place, after: line)
        } else {
            seen[id] = place.line ?? 0
        }
        return id
    }
}

extension DiagnosticList {
    /// Reports that the declaration `name` has the id of an earlier declaration.
    ///
    /// - Parameter line: the line of the earlier declaration.
    func duplicateID(of name: String, at place: Diagnostic.Place?, after line: Int) {
        error(
            "duplicate-id",
            at: place,
            "\(name) is declared twice",
            fix: "change this id, which line \(line) already uses"
        )
    }
}

/// Returns `text` if it is a valid id, otherwise nil. An id contains only letters, numbers and
/// `-_.`, begins with a letter or number, and has at most 100 bytes. Ids are used as folder names
/// and in tables.
func validID(_ text: String) -> String? {
    let allowed = { (character: Character) in
        character.isLetter || character.isNumber || "-_.".contains(character)
    }
    guard let first = text.first, first.isLetter || first.isNumber, text.allSatisfy(allowed),
        text.utf8.count <= 100
    else { return nil }
    return text
}

/// Returns an id made from a label: lowercase, with one hyphen for each run of characters that are
/// neither letters nor digits.
func slug(of label: String) -> String {
    label.precomposedStringWithCanonicalMapping.lowercased()
        .split { !$0.isLetter && !$0.isNumber }.joined(separator: "-")
}

/// Parses a duration such as `90s`, `15m`, `1h`, `1m 30s` or `500ms`. Returns seconds; nil if the
/// text is not valid, or if the duration is zero or longer than a day.
func parseDuration(_ text: String) -> Double? {
    let units: [String: Double] = ["ms": 0.001, "s": 1, "m": 60, "h": 3600]
    var rest = text[...]
    var seconds = 0.0
    while !rest.isEmpty {
        let digits = rest.prefix { $0.isASCII && ($0.isNumber || $0 == ".") }
        rest = rest.dropFirst(digits.count)
        let unit = rest.prefix { $0.isLetter }
        rest = rest.dropFirst(unit.count).drop { $0 == " " }
        guard let amount = Double(digits), let factor = units[String(unit)] else { return nil }
        seconds += amount * factor
    }
    return seconds > 0 && seconds <= 86_400 ? seconds : nil
}
