import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import Synchronization
import Terminal

/// An event on the connection to the terminal that runs `evalrun control`: the terminal connected
/// or disconnected.
package enum ControlChange: Sendable {
    case joined, left

    /// Answer to Ctrl-C on the participant's terminal while the facilitator's terminal is connected.
    static let refusal =
        "Only the facilitator can end the session. To stop, please tell the facilitator."
}

/// The session's side of the connection to the facilitator's terminal, which runs `evalrun
/// control`. Sends screens to that terminal and receives the keys that are pressed there. Only the
/// session writes to the log.
///
/// Only one terminal is connected at a time. A new terminal replaces the previous one, because the
/// previous connection may be dead. A terminal that stops reading is disconnected, and then
/// reconnects automatically.
final class ControlPost: Sendable {
    let changes: AsyncStream<ControlChange>
    private let notify: AsyncStream<ControlChange>.Continuation
    private let path: String
    /// Command that resumes the session.
    private let command: String
    private let listener: Int32
    private let keys: KeySink
    private let presses: PressLedger
    private let clock: SessionClock
    /// The connection and the current screen. Protected by a mutex because the engine and the
    /// thread that reads keys share them.
    private let state = Mutex(State())

    private struct State {
        var connection: Int32?
        var screen: Screen?
        var turn = 0
        /// Time at which the current turn began. A turn is a series of screens with the same title,
        /// `prose` and `moment`. The `moment` is the input or event that the screen waits for. If a
        /// key of the facilitator opened the current page, this is the time at which the previous
        /// turn began, because text may be typed before the page is shown.
        var since = Stamp.unknown
        var isOver = false
    }

    init(
        at path: String,
        command: String,
        keys: KeySink,
        presses: PressLedger = PressLedger(),
        clock: SessionClock
    ) throws(DiagnosticError) {
        (self.path, self.keys, self.clock, self.presses) = (path, keys, clock, presses)
        self.command = command
        // The path is registered before the socket is created. A signal that ends the process then
        // always removes the socket's file.
        EndingSignals.remove(socket: path)
        do throws(DiagnosticError) { listener = try LocalSocket.listen(at: path) } catch {
            EndingSignals.remove(socket: nil)
            throw error
        }
        (changes, notify) = AsyncStream.makeStream()
        let thread = Thread { self.serve() }
        thread.start()
    }

    func show(_ screen: Screen) {
        state.withLock { state in
            if !screen.isSamePage(as: state.screen) {
                state.turn += 1
                if !screen.moment.isOpenedByKey { state.since = clock.now() }
            }
            state.screen = screen
            sendPage(&state)
        }
    }

    /// Stops the thread that reads keys, and removes the socket file.
    func close() {
        state.withLock { state in
            state.isOver = true
            // Wakes the thread from `poll`.
            shutdown(listener, Int32(SHUT_RDWR))
            if let connection = state.connection { shutdown(connection, Int32(SHUT_RDWR)) }
        }
        unlink(path)
        EndingSignals.remove(socket: nil)
    }

    private func sendPage(_ state: inout State) {
        guard let connection = state.connection, let screen = state.screen else { return }
        let page = ControlWire.Page(screen, turn: state.turn, command: command)
        if !LocalSocket.send(page, to: connection) { shutdown(connection, Int32(SHUT_RDWR)) }
    }

    // MARK: The thread

    private func serve() {
        var buffer = LineBuffer()
        var connection: Int32?
        while !state.withLock({ $0.isOver }) {
            var descriptors = [pollfd(fd: listener, events: Int16(POLLIN), revents: 0)]
            if let connection {
                descriptors.append(pollfd(fd: connection, events: Int16(POLLIN), revents: 0))
            }
            guard poll(&descriptors, nfds_t(descriptors.count), 500) > 0 else { continue }
            if let open = connection, descriptors[1].revents != 0, !read(open, &buffer) {
                drop(&connection)
            }
            if descriptors[0].revents & Int16(POLLIN) != 0 {
                let newcomer = accept(listener, nil, nil)
                guard newcomer >= 0 else { continue }
                _ = fcntl(newcomer, F_SETFD, FD_CLOEXEC)
                if let open = connection {
                    sayReplaced(to: open)
                    drop(&connection)
                }
                (connection, buffer) = (newcomer, LineBuffer())
                take(newcomer)
            }
        }
        drop(&connection)
        Foundation.close(listener)
        notify.finish()
    }

    private func take(_ newcomer: Int32) {
        state.withLock { state in
            state.connection = newcomer
            sendPage(&state)
        }
        notify.yield(.joined)
    }

    /// Sends a last page to a terminal that was replaced. The terminal then exits instead of
    /// reconnecting.
    private func sayReplaced(to connection: Int32) {
        let screen = Screen(
            closed: "Another terminal now has the facilitator's keys. They no longer work here.",
            status: nil
        )
        let page = ControlWire.Page(screen, turn: 0, command: command)
        _ = state.withLock { _ in LocalSocket.send(page, to: connection) }
    }

    private func drop(_ connection: inout Int32?) {
        guard let descriptor = connection else { return }
        state.withLock { $0.connection = nil }
        Foundation.close(descriptor)
        connection = nil
        notify.yield(.left)
    }

    /// Reads available input and handles it. Returns false if the connection has ended.
    private func read(_ connection: Int32, _ buffer: inout LineBuffer) -> Bool {
        var bytes = [UInt8](repeating: 0, count: 65536)
        let count = recv(connection, &bytes, bytes.count, 0)
        if count < 0, errno == EINTR || errno == EAGAIN { return true }
        guard count > 0, let lines = buffer.lines(adding: bytes.prefix(count)) else { return false }
        for line in lines {
            guard let input = try? JSONDecoder().decode(ControlWire.Input.self, from: line) else {
                return false
            }
            handle(input)
        }
        return true
    }

    /// Passes input from the terminal to the session. Ignores a key or an answer for a page that is
    /// no longer shown.
    private func handle(_ input: ControlWire.Input) {
        let (screen, turn, since) = state.withLock { ($0.screen, $0.turn, $0.since) }
        // A time before the page was shown, or in the future, is replaced by the current time.
        let stamp = { (at: Stamp) in
            let now = self.clock.now()
            return since.nanoseconds(to: at) != nil && at.nanoseconds(to: now) != nil ? at : now
        }
        // Whether the key was pressed before the page was shown. Needed in addition to the turn:
        // the terminal may receive the page after the key press, and send the key with the new
        // turn.
        let isEarlier = { (at: Stamp) in (at.nanoseconds(to: since) ?? 0) > 0 }
        switch input {
        case .press(let character, let seen, let at):
            guard seen == turn, !isEarlier(at) else { return }
            let trigger = Screen.Key.Trigger(character)
            guard let key = screen?.keys.first(where: { $0.trigger == trigger }) else { return }
            let instant = stamp(at)
            note(character ?? "enter", at: instant)
            keys.press(key, instant)
        case .type(let text, let numbered, let confirms, let seen, let at):
            guard seen == turn, !isEarlier(at) else { return }
            let instant = stamp(at)
            note("answer", at: instant)
            keys.type(text, numbered, confirms, instant)
        case .note(let text, let at):
            // A note does not belong to a page. It is recorded even if the page has changed.
            let instant = stamp(at)
            note("n", at: instant)
            keys.mark(.note, text, instant)
        case .leave(let at): keys.leave(stamp(at))
        }
    }

    private func note(_ key: String, at stamp: Stamp) {
        presses.note(Press(id: UUID().uuidString, frontEnd: .control, key: key), at: stamp)
    }
}
