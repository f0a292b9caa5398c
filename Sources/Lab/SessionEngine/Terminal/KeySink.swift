import ResultsStore
import Scenarios

/// Destination of key presses and typed lines.
struct KeySink: Sendable {
    var press: @Sendable (Screen.Key, Stamp) -> Void
    /// A line, with whether options were seen numbered, and whether it needs no second Enter.
    var type: @Sendable (_ text: String, _ numbered: Bool, _ confirms: Bool, Stamp) -> Void
    /// Ctrl-C.
    var leave: @Sendable (Stamp) -> Void
    /// About once a second.
    var tick: @Sendable (Stamp) -> Void
}

extension KeySink {
    /// Straight to the engine.
    init(_ messages: MessageSource) {
        self.init(
            press: { key, at in messages.send(key.message(at)) },
            type: { text, numbered, confirms, at in
                messages.send(Typed(text: text, numbered: numbered, confirms: confirms, at: at))
            },
            leave: { messages.send(Leave(at: $0)) },
            tick: { messages.send(Tick(at: $0)) }
        )
    }
}
