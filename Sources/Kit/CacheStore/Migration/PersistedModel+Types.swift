extension PersistedModel.Column {
    /// The type of the attribute; nil for a relationship. For a collection, this is the Swift type
    /// if the file contains it, and otherwise `kind`.
    var typeName: String? { collection ?? kind }

    /// Returns whether every stored value of this attribute is also valid for the attribute `new`.
    /// True if either type is unknown.
    func fits(_ new: Self) -> Bool {
        guard let kind, let newKind = new.kind else { return true }
        if kind != newKind { return widerKinds[kind]?.contains(newKind) ?? false }
        guard let collection, let newCollection = new.collection, collection != newCollection else {
            return true
        }
        let (old, new) = (parts(of: collection), parts(of: newCollection))
        return old.shape == new.shape
            && (widerElements[String(old.element)]?.contains(String(new.element)) ?? false)
    }
}

/// For each attribute type, the other types that can store all its values.
private let widerKinds: [String: Set<String>] = [
    "Boolean": ["Integer 16", "Integer 32", "Integer 64"],
    "Integer 16": ["Integer 32", "Integer 64", "Double", "Float"],
    "Integer 32": ["Integer 64", "Double"],
    "Float": ["Double"],
    "UUID": ["String"],
    "URI": ["String"],
]

/// For each element type of a collection, the other types that can decode all its values from JSON.
private let widerElements: [String: Set<String>] = [
    "Int8": ["Int16", "Int32", "Int64", "Int", "Float", "Double"],
    "Int16": ["Int32", "Int64", "Int", "Float", "Double"],
    "Int32": ["Int64", "Int", "Double"],
    "Int64": ["Int"],
    "Int": ["Int64"],
    "UInt8": [
        "UInt16", "UInt32", "UInt64", "UInt", "Int16", "Int32", "Int64", "Int", "Float", "Double",
    ],
    "UInt16": ["UInt32", "UInt64", "UInt", "Int32", "Int64", "Int", "Float", "Double"],
    "UInt32": ["UInt64", "UInt", "Int64", "Int", "Double"],
    "UInt64": ["UInt"],
    "UInt": ["UInt64"],
    "Float": ["Double"],
]

/// Splits a collection type such as `[String: [Int64]]` before its innermost element type, here
/// `Int64`.
private func parts(of collection: String) -> (shape: Substring, element: Substring) {
    let open = collection.prefix { $0 != "]" }
    let start =
        open.lastIndex { !$0.isLetter && !$0.isNumber }.map { open.index(after: $0) }
        ?? open.startIndex
    return (open[..<start], open[start...])
}
