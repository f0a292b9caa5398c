package import Diagnostics
import Foundation
import ResultsStore
import Scenarios
import Synchronization

/// `evalrun control`: the facilitator's screens and keys in a terminal of their own, while the
/// participant has the session's. Where the session ends or dies it waits for it to come back.
package struct ControlTerminal: Sendable {
    private let participant: String
    private let results: String
    private let clock: SessionClock

    private let environment: [String: String]

    package init(
        participant: String,
        results: String,
        environment: [String: String],
        clock: SessionClock = .system
    ) {
        (self.participant, self.results, self.clock) = (participant, results, clock)
        self.environment = environment
    }

    /// Until the session's last screen, which is returned; nil where this terminal was closed.
    package func run() async throws(DiagnosticError) -> Screen? {
        if let problem = ParticipantCode.problem(with: participant) {
            throw DiagnosticError([problem], status: .usage)
        }
        let frontEnd = try FrontEnd.open(environment)
        let line = ControlLine(path: LocalSocket.path(participant, results: results))
        let (screens, sink) = AsyncStream.makeStream(of: Screen.self)
        let thread = Thread { line.run(waiting: waiting, sink: sink) }
        thread.start()
        defer { line.close() }
        return await frontEnd.run(
            screens,
            keys: line.keys,
            clock: clock,
            closing: "close this screen; the session goes on"
        )
    }

    /// - Parameter wasThere: whether a session was controlled before.
    private func waiting(wasThere: Bool) -> Screen {
        var screen = Screen(
            moment: .busy,
            left: "control · \(participant)",
            right: "",
            title: wasThere ? "The session's terminal has gone" : "Waiting for the session",
            body: """
                \(wasThere ? "What was confirmed is recorded. " : "")Start it in the participant's \
                terminal, and it comes here:

                    evalrun session --participant \(participant) --control --results \(results)
                """,
            participant: ParticipantPage(study: "")
        )
        screen.notice = "Ctrl-D closes this screen."
        return screen
    }
}

/// The connection to the session, made again whenever it is lost.
private final class ControlLine: Sendable {
    private let path: String
    /// Guards the connection: the thread that reads and the keys that are sent meet here.
    private let state = Mutex(State())

    private struct State {
        var connection: Int32?
        var turn = 0
        var isClosed = false
    }

    init(path: String) { self.path = path }

    var keys: KeySink {
        KeySink(
            press: { key, at in
                self.send { .press(key.trigger.character, turn: $0, at: at) }
            },
            type: { text, numbered, confirms, at in
                self.send {
                    .type(text, numbered: numbered, confirms: confirms, turn: $0, at: at)
                }
            },
            leave: { at in self.send { _ in .leave(at: at) } },
            tick: { _ in }
        )
    }

    private func send(_ input: (_ turn: Int) -> ControlWire.Input) {
        state.withLock { state in
            guard let connection = state.connection,
                var line = try? JSONEncoder().encode(input(state.turn))
            else { return }
            line.append(0x0a)
            if !LocalSocket.send(line, to: connection) { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    func close() {
        state.withLock { state in
            state.isClosed = true
            if let connection = state.connection { shutdown(connection, Int32(SHUT_RDWR)) }
        }
    }

    func run(waiting: (Bool) -> Screen, sink: AsyncStream<Screen>.Continuation) {
        var wasThere = false
        var isTold = false
        while !state.withLock({ $0.isClosed }) {
            guard let connection = LocalSocket.connect(to: path) else {
                if !isTold { sink.yield(waiting(wasThere)) }
                isTold = true
                usleep(200_000)
                continue
            }
            state.withLock { $0.connection = connection }
            let isOver = read(connection, sink) { wasThere = true }
            state.withLock { $0.connection = nil }
            Foundation.close(connection)
            isTold = false
            if isOver { break }
        }
        sink.finish()
    }

    /// Pages until the connection ends; true after the session's last one.
    private func read(
        _ connection: Int32,
        _ sink: AsyncStream<Screen>.Continuation,
        came: () -> Void
    ) -> Bool {
        var buffer = LineBuffer()
        var bytes = [UInt8](repeating: 0, count: 65536)
        while true {
            let count = recv(connection, &bytes, bytes.count, 0)
            if count < 0, errno == EINTR { continue }
            guard count > 0, let lines = buffer.lines(adding: bytes.prefix(count)) else {
                return false
            }
            for line in lines {
                guard let page = try? JSONDecoder().decode(ControlWire.Page.self, from: line)
                else { return false }
                came()
                state.withLock { $0.turn = page.turn }
                sink.yield(page.screen)
                if page.over != nil { return true }
            }
        }
    }
}
