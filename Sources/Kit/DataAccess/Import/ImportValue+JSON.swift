import JSON

extension ImportValue {
    /// Creates a value from the next JSON value. If an object has the same key more than once, the
    /// last value is used.
    init(from reader: inout JSONReader) throws(JSONError) {
        self = try ImportValue(try reader.next(), from: &reader)
    }

    /// Creates a value from JSON whose first piece, `piece`, has already been read. The piece is
    /// the complete value, or the beginning of an array or object. Reads the rest from `reader`.
    init(_ piece: JSONReader.Piece, from reader: inout JSONReader) throws(JSONError) {
        switch piece {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let value): self = .integer(value)
        case .number(let text): self = .number(text)
        case .string(let text): self = .text(text)
        case .brokenString: self = .brokenText
        case .array:
            var elements: [ImportValue] = []
            while try reader.hasElement() { elements.append(try ImportValue(from: &reader)) }
            self = .list(elements)
        case .object:
            var members = [String: ImportValue](minimumCapacity: 8)
            while let key = try reader.key() { members[key] = try ImportValue(from: &reader) }
            self = .object(members)
        }
    }
}

extension JSONReader {
    /// Reads the input up to the value at the key path `keys`. Returns this value or, if it is an
    /// array or object, its beginning. Returns nil if there is no such value.
    mutating func enter(_ keys: [String]) throws(JSONError) -> Piece? {
        var piece = try next()
        for wanted in keys {
            guard case .object = piece else { return nil }
            var isFound = false
            while !isFound, let key = try key() {
                isFound = key == wanted
                piece = try next()
                if !isFound { try skip(piece) }
            }
            guard isFound else { return nil }
        }
        return piece
    }

    /// Skips the rest of the input after the value to which `enter(keys)` led.
    ///
    /// - Throws: `JSONError` if the rest is not valid JSON, for example because it was cut off.
    mutating func leave(_ keys: [String]) throws(JSONError) {
        for _ in keys { while try key() != nil { try skip(try next()) } }
        try finish()
    }
}
