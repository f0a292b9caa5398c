import Foundation

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

/// Returns whether two texts have the same bytes. For the same string literal, only the addresses
/// are compared.
func hasSameBytes(_ left: String, _ right: String) -> Bool {
    let isSame: Bool?? = left.utf8.withContiguousStorageIfAvailable { left in
        right.utf8.withContiguousStorageIfAvailable { right -> Bool in
            guard left.count == right.count else { return false }
            guard let one = left.baseAddress, let two = right.baseAddress else { return true }
            return one == two || memcmp(one, two, left.count) == 0
        }
    }
    return (isSame ?? nil) ?? left.utf8.elementsEqual(right.utf8)
}
