/// The keys that one kind of YAML mapping may have.
package struct Shape: Sendable {
    package struct Key: Sendable {
        package let name: String
        package let required: Bool
        /// Description of valid values, as a noun phrase for messages.
        package let expected: String
        /// Whether the value is free text, such as a title or the name of a file, or a list of such
        /// texts. If YAML reads part of such a text as a comment because of a `#`, a warning is
        /// reported.
        package let isText: Bool
    }

    /// Name of this kind of mapping in messages, such as `a task`.
    package let what: String
    package let keys: [Key]

    package init(_ what: String, _ keys: [Key]) {
        self.what = what
        self.keys = keys
    }

    package func key(_ name: String) -> Key? { keys.first { $0.name == name } }
}

/// Returns a required key. `isText` states whether the value is free text, or a list of it.
package func must(_ name: String, _ expected: String, isText: Bool = false) -> Shape.Key {
    .init(name: name, required: true, expected: expected, isText: isText)
}

/// Returns an optional key. `isText` states whether the value is free text, or a list of it.
package func may(_ name: String, _ expected: String, isText: Bool = false) -> Shape.Key {
    .init(name: name, required: false, expected: expected, isText: isText)
}
