package import Diagnostics
import Foundation
import ResultsStore
package import SessionEngine
import Synchronization

/// `evalrun control`: the facilitator's screens and keys in a terminal of their own, while the
/// participant has the session's. Where the session ends or dies it waits for it to come back.
package struct ControlTerminal: Sendable {
    private let participant: String
    private let results: String
    private let clock: SessionClock

    private let environment: [String: String]
    /// Command that starts the session. Nil if the study is not known.
    private let command: String?

    package init(
        participant: String,
        results: String,
        command: String?,
        environment: [String: String],
        clock: SessionClock = .system
    ) {
        self.command = command
        (self.participant, self.results, self.clock) = (participant, results, clock)
        self.environment = environment
    }

    /// Until the session's last screen, which is returned; nil if this terminal was closed.
    package func run() async throws(DiagnosticError) -> Screen? {
        if let problem = ParticipantCode.problem(with: participant) {
            throw DiagnosticError([problem], status: .usage)
        }
        let interface = try Interface(environment)
        let line = ControlLine(
            path: ControlSocket.path(participant, results: results),
            lock: ParticipantLock.url(participant, results: results).path
        )
        let (screens, sink) = AsyncStream.makeStream(of: Screen.self)
        let thread = Thread { line.run(waiting: waiting, sink: sink) }
        thread.start()
        defer { line.close() }
        return await interface.run(
            screens,
            keys: line.keys,
            clock: clock,
            closing: "close this screen; the session goes on"
        )
    }

    /// - Parameter told: by a session that was controlled before, how it is started; nil if
    ///   there was none.
    private func waiting(told: String?) -> Screen {
        var screen = Screen(
            moment: .busy,
            left: "control · \(participant)",
            right: "",
            title: told == nil ? "Waiting for the session" : "The session's terminal is closed",
            body: told == nil ? "" : "Confirmed steps are recorded. ",
            participant: ParticipantPage(study: "")
        )
        screen.body +=
            (told ?? command).map {
                "Start it in the participant's terminal; it then appears here:\n\n    \($0)"
            }
                ?? """
                Start the session of \(participant) in the participant's terminal, with --control \
                and with this results file:

                    \(results)
                """
        screen.notice = "Ctrl-D closes this screen."
        return screen
    }
}

/// The connection to the session, made again whenever it is lost.
private final class ControlLine: Sendable {
    private let path: String
    /// The lock that a session holds.
    private let lock: String
    /// Guards the connection: the thread that reads and the keys that are sent meet here.
    private let state = Mutex(State())

    private struct State {
        var connection: Int32?
        var turn = 0
        var isClosed = false
    }

    init(path: String, lock: String) { (self.path, self.lock) = (path, lock) }

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

    func run(waiting: (String?) -> Screen, sink: AsyncStream<Screen>.Continuation) {
        var command: String?
        var isTold = false
        while !state.withLock({ $0.isClosed }) {
            guard let connection = LocalSocket.connect(to: path) else {
                if let refusal = refusal() {
                    sink.yield(refusal)
                    break
                }
                if !isTold { sink.yield(waiting(command)) }
                isTold = true
                usleep(200_000)
                continue
            }
            state.withLock { $0.connection = connection }
            let isOver = read(connection, sink) { command = $0 }
            state.withLock { $0.connection = nil }
            Foundation.close(connection)
            isTold = false
            if isOver { break }
        }
        sink.finish()
    }

    /// Never returns if the session belongs to another user.
    private func refusal() -> Screen? {
        guard let owner = LocalSocket.stranger(at: path, lock: lock) else { return nil }
        var screen = Screen(
            moment: .over,
            left: "",
            right: "",
            title: "",
            body: """
                The session is run by the user \(owner), and takes keys from that user only.
                  Run this command as \(owner), or the session as yourself.
                """,
            participant: ParticipantPage(study: "")
        )
        screen.over = Screen.Over(status: .noPermission, isComplete: false)
        return screen
    }

    /// Pages until the connection ends; true after the session's last one.
    private func read(
        _ connection: Int32,
        _ sink: AsyncStream<Screen>.Continuation,
        came: (_ command: String) -> Void
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
                came(page.command)
                state.withLock { $0.turn = page.turn }
                sink.yield(page.screen)
                if page.over != nil { return true }
            }
        }
    }
}
