/// A page in a terminal: a list of rows, the keys that the user can press, and an optional input
/// line. Each key sends a `Message`. The page does not depend on the terminal's size.
package struct ListPage<Message: Sendable>: Sendable {
    package struct Row: Sendable {
        package var text: String
        /// Text at the right end of the row.
        package var note = ""
        package var isHeading = false
        package var isSelected = false
        /// Time until which the row is shown in bold, to mark a change; nil for a row that is not
        /// bold.
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
        /// Whether the key opens another page. If so, later keys wait until the other page is
        /// shown, and then apply to that page.
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

    /// An input line. The user completes the text with Enter.
    package struct Line: Sendable {
        package var label: String
        package var text: String

        package init(label: String, text: String) { (self.label, self.text) = (label, text) }
    }

    /// Name of the page. A new version of the same page has the same name. If a key with
    /// ``Key/leads`` opens another page, the names of the two pages must differ.
    package var name: String
    package var left: String
    package var right: String
    package var rows: [Row] = []
    /// Texts shown above the keys.
    package var notices: [String] = []
    package var line: Line?
    package var keys: [Key] = []
    package var isOver = false

    package init(name: String, left: String = "", right: String = "") {
        (self.name, self.left, self.right) = (name, left, right)
    }
}
