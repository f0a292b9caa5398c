import SessionEngine

/// An event for which a front end waits.
enum FrontEndEvent<Input: Sendable>: Sendable {
    case screen(Screen)
    case input(Input)
    case beat
    case control(ControlChange)
    /// A program that used the terminal in place of the front end, such as an editor, has ended.
    case returned
    /// The terminal was closed, or the input has ended.
    case closed

    /// Starts Swift tasks that send the events `screen`, `beat` and `control` to `sink`. The event
    /// `beat` occurs ten times a second.
    ///
    /// - Parameter control: events on the connection to the terminal that runs `evalrun control`.
    ///   Nil if no such terminal can connect.
    static func produce(
        into sink: AsyncStream<Self>.Continuation,
        screens: AsyncStream<Screen>,
        control: AsyncStream<ControlChange>?
    ) -> [Task<Void, Never>] {
        [
            Task {
                for await screen in screens { sink.yield(.screen(screen)) }
                sink.finish()
            },
            Task {
                while !Task.isCancelled {
                    try? await Task.sleep(for: .milliseconds(100))
                    sink.yield(.beat)
                }
            },
            Task {
                guard let control else { return }
                for await change in control { sink.yield(.control(change)) }
            },
        ]
    }
}
