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
    /// Creates a sink that sends all input directly to the engine. If the machine has slept since
    /// the previous input, first sends the message ``Woke``.
    ///
    /// - Parameter sleep: nil if no task's clock can run.
    init(_ messages: MessageSource, sleep: SleepWatch? = nil) {
        let send: @Sendable (any Pressed) -> Void = { message in
            sleep?.check { messages.send($0) }
            messages.send(message)
        }
        self.init(
            press: { key, at in send(key.message(at)) },
            type: { text, numbered, confirms, at in
                send(Typed(text: text, numbered: numbered, confirms: confirms, at: at))
            },
            leave: { send(Leave(at: $0)) },
            tick: { send(Tick(at: $0)) },
            mark: { send(MarkPressed(kind: $0, words: $1, at: $2)) }
        )
    }
}
