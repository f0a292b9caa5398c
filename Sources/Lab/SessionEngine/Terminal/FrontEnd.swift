import Diagnostics
import Foundation
import ResultsStore
import Terminal

/// Interface of this process: full pages in a terminal, or lines.
enum FrontEnd: Sendable {
    case pages(RawTerminal)
    case lines(LineInput)

    /// Lines, if there is no terminal or only a plain one (`TERM=dumb`). Throws where there is
    /// nobody at all: no terminal, and nothing to read.
    static func open(_ environment: [String: String]) throws(DiagnosticError) -> FrontEnd {
        let isPlain = ["", "dumb"].contains(environment["TERM"] ?? "")
        if isatty(0) == 1, isatty(1) == 1, !isPlain {
            let fix = "make the window larger and start again; nothing was recorded"
            return .pages(try RawTerminal(fix: fix))
        }
        let input = LineInput()
        if !input.isTerminal, !input.isThere() { throw missing }
        return .lines(input)
    }

    private static var missing: DiagnosticError {
        DiagnosticError(
            "no-terminal",
            "this needs a terminal for its pages and keys, or lines to read",
            fix: "run it in a terminal, or give it what to type; a session plays --script FILE",
            status: .usage
        )
    }

    /// Until the last screen, which is returned; nil if the person went away before.
    func run(
        _ screens: AsyncStream<Screen>,
        keys: KeySink,
        clock: SessionClock,
        desk: WorkspaceDesk? = nil,
        closing: String? = nil,
        control: AsyncStream<ControlChange>? = nil,
        home: Seat = .facilitator
    ) async -> Screen? {
        ThreadPriority.takeForAll()
        return switch self {
        case .pages(let terminal):
            await TerminalFrontEnd(
                terminal: terminal,
                screens: screens,
                keys: keys,
                clock: clock,
                desk: desk,
                closing: closing,
                control: control,
                home: home
            ).run()
        case .lines(let input):
            await LineFrontEnd(
                input: input,
                screens: screens,
                keys: keys,
                clock: clock,
                control: control,
                home: home
            ).run()
        }
    }
}
