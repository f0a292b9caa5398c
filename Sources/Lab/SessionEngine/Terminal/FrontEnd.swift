import Diagnostics
import Foundation
import ResultsStore

/// Interface of this process: full pages in a terminal, or lines.
enum FrontEnd: Sendable {
    case pages(RawTerminal)
    case lines(LineInput)

    /// Lines, if there is no terminal or only a plain one (`TERM=dumb`). Throws where there is
    /// nobody at all: no terminal, and nothing to read.
    static func open(_ environment: [String: String]) throws(DiagnosticError) -> FrontEnd {
        let isPlain = ["", "dumb"].contains(environment["TERM"] ?? "")
        if isatty(0) == 1, isatty(1) == 1, !isPlain { return .pages(try RawTerminal()) }
        let input = LineInput()
        if !input.isTerminal, !input.isThere() { throw RawTerminal.missing }
        return .lines(input)
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
