import Foundation
import JSON
import QueryCompiler
import QueryForm
import QueryLanguage
import Schema

/// Maximum size, in bytes, of a text that a cell shows in full.
private let cellLimit = 2_000

/// Maximum number of list elements that a cell shows.
private let elementLimit = 10

extension QueryValue {
    var isThere: Bool { if case .null = self { false } else { true } }

    /// Returns the contents of a table cell for the page: a string, null, or a record's title with
    /// its entity and row. The page uses the entity and row to open the record.
    func cellNode(_ records: Records) -> JSONNode {
        guard case .object(let object) = self, let record = object as? RecordObject else {
            return JSONNode(cell(records))
        }
        return [
            "text": JSONNode(cell(records) ?? "record \(record.row + 1)"),
            "entity": JSONNode(record.entity), "row": JSONNode(record.row),
        ]
    }

    /// Returns the text that a table cell shows for the value; nil if the value is missing.
    func cell(_ records: Records) -> String? {
        switch self {
        case .null: return nil
        case .boolean(let value): return value ? "yes" : "no"
        case .integer(let number): return "\(number)"
        case .real(let number): return "\(number)"
        case .string(let text):
            return text.utf8.count > cellLimit ? text.prefix(cellLimit / 4) + "…" : text
        case .date(let seconds): return dateText(seconds)
        case .data(let bytes): return bytes.count == 1 ? "1 byte" : "\(bytes.count) bytes"
        case .list(let elements):
            let shown = elements.prefix(elementLimit).compactMap { $0.cell(records) }
            let rest = elements.count - elementLimit
            return shown.joined(separator: ", ") + (rest > 0 ? " and \(rest) more" : "")
        case .object(let object):
            guard let object = object as? RecordObject,
                let entity = records.table(object.entity)?.entity,
                let title = entity.titleAttribute
            else { return nil }
            return object.value(forKey: title.name)?.cell(records) ?? object.identityText
        }
    }

    /// Returns whether the value precedes `other` in SQL's order: missing values, numbers, texts
    /// sorted by their bytes, binary data. Returns nil if they are equal or both are binary data.
    func precedes(_ other: QueryValue) -> Bool? {
        if rank != other.rank { return rank < other.rank }
        return order(self, other).flatMap { $0 == 0 ? nil : $0 < 0 }
    }

    var number: Double? {
        switch self {
        case .boolean(let value): value ? 1 : 0
        case .integer(let number): Double(number)
        case .real(let number), .date(let number): number
        default: nil
        }
    }

    private var rank: Int {
        switch self {
        case .null: 0
        case .boolean, .integer, .real, .date: 1
        case .string: 2
        default: 3
        }
    }
}

extension Entity {
    /// The attribute that is shown as a record's title. It is the first of these that exists:
    ///
    /// - the first string attribute named `name`, `title` or `label`
    /// - the first string attribute other than the identity
    /// - the identity attribute
    /// - the first attribute
    var titleAttribute: Attribute? {
        let texts = attributes.filter { $0.type == .string }
        return texts.first { ["name", "title", "label"].contains($0.name.lowercased()) }
            ?? texts.first { $0.name != identityAttribute?.name } ?? identityAttribute
            ?? attributes.first
    }
}

/// Returns the date in a form such as `2020-01-31`, with the time if it is not midnight UTC. A
/// fraction of a second has at least three digits, and otherwise only as many as
/// ``secondsWithFraction(_:)`` needs to restore the same date. If the fraction would need more than
/// 20 digits, or the date is outside ``isoRange``, returns a number of seconds.
func dateText(_ seconds: Double) -> String {
    guard seconds.isFinite, abs(seconds) < 1e12 else { return "\(seconds)" }
    if let whole = Int64(exactly: seconds) { return dayText(whole) ?? "\(seconds)" }
    let whole = seconds.rounded(.down)
    let fractions = (3...20).lazy.map { String(format: "%.\($0)f", seconds - whole).dropFirst() }
    guard isoRange.contains(Int64(whole)),
        let exact = fractions.first(where: { whole + (Double("0\($0)") ?? 0) == seconds })
    else { return "\(seconds)" }
    return "\(isoText(Int64(whole)).dropLast())\(exact)Z"
}

/// Returns the number of seconds from 2001-01-01 00:00 UTC to a date. The date has a form that
/// ``dateText(_:)`` returns, with or without a fraction of a second. Returns nil if the text is not
/// a date.
private func secondsWithFraction(_ text: String) -> Double? {
    guard let parts = text.wholeMatch(of: /(.{19})(\.[0-9]+)(.+)/) else {
        return seconds(ofISO: text).map { Double($0) }
    }
    return seconds(ofISO: "\(parts.1)\(parts.3)").flatMap { whole in
        Double("0\(parts.2)").map { Double(whole) + $0 }
    }
}

extension CompiledQuery.Parameter {
    /// Converts the text that a person typed for the parameter to a value. The text of a list is
    /// parsed as a ``TypedList``. Returns nil if the text is not a value of the parameter's type.
    func value(_ text: String) -> QueryValue? {
        if isList {
            let elements = TypedList(text).elements
            let values = elements.compactMap { single($0) }
            return values.count == elements.count ? .list(values) : nil
        }
        return single(text)
    }

    private func single(_ text: String) -> QueryValue? {
        let trimmed = text.trimmingCharacters(in: .whitespaces)
        switch type.stored {
        case .string, .uri: return .string(text)
        // A store contains UUIDs as uppercase text.
        case .uuid: return UUID(uuidString: trimmed).map { .string($0.uuidString) }
        case .boolean:
            switch trimmed.lowercased() {
            case "yes", "true", "1": return .boolean(true)
            case "no", "false", "0": return .boolean(false)
            default: return nil
            }
        case .date:
            return secondsWithFraction(trimmed).map(QueryValue.date)
        case .integer16, .integer32, .integer64:
            return Int64(trimmed).flatMap {
                type.stored.integers.contains($0) ? .integer($0) : nil
            }
        case .decimal, .double, .float:
            guard let number = Double(trimmed), number.isFinite else { return nil }
            return .real(type.stored == .float ? roundedToFloat(number) : number)
        case .binary, .transformable, .composite, .undefined: return nil
        }
    }

    /// Returns the reason why ``value(_:)`` rejects a text, such as `$least must be a number, not
    /// “many”`.
    func refusal(of text: String) -> String {
        let wanted: String
        switch type.stored {
        case .integer16, .integer32, .integer64:
            let range = type.stored.integers
            wanted = "a whole number from \(range.lowerBound) to \(range.upperBound)"
        case .boolean: wanted = "yes or no"
        case .uuid: wanted = "a UUID"
        case .date: wanted = "a date such as 2020-01-31 or 2020-01-31T12:00:00Z"
        case .binary, .transformable, .composite, .undefined:
            return "the value of $\(name) is binary data, which cannot be typed here"
        default: wanted = "a \(type.stored.plainWords)"
        }
        return "\(isList ? "each value of " : "")$\(name) must be \(wanted), not “\(text)”"
    }

    /// Description of the value that the user must type, such as `text`, `number` or `date`.
    var words: String {
        let one = type.stored.plainWords
        return isList ? "\(one); separate several values with commas" : one
    }
}

extension AttributeType {
    /// The range of values that an integer attribute can have.
    fileprivate var integers: ClosedRange<Int64> {
        switch self {
        case .integer16: Int64(Int16.min)...Int64(Int16.max)
        case .integer32: Int64(Int32.min)...Int64(Int32.max)
        default: Int64.min...Int64.max
        }
    }

    /// The kind of value, in plain words such as `text` or `number`.
    var plainWords: String {
        switch self {
        case .string, .uuid, .uri: "text"
        case .boolean: "yes or no"
        case .date: "date"
        case .binary, .transformable, .composite, .undefined: "data"
        default: "number"
        }
    }
}
