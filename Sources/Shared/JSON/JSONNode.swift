/// A JSON value. It preserves the order of members, and records the position of each value and key.
/// Positions are ignored when values are compared.
package struct JSONNode: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number without a fraction or exponent that fits in 64 bits.
        case integer(Int64)
        /// A real number. Infinity and NaN are written as null, because JSON cannot express them.
        case real(Double)
        case string(String)
        case list([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONNode
        /// Position of the key, as a byte offset.
        package var offset: Int

        package init(_ key: String, _ value: JSONNode, offset: Int = 0) {
            (self.key, self.value, self.offset) = (key, value, offset)
        }

        package static func == (left: Member, right: Member) -> Bool {
            left.key == right.key && left.value == right.value
        }

        package func hash(into hasher: inout Hasher) {
            hasher.combine(key)
            hasher.combine(value)
        }
    }

    package var kind: Kind
    /// Position of the value, as a byte offset.
    package var offset: Int

    package init(_ kind: Kind, offset: Int = 0) {
        (self.kind, self.offset) = (kind, offset)
    }

    package static func == (left: JSONNode, right: JSONNode) -> Bool { left.kind == right.kind }
    package func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    package subscript(key: String) -> JSONNode? { members?.first { $0.key == key }?.value }

    package var members: [Member]? {
        if case .object(let members) = kind { members } else { nil }
    }

    package var elements: [JSONNode]? {
        if case .list(let elements) = kind { elements } else { nil }
    }

    package var string: String? {
        if case .string(let text) = kind { text } else { nil }
    }

    package var integer: Int? {
        if case .integer(let number) = kind { Int(exactly: number) } else { nil }
    }

    /// The type of the value in words, such as `a list`, for diagnostics.
    package var words: String {
        switch kind {
        case .null: "null"
        case .boolean: "a truth value"
        case .integer, .real: "a number"
        case .string: "a string"
        case .list: "a list"
        case .object: "an object"
        }
    }
}

// MARK: - Reading

extension JSONNode {
    /// Parses a text that contains exactly one value.
    ///
    /// - Throws: `JSONError` at the first error in the text. An error is invalid JSON, a key that
    ///   occurs twice in an object, or a number that is too large for a double.
    package init(reading text: String) throws(JSONError) {
        var text = text
        let result = text.withUTF8 { bytes in
            Result { () throws(JSONError) in
                var reader = JSONReader(bytes)
                let node = try JSONNode(from: &reader)
                try reader.finish()
                return node
            }
        }
        self = try result.get()
    }

    private init(from reader: inout JSONReader) throws(JSONError) {
        let piece = try reader.next()
        offset = reader.place
        switch piece {
        case .null: kind = .null
        case .boolean(let value): kind = .boolean(value)
        case .integer(let value): kind = .integer(value)
        case .number(let text):
            guard let value = Double(text), value.isFinite else {
                throw reader.error(
                    "the number \(text) is too large",
                    "a number that fits in a double",
                    at: offset
                )
            }
            kind = .real(value)
        case .string(let text): kind = .string(text)
        case .brokenString(let escape): throw reader.halfOfPair(at: escape)
        case .array:
            var elements: [JSONNode] = []
            while try reader.hasElement() { elements.append(try JSONNode(from: &reader)) }
            kind = .list(elements)
        case .object:
            var members: [Member] = []
            var keys: Set<String> = []
            while let key = try reader.key() {
                let start = reader.place
                guard keys.insert(key).inserted else {
                    let problem = "the key \"\(key)\" is given twice"
                    throw reader.error(problem, "each key once", at: start)
                }
                members.append(Member(key, try JSONNode(from: &reader), offset: start))
            }
            kind = .object(members)
        }
    }
}

// MARK: - Building

extension JSONNode {
    package static let null = JSONNode(.null)

    package init(_ text: String) { self.init(.string(text)) }
    package init(_ number: Int) { self.init(.integer(Int64(number))) }
    package init(_ number: Int64) { self.init(.integer(number)) }
    package init(_ number: Double) { self.init(.real(number)) }
    package init(_ value: Bool) { self.init(.boolean(value)) }
    package init(_ text: String?) { self = text.map { JSONNode($0) } ?? .null }
    package init(_ number: Int?) { self = number.map { JSONNode($0) } ?? .null }
    package init(_ number: Int64?) { self = number.map { JSONNode($0) } ?? .null }
    package init(_ number: Double?) { self = number.map { JSONNode($0) } ?? .null }
    package init(_ list: [JSONNode]) { self.init(.list(list)) }
    package init(_ texts: [String]) { self.init(.list(texts.map { JSONNode($0) })) }
    package init(_ members: [(String, JSONNode)]) {
        self.init(.object(members.map { Member($0.0, $0.1) }))
    }
    /// Creates a JSON object from a dictionary of texts. The members are sorted by key.
    package init(sorted texts: [String: String]) {
        self.init(texts.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) })
    }
}

extension JSONNode: ExpressibleByStringLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    package init(stringLiteral value: String) { self.init(value) }
    package init(booleanLiteral value: Bool) { self.init(value) }
    package init(integerLiteral value: Int64) { self.init(value) }
    package init(arrayLiteral elements: JSONNode...) { self.init(elements) }
    package init(dictionaryLiteral elements: (String, JSONNode)...) { self.init(elements) }
}
