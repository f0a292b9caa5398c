extension PersistedModel.Column {
    /// The attribute's type, or that of its collection.
    var typeName: String? { collection ?? kind }

    /// Returns whether each stored value of this attribute is a valid stored value of `new`. True
    /// if a type is unknown.
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

/// The types of attributes that can have every value of a type.
private let widerKinds: [String: Set<String>] = [
    "Boolean": ["Integer 16", "Integer 32", "Integer 64"],
    "Integer 16": ["Integer 32", "Integer 64", "Double", "Float"],
    "Integer 32": ["Integer 64", "Double"],
    "Float": ["Double"],
    "UUID": ["String"],
    "URI": ["String"],
]

/// The types of elements as which the JSON of every element of a type can be read.
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

/// Returns the type of the innermost elements of a collection such as `[String: [Int64]]`, and what
/// precedes it.
private func parts(of collection: String) -> (shape: Substring, element: Substring) {
    let open = collection.prefix { $0 != "]" }
    let start =
        open.lastIndex { !$0.isLetter && !$0.isNumber }.map { open.index(after: $0) }
        ?? open.startIndex
    return (open[..<start], open[start...])
}
