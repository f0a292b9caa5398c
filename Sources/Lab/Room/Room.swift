package import Diagnostics
package import Foundation
import LoopbackServer
package import ResultsStore
package import SessionEngine
import Synchronization

/// The web server of a session: the participant's page, the facilitator's page, and the requests of
/// `evalrun join`.
///
/// The engine passes its screens to ``show(_:)``. The server passes key presses and answers to the
/// engine through the property `keys` of its `SessionSeat`. Pages wait for changes with
/// long-polling requests.
package final class Room: SessionPost {
    package struct Options: Sendable {
        /// Port on 127.0.0.1. If 0, the port of the session's earlier process is used if possible,
        /// otherwise a free port.
        package var port: UInt16 = 0
        /// The address under which a proxy serves the pages. Nil without a proxy.
        package var address: RoomAddress?

        package init(port: UInt16 = 0, address: RoomAddress? = nil) {
            (self.port, self.address) = (port, address)
        }
    }

    struct State {
        var screen: Screen?
        /// Version of the state. Each change that affects a page increments it.
        var version = 1
        /// Time at which the participant's page first showed its current question or task. While
        /// a task's clock is running, the start time of that clock.
        var since = Stamp.unknown
        var turn = ""
        var facilitatorTurn = ""
        var facilitatorSince = Stamp.unknown
        var desk: PressDesk
        var participant = Presence()
        var machine = Presence()
        /// Presence of the facilitator's page or of `evalrun control`.
        var facilitator = Presence()
        /// Id of the upload that is requested from the participant's machine; nil if none is
        /// requested.
        var wanted: String?
        /// Id of the zip file that the last collected files came from; nil if there is none.
        var collectedZip: String?
        /// Whether the facilitator decided to continue without the participant's machine. The
        /// session then no longer waits for files from a disconnected machine. Becomes false when
        /// the machine connects again.
        var forgoesMachine = false
        /// Name of the workspace that was prepared last. Nil if none was prepared.
        var workspace: String?
        var links: [Role: String] = [:]
        var isClosed = false
        /// Roles that the server has told that the session ended or was interrupted.
        var told: Set<Role> = []
        var lastMark: Stamp?
    }

    package let status: AsyncStream<RoomStatus>
    let seat: SessionSeat
    /// UUID of the session, which the pages send with each press.
    var session: String { seat.uuid.uuidString }
    let options: Options
    let keys: RoomKeys
    let bell = Bell()
    /// A lock that serializes downloads and replacements of the workspace.
    let transfer = Mutex(())
    /// Random name of this process. A request has a version number and the name of the process that
    /// issued the number. A version number that another process issued is ignored.
    let epoch = String(Token.make().prefix(12))
    let state: Mutex<State>
    private let tell: AsyncStream<RoomStatus>.Continuation
    /// The status that was last sent to the facilitator's terminal. Protected by a mutex because
    /// requests run on different threads.
    private let latest = Mutex<RoomStatus?>(nil)
    private let server = Mutex<LoopbackServer?>(nil)

    /// Starts the server on the loopback interface. The stream ``status`` contains the secret links
    /// to the pages.
    package init(_ options: Options, seat: SessionSeat) throws(DiagnosticError) {
        (self.options, self.seat) = (options, seat)
        keys = RoomKeys(
            at: RoomKeys.path(seat.participant, results: seat.results),
            session: seat.uuid.uuidString,
            isNew: seat.isNew
        )
        let desk = PressDesk(recorded: seat.recorded)
        state = Mutex(State(desk: desk, workspace: seat.prepared))
        (status, tell) = AsyncStream.makeStream()
        try listen()
        for role in [Role.participant, .facilitator] {
            let link = try keys.makeLink(for: role)
            state.withLock { $0.links[role] = link }
        }
        tellStatus()
        let watch = Thread { [weak self] in
            while let self, !self.state.withLock({ $0.isClosed }) {
                self.look()
                usleep(500_000)
            }
        }
        watch.name = "room"
        watch.start()
    }

    /// Returns the UUID of an earlier session of `participant` that ended before its first event
    /// was recorded. A new session can use this UUID. Nil if there is no such session.
    package static func identity(for participant: String, results: String) -> UUID? {
        RoomKeys.unbegun(at: RoomKeys.path(participant, results: results))
    }

    private func listen() throws(DiagnosticError) {
        let wanted = options.port != 0 ? options.port : keys.port
        // The port of the earlier process may be in use. A free port is then used, unless the user
        // chose the port or a public address.
        let mayChange = options.port == 0 && wanted != 0 && options.address == nil
        do {
            do { try start(port: wanted) } catch _ where mayChange { try start(port: 0) }
        } catch let error as DiagnosticError {
            throw error
        } catch {
            let problem = "the session's pages can't be served: \(error)"
            throw DiagnosticError("room", problem, status: .unavailable)
        }
    }

    private func start(port: UInt16) throws {
        let box = Mutex<UInt16>(0)
        let server = try LoopbackServer(
            port: port,
            limits: RoomLimits.server,
            check: { [options] request throws(HTTPFault) in
                try HostCheck(
                    port: box.withLock { $0 },
                    publicOrigin: options.address?.origin,
                    entrances: ["/", "/enter", "/facilitator"]
                ).check(request, fix: "open the address that \"evalrun session\" printed")
            },
            isTrusted: { [keys] in keys.role(in: $0.cookies, among: Role.allCases) != nil },
            answer: { [weak self] request, connection throws(HTTPFault) in
                guard let self else { throw HTTPFault(503, "the session has ended") }
                return try self.answer(request, connection)
            }
        )
        box.withLock { $0 = server.port }
        try keys.keep(port: server.port)
        server.start()
        self.server.withLock { $0 = server }
    }

    var port: UInt16 { server.withLock { $0?.port } ?? 0 }

    /// Address of the pages, without a path.
    var origin: String { options.address?.origin ?? "http://127.0.0.1:\(port)" }

    // MARK: - From the session

    package func show(_ screen: Screen) {
        state.withLock { state in
            let turn = Turn.participant(screen)
            if turn != state.turn { (state.turn, state.since) = (turn, seat.clock.now()) }
            if let since = screen.clock?.since, screen.moment == .running { state.since = since }
            let desk = Turn.facilitator(screen)
            if desk != state.facilitatorTurn {
                (state.facilitatorTurn, state.facilitatorSince) = (desk, seat.clock.now())
            }
            let isRunning = screen.moment == .running && state.screen?.moment == .running
            if !isRunning || screen.marks != state.screen?.marks {
                state.lastMark = seat.clock.now()
            }
            state.screen = screen
            state.version += 1
            state.desk.shown(
                screen,
                turns: [.participant: state.turn, .facilitator: state.facilitatorTurn],
                isWritten: seat.presses.writing != .failed
            )
        }
        bell.ring()
    }

    package func recorded(_ events: [SessionEvent]) {
        // If the file of access keys cannot be written, the next process still finds the session in
        // the results file.
        try? keys.begin()
        state.withLock { state in
            state.desk.recorded(events)
            for event in events {
                switch event {
                case .taskPrepared(let task):
                    state.workspace = task.snapshot.map {
                        SessionSeat.workspaceName(seat.uuid, run: task.run, snapshot: $0)
                    }
                case .checkFinished: keys.settle(zip: state.collectedZip)
                case .taskEnded:
                    keys.announce(zip: nil)
                    keys.settle(zip: keys.uncheckedZip)
                default: break
                }
            }
        }
        bell.ring()
    }

    package func close() {
        let isOver = state.withLock { state in
            state.isClosed = true
            return state.screen?.over?.isFinal == true
        }
        bell.ring()
        // Waits until connected pages have the last screen, even over slow connections.
        if isOver {
            _ = bell.wait(RoomLimits.farewell) { state.withLock { !$0.isEveryoneTold } }
        }
        usleep(300_000)
        server.withLock { $0?.stop() }
        if isOver { keys.remove() }
        tell.finish()
    }

    // MARK: - Presence

    /// Updates the connection states of both pages and of the participant's machine. Notifies the
    /// pages if the state of the participant's page or machine changed. Notifies the terminal if
    /// its status text changed, for example because the duration in `connection lost 0:12` has
    /// increased.
    private func look() {
        let changed = state.withLock { state in
            let before = (state.participant.state, state.machine.state)
            for role in Role.allCases { state[keyPath: role.presence].look() }
            let isChanged = before != (state.participant.state, state.machine.state)
            if isChanged { state.version += 1 }
            return isChanged
        }
        if changed { bell.ring() }
        tellStatus()
    }

    /// Sends the status to the facilitator's terminal, unless it is the same as the last status.
    private func tellStatus() {
        latest.withLock { latest in
            let status = currentStatus
            guard status != latest else { return }
            latest = status
            tell.yield(status)
        }
    }

    /// Records that `role` has sent a request. If the role was disconnected before, notifies the
    /// pages and the terminal.
    func met(_ role: Role, roundTrip: Int64? = nil) {
        let wasAway = state.withLock { state in
            let wasAway = state[keyPath: role.presence].meet(roundTrip: roundTrip)
            if wasAway, role == .machine { state.forgoesMachine = false }
            return wasAway
        }
        // No page shows whether the facilitator is connected.
        if wasAway, role != .facilitator { change { _ in } }
    }

    /// Changes the state, and notifies the pages and the terminal.
    func change(_ body: (inout State) -> Void) {
        state.withLock { state in
            body(&state)
            state.version += 1
        }
        bell.ring()
        tellStatus()
    }
}
