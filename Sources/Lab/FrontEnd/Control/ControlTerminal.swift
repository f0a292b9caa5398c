package import Diagnostics
import Foundation
import ResultsStore
package import SessionEngine
import Synchronization

/// The terminal of `evalrun control`. It shows the facilitator's screens while the participant uses
/// the session's terminal. If the session ends unexpectedly, this terminal waits until the session
/// runs again.
package struct ControlTerminal: Sendable {
    private let participant: String
    private let results: String
    private let environment: [String: String]
    /// Command that starts the session. Nil if the study is not known.
    private let command: String?

    package init(
        participant: String,
        results: String,
        command: String?,
        environment: [String: String]
    ) {
        (self.command, self.results, self.environment) = (command, results, environment)
        // The names of the session's files contain the code in its recorded normalization form.
        self.participant =
            (try? ParticipantCode.entered(participant, results: results))
            ?? ParticipantCode.entered(participant)
    }

    /// Shows the session's screens until the session ends, and returns the last screen. If this
    /// terminal is closed earlier, returns the screen shown at that time, or nil if there was none.
    package func run() async throws(DiagnosticError) -> Screen? {
        if let problem = ParticipantCode.problem(with: participant) {
            throw DiagnosticError([problem], status: .usage)
        }
        let control = try RemoteControl(environment: environment)
        let line = ControlLine(
            path: ControlSocket.path(participant, results: results),
            lock: ParticipantLock.url(participant, results: results).path
        )
        let thread = Thread { line.run(waiting: waiting, sink: control.sink) }
        thread.start()
        defer { line.close() }
        return await control.run(line.keys, clock: .system)
    }

    /// Returns the screen to show while there is no session. If no session of the participant can
    /// be expected, returns an error screen.
    ///
    /// - Parameter told: the command that resumes the session. The session sent it before the
    ///   connection was lost. Nil if there was no earlier connection.
    private func waiting(told: String?) -> Screen {
        if let end = EarlierSessions.end(of: participant, results: results) {
            return Screen(closed: end, status: .usage)
        }
        var screen = RemoteControl.waiting(
            told == nil ? "Waiting for the session" : "The session's terminal is closed",
            told == nil ? "" : "Everything recorded so far is kept. "
        )
        screen.left = "control · \(participant)"
        screen.body +=
            (told ?? command).map {
                "To see the session here, run this in the participant's terminal:\n\n    \($0)"
            }
                ?? """
                In the participant's terminal, start the session of \(participant) with --control. \
                Use this results file:

                    \(results)
                """
        if told == nil {
            for other in running {
                let command = EvalrunCommand(["control", other], results: results)
                screen.body += """


                    The session of \(other) is running. To control it, close this screen and run:

                        \(command.line)
                    """
            }
        }
        return screen
    }

    /// Codes of the participants whose sessions are running with the same results file. Excludes
    /// sessions whose socket path is too long for the system, because their sockets are in another
    /// folder.
    private var running: [String] {
        let file = URL(fileURLWithPath: results)
        let (prefix, suffix) = (".\(file.lastPathComponent).", ".control")
        let folder = file.deletingLastPathComponent().path
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        let codes = names.filter { $0.hasPrefix(prefix) && $0.hasSuffix(suffix) }
            .map { String($0.dropFirst(prefix.count).dropLast(suffix.count)) }
        // A killed session leaves its socket file behind. Only a running session holds the lock.
        return codes.sorted().filter { code in
            ParticipantCode.problem(with: code) == nil
                && LocalSocket.isHeld(ParticipantLock.url(code, results: results).path)
        }
    }
}

/// The connection to the session. Reconnects automatically if the connection is lost.
final class ControlLine: Sendable {
    private let path: String
    /// Path of the lock file of the participant's log. A running session keeps this file locked.
    private let lock: String
    /// The state of the connection. Protected by a mutex because one thread receives screens while
    /// another sends keys.
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
            tick: { _ in },
            mark: { _, words, at in self.send { _ in .note(words, at: at) } }
        )
    }

    private func send(_ input: (_ turn: Int) -> ControlWire.Input) {
        state.withLock { state in
            guard let connection = state.connection else { return }
            let isSent = LocalSocket.send(input(state.turn), to: connection)
            if !isSent { shutdown(connection, Int32(SHUT_RDWR)) }
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
                if !isTold {
                    let screen = waiting(command)
                    sink.yield(screen)
                    if screen.over != nil { break }
                }
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
            usleep(200_000)
        }
        sink.finish()
    }

    /// Returns an error screen if another user runs the session; otherwise nil. Only the user who
    /// runs a session can connect to it.
    private func refusal() -> Screen? {
        guard let owner = LocalSocket.stranger(at: path, lock: lock) else { return nil }
        return Screen(
            closed: """
                The session is run by the user \(owner), and accepts keys only from that user.
                  Run this command as \(owner), or start the session from your own user account.
                """,
            status: .noPermission
        )
    }

    /// Returns the screen to show if a page cannot be read.
    private var unreadable: Screen {
        Screen(
            closed: """
                The session's screens cannot be read. Run the same version of evalrun in both \
                terminals.
                """,
            status: .unavailable
        )
    }

    /// Reads pages until the connection ends. Returns true if the session's last page was read, or
    /// if a page cannot be read because the session runs another version of evalrun.
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
                else {
                    sink.yield(unreadable)
                    return true
                }
                came(page.command)
                state.withLock { $0.turn = page.turn }
                sink.yield(page.screen)
                if page.over != nil { return true }
            }
        }
    }
}
