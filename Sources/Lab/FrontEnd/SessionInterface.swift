package import Diagnostics
package import SessionEngine

/// The front end of a session. It shows the facilitator's screens in this terminal, or in another
/// terminal that joins with `evalrun control`.
package struct SessionInterface: SessionFrontEnd {
    private let interface: Interface
    private let isControlled: Bool
    private let command: EvalrunCommand

    /// Creates the front end, with full pages or plain lines depending on this terminal.
    ///
    /// - Parameters:
    ///   - isControlled: whether the facilitator uses another terminal from the start.
    ///   - command: command that continues the session. The terminal of `evalrun control` shows it
    ///     while waiting for the session.
    /// - Throws: `DiagnosticError` if there is neither a terminal nor any input to read.
    package init(
        isControlled: Bool,
        command: EvalrunCommand,
        environment: [String: String]
    ) throws(DiagnosticError) {
        interface = try Interface(environment)
        (self.isControlled, self.command) = (isControlled, command)
    }

    package func run(
        _ screens: AsyncStream<Screen>,
        at seat: SessionSeat,
        with room: (any SessionPost)?
    ) async throws(DiagnosticError) -> Screen? {
        var post: ControlPost?
        do throws(DiagnosticError) {
            post = try ControlPost(
                at: ControlSocket.path(seat.participant, results: seat.results),
                command: command.line,
                keys: seat.keys,
                presses: seat.presses,
                clock: seat.clock
            )
        } catch {
            // Without a socket the session can still run, unless control from another terminal was
            // requested.
            if isControlled { throw error }
        }
        defer { post?.close() }
        let feed = ScreenFeed()
        let forward = Task { [post] in
            for await screen in screens {
                post?.show(screen)
                room?.show(screen)
                feed.show(screen)
            }
            feed.finish()
        }
        let status = Task {
            guard let room else { return }
            for await status in room.status { feed.show(status) }
        }
        defer {
            forward.cancel()
            status.cancel()
        }
        return await interface.run(
            feed.screens,
            keys: seat.keys,
            clock: seat.clock,
            desk: WorkspaceDesk(workspace: seat.workspace, environment: seat.environment),
            control: room == nil ? post?.changes : nil,
            invitation: isControlled
                ? "Facilitator: in a terminal of your own, run \(control(seat).line)" : nil,
            home: room != nil ? .facilitator : isControlled ? .participant : .shared
        )
    }

    /// Returns the command that shows the facilitator's screens in another terminal.
    private func control(_ seat: SessionSeat) -> EvalrunCommand {
        EvalrunCommand(["control", seat.participant], results: seat.results)
    }
}
