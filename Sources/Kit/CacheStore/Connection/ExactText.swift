import DataAccess

/// A text as the key of a dictionary. Two keys are equal only if their bytes are equal. In contrast,
/// two strings are equal even if they contain different forms of a character, such as `é` as one or
/// as two code points. To SQL and to filters, these forms are different.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool {
        hasSameBytes(left.text, right.text)
    }

    // Texts with the same bytes are equal strings, so they have the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
