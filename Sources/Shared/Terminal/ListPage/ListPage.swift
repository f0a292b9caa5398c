/// Page with a list, keys and perhaps a line to type, without its size. `Message` is what keys send.
package struct ListPage<Message: Sendable>: Sendable {
    package struct Row: Sendable {
        package var text: String
        /// At the right end.
        package var note = ""
        package var isHeading = false
        package var isSelected = false
        /// Until when it is in bold, because it has changed.
        package var isNewUntil: ContinuousClock.Instant?

        package init(
            text: String,
            note: String = "",
            isHeading: Bool = false,
            isSelected: Bool = false,
            isNewUntil: ContinuousClock.Instant? = nil
        ) {
            (self.text, self.note) = (text, note)
            (self.isHeading, self.isSelected) = (isHeading, isSelected)
            self.isNewUntil = isNewUntil
        }
    }

    package struct Key: Sendable {
        package var key: TerminalKey
        package var label: String
        package var words: String
        package var message: Message
        /// Another page follows: keys that come before it are for that one.
        package var leads: Bool

        package init(
            _ key: TerminalKey,
            _ label: String,
            _ words: String,
            _ message: Message,
            leads: Bool = false
        ) {
            (self.key, self.label, self.words) = (key, label, words)
            (self.message, self.leads) = (message, leads)
        }
    }

    /// A line to type, which Enter ends.
    package struct Line: Sendable {
        package var label: String
        package var text: String

        package init(label: String, text: String) { (self.label, self.text) = (label, text) }
    }

    /// The same for the pages that follow each other without a key for another.
    package var name: String
    package var left: String
    package var right: String
    package var rows: [Row] = []
    /// Above the keys.
    package var notices: [String] = []
    package var line: Line?
    package var keys: [Key] = []
    package var isOver = false

    package init(name: String, left: String = "", right: String = "") {
        (self.name, self.left, self.right) = (name, left, right)
    }
}
