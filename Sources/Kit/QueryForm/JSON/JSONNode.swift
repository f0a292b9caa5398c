package import Diagnostics

/// A JSON value with the place of each part. Equality ignores places.
package struct JSONNode: Sendable, Hashable {
    package indirect enum Kind: Sendable, Hashable {
        case null
        case boolean(Bool)
        /// A number without a point or exponent.
        case integer(Int64)
        case real(Double)
        case string(String)
        case list([JSONNode])
        case object([Member])
    }

    package struct Member: Sendable, Hashable {
        package var key: String
        package var value: JSONNode
        /// Bytes before the key.
        package var offset: Int

        package init(_ key: String, _ value: JSONNode, offset: Int = 0) {
            self.key = key
            self.value = value
            self.offset = offset
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
    /// Bytes before the value.
    package var offset: Int

    package init(_ kind: Kind, offset: Int = 0) {
        self.kind = kind
        self.offset = offset
    }

    package static func == (left: JSONNode, right: JSONNode) -> Bool { left.kind == right.kind }
    package func hash(into hasher: inout Hasher) { hasher.combine(kind) }

    package subscript(key: String) -> JSONNode? {
        guard case .object(let members) = kind else { return nil }
        return members.first { $0.key == key }?.value
    }

    package var string: String? {
        if case .string(let text) = kind { text } else { nil }
    }

    package var integer: Int? {
        if case .integer(let number) = kind { Int(exactly: number) } else { nil }
    }

    /// `a list`, for diagnostics.
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

extension Diagnostic.Place {
    /// The place of a byte of `text`.
    package init(file: String, offset: Int, in text: String) {
        let before = text.utf8.prefix(offset)
        let newline = UInt8(ascii: "\n")
        let start =
            before.lastIndex(of: newline).map { before.index(after: $0) } ?? before.startIndex
        self.init(
            file: file,
            line: before.count { $0 == newline } + 1,
            column: before[start...].count { $0 & 0xC0 != 0x80 } + 1
        )
    }
}
