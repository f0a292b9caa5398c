import SessionEngine

/// An event for which a front end waits.
enum FrontEndEvent<Input: Sendable>: Sendable {
    case screen(Screen)
    case input(Input)
    case beat
    case control(ControlChange)
    /// A program to which the front end had lent the terminal, such as an editor, has ended.
    case returned
    /// The input has ended.
    case closed

    /// Starts tasks that produce the events `screen`, `beat` and `control`, and send them to `sink`.
    ///
    /// - Parameter control: changes of the connection to the terminal that runs `evalrun control`.
    ///   Nil if there is no such terminal.
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
