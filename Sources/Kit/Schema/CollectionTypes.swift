extension Attribute {
    /// The Swift type of a transformable attribute whose value can be written as JSON; nil for any
    /// other attribute. The type is an array, or a dictionary with string keys. Its elements are
    /// strings, numbers, Booleans or nested collections of the same kind.
    package var collectionType: String? {
        guard type == .transformable, let customClass else { return nil }
        return Schema.collectionType(named: customClass)
    }
}

extension Schema {
    /// Returns the normalized form of a Swift collection type, such as `[String: [Int64]]`. Returns
    /// nil if `name` is not a collection that can be written as JSON, or if its collections are
    /// nested more than 16 levels deep.
    package static func collectionType(named name: String) -> String? {
        collectionType(named: name, level: 1)
    }

    private static func collectionType(named name: String, level: Int) -> String? {
        if level > 16 { return nil }
        let isCollection = name.utf8.contains { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "<") }
        guard isCollection else { return nil }
        let isPlain = name.utf8.allSatisfy { UInt8(ascii: "!")...UInt8(ascii: "~") ~= $0 }
        let text = isPlain ? name : name.filter { !$0.isWhitespace }
        if let element = inside(text, "Array<", ">") { return array(element, level) }
        if let pair = inside(text, "Dictionary<", ">"), let comma = pair.firstIndex(of: ",") {
            return dictionary(String(pair[..<comma]), String(pair[comma...].dropFirst()), level)
        }
        guard let content = inside(text, "[", "]") else { return nil }
        // The key type is never a collection, so the first colon ends the key type.
        guard !content.hasPrefix("["), let colon = content.utf8.firstIndex(of: UInt8(ascii: ":"))
        else {
            return array(content, level)
        }
        let value = content[content.utf8.index(after: colon)...]
        return dictionary(String(content[..<colon]), String(value), level)
    }

    private static func array(_ element: String, _ level: Int) -> String? {
        valueType(element, level).map { "[\($0)]" }
    }

    private static func dictionary(_ key: String, _ value: String, _ level: Int) -> String? {
        key == "String" ? valueType(value, level).map { "[String: \($0)]" } : nil
    }

    private static func valueType(_ name: String, _ level: Int) -> String? {
        plainTypes.contains(name) ? name : collectionType(named: name, level: level + 1)
    }

    private static func inside(_ text: String, _ start: String, _ end: String) -> String? {
        guard text.hasPrefix(start), text.hasSuffix(end), text.count > start.count else {
            return nil
        }
        return String(text.dropFirst(start.count).dropLast(end.count))
    }

    private static let plainTypes: Set = [
        "Bool", "Double", "Float", "Int", "Int16", "Int32", "Int64", "Int8", "String", "UInt",
        "UInt16", "UInt32", "UInt64", "UInt8",
    ]

    /// A copy of the schema that treats all transformable attributes as bytes.
    package var withTransformablesAsBytes: Schema {
        var result = self
        result.entities = entities.map { entity in
            var entity = entity
            for index in entity.attributes.indices { entity.attributes[index].customClass = nil }
            return entity
        }
        return result
    }
}
