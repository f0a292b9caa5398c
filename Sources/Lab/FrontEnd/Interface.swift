package import Diagnostics
import Foundation
package import SessionEngine
import Terminal

/// The interface of this process: full pages in a terminal, or plain lines.
package struct Interface: Sendable {
    private enum Kind: Sendable {
        case pages(RawTerminal)
        case lines(LineInput)
    }

    private let kind: Kind

    /// Creates the interface: plain lines if there is no terminal or only a plain terminal
    /// (`TERM=dumb`), otherwise full pages. Throws if there is neither a terminal nor any input to
    /// read.
    package init(_ environment: [String: String]) throws(DiagnosticError) {
        let isPlain = ["", "dumb"].contains(environment["TERM"] ?? "")
        if isatty(0) == 1, isatty(1) == 1, !isPlain {
            let fix = "make the window larger and start again; nothing was recorded"
            kind = .pages(try RawTerminal(fix: fix))
            return
        }
        let input = LineInput()
        guard input.isTerminal || input.isThere() else {
            throw DiagnosticError(
                "no-terminal",
                "standard input is not a terminal, and is empty",
                fix: "run the command in a terminal, or pipe input to it; for a session, "
                    + "use --script FILE",
                status: .usage
            )
        }
        kind = .lines(input)
    }

    /// Shows screens until the last one and returns that screen. Returns nil if the user left
    /// before the last screen.
    ///
    /// - Parameter invitation: a sentence that tells the facilitator how to connect a terminal of
    ///   their own. The participant's terminal shows it while no such terminal is connected.
    package func run(
        _ screens: AsyncStream<Screen>,
        keys: KeySink,
        clock: SessionClock,
        desk: WorkspaceDesk? = nil,
        closing: String? = nil,
        control: AsyncStream<ControlChange>? = nil,
        invitation: String? = nil,
        home: Seat = .facilitator
    ) async -> Screen? {
        ThreadPriority.takeForAll()
        return switch kind {
        case .pages(let terminal):
            await TerminalFrontEnd(
                terminal: terminal,
                screens: screens,
                keys: keys,
                clock: clock,
                desk: desk,
                closing: closing,
                control: control,
                invitation: invitation,
                home: home
            ).run()
        case .lines(let input):
            await LineFrontEnd(
                input: input,
                screens: screens,
                keys: keys,
                clock: clock,
                desk: desk,
                control: control,
                invitation: invitation,
                home: home
            ).run()
        }
    }
}
