package import ResultsStore
import Scenarios

/// Functions that receive input, such as key presses and typed lines.
package struct KeySink: Sendable {
    package var press: @Sendable (Screen.Key, Stamp) -> Void
    /// A function that receives a typed line. `numbered` is true if the person saw numbered
    /// options. `confirms` is true if the line is submitted without a second Enter.
    package var type: @Sendable (_ text: String, _ numbered: Bool, _ confirms: Bool, Stamp) -> Void
    /// A function that handles Ctrl-C.
    package var leave: @Sendable (Stamp) -> Void
    /// A function that is called about once a second.
    package var tick: @Sendable (Stamp) -> Void
    /// A function that sets a mark with its text.
    package var mark: @Sendable (Marked.Kind, _ words: String, Stamp) -> Void = { _, _, _ in }

    package init(
        press: @escaping @Sendable (Screen.Key, Stamp) -> Void,
        type:
            @escaping @Sendable (_ text: String, _ numbered: Bool, _ confirms: Bool, Stamp) -> Void,
        leave: @escaping @Sendable (Stamp) -> Void,
        tick: @escaping @Sendable (Stamp) -> Void,
        mark: @escaping @Sendable (Marked.Kind, String, Stamp) -> Void = { _, _, _ in }
    ) {
        (self.press, self.type, self.leave, self.tick) = (press, type, leave, tick)
        self.mark = mark
    }
}

extension KeySink {
    /// Creates a sink that sends all input directly to the engine.
    init(_ messages: MessageSource) {
        self.init(
            press: { key, at in messages.send(key.message(at)) },
            type: { text, numbered, confirms, at in
                messages.send(Typed(text: text, numbered: numbered, confirms: confirms, at: at))
            },
            leave: { messages.send(Leave(at: $0)) },
            tick: { messages.send(Tick(at: $0)) },
            mark: { messages.send(MarkPressed(kind: $0, words: $1, at: $2)) }
        )
    }
}
