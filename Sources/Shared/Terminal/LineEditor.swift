/// One line of typing: characters of every script, a cursor between them.
package struct LineEditor: Sendable, Hashable {
    package private(set) var characters: [Character]
    /// Index before which the next character goes.
    package private(set) var cursor: Int
    /// Characters on both sides that new ones may join with; flags are pairs, and no longer chain.
    private static let reach = 8

    package init(_ text: String = "") {
        characters = Array(text)
        cursor = characters.count
    }

    package var text: String { String(characters) }

    /// Shows dots in place of typed characters.
    package mutating func hide() { characters = characters.map { _ in "•" } }

    package mutating func insert(_ text: String) {
        // A pasted line break is a space: the line has one line.
        let clean = text.map { $0.isNewline || $0 == "\t" ? " " : $0 }.filter { !$0.isControl }
        // Combining scalars join the character before them, and those after them join the new.
        let near = max(0, cursor - Self.reach)..<min(characters.count, cursor + Self.reach)
        let before = String(characters[near.lowerBound..<cursor]) + String(clean)
        let after = String(characters[cursor..<near.upperBound])
        let joined = Array(before + after)
        characters.replaceSubrange(near, with: joined)
        cursor = near.lowerBound + joined.count - after.count
    }

    package mutating func apply(_ key: TerminalKey) {
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
