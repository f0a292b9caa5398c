import DataAccess

/// A text that serves as a dictionary key. As in SQL and filters, two keys are equal only if their
/// bytes are equal. Swift's `==` also treats canonically equivalent strings as equal, for example
/// `é` written with one or with two code points.
struct ExactText: Hashable {
    let text: String

    init(_ text: String) { self.text = text }

    static func == (left: ExactText, right: ExactText) -> Bool {
        hasSameBytes(left.text, right.text)
    }

    // Texts with the same bytes are equal strings, so they have the same hash.
    func hash(into hasher: inout Hasher) { hasher.combine(text) }
}
