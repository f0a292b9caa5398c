/// An editor for one line of text in any script, with a cursor between the characters.
package struct LineEditor: Sendable, Hashable {
    package private(set) var characters: [Character]
    /// Index at which the next character is inserted.
    package private(set) var cursor: Int
    /// Whether the next typed text replaces all characters, and Backspace removes them all.
    private var isSelected: Bool
    /// Maximum number of characters on each side of the cursor that may combine with inserted text.
    /// A small number is enough: emoji flags combine in pairs, and longer chains do not occur.
    private static let reach = 8

    package init(_ text: String = "", isSelected: Bool = false) {
        characters = Array(text)
        cursor = characters.count
        self.isSelected = isSelected
    }

    package var text: String { String(characters) }

    /// Replaces the typed characters with dots.
    package mutating func hide() { characters = characters.map { _ in "•" } }

    package mutating func insert(_ text: String) {
        // A pasted line break becomes a space, because there is only one line.
        let clean = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }.filter { !$0.isControl }
        // New text may combine with the character before the cursor. Characters after the cursor
        // may combine with the new text.
        let near = max(0, cursor - Self.reach)..<min(characters.count, cursor + Self.reach)
        let before = String(characters[near.lowerBound..<cursor]) + String(clean)
        let after = String(characters[cursor..<near.upperBound])
        let joined = Array(before + after)
        characters.replaceSubrange(near, with: joined)
        cursor = near.lowerBound + joined.count - after.count
    }

    package mutating func apply(_ key: TerminalKey) {
        if isSelected {
            isSelected = false
            switch key {
            case .character, .paste: (characters, cursor) = ([], 0)
            case .backspace, .delete: return (characters, cursor) = ([], 0)
            default: break
            }
        }
        switch key {
        case .left: cursor = max(0, cursor - 1)
        case .right: cursor = min(characters.count, cursor + 1)
        case .home: cursor = 0
        case .end: cursor = characters.count
        case .backspace where cursor > 0:
            characters.remove(at: cursor - 1)
            cursor -= 1
        case .delete where cursor < characters.count: characters.remove(at: cursor)
        case .clearLine:
            characters = []
            cursor = 0
        case .character(let character): insert(String(character))
        case .paste(let text): insert(text)
        default: break
        }
    }
}

extension Character {
    var isControl: Bool {
        unicodeScalars.contains { $0.properties.generalCategory == .control }
    }
}
