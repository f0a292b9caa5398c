import DataAccess

/// A text that serves as a dictionary key. Two keys are equal only if their bytes are equal.
/// Swift's `==` for strings ignores canonical differences, such as `é` as one or as two code
/// points. SQL and filters do not ignore them.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool {
        hasSameBytes(left.text, right.text)
    }

    // Texts with the same bytes are equal strings, so they have the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
