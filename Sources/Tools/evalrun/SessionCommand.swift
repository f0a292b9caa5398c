import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct SessionCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "session",
        abstract: "Run a session with a participant, or go on with an unfinished one."
    )

    enum ClockKind: String, ExpressibleByArgument, CaseIterable {
        case real, simulated
    }

    @Option(help: "The participant's code, such as P1; no names.")
    var participant: String
    @OptionGroup var study: StudyOptions
    @OptionGroup var results: ResultsOptions
    @Option(parsing: .upToNextOption, help: "Conditions, in the order for this participant.")
    var condition: [String] = []
    @Flag(help: "Mark the session as a pilot, never to be analysed.")
    var pilot = false
    @Option(help: "Play facilitator and participant from a file.")
    var script: String?
    @Option(help: "With --script: real time, or the times that the script gives.")
    var clock = ClockKind.real
    @Flag(help: "With --script: go on with an unfinished session.")
    var resume = false
    @Option(help: .hidden)
    var killAfterEvent: Int?

    func validate() throws {
        if script == nil, clock == .simulated || resume {
            throw ValidationError("--clock simulated and --resume need --script FILE.")
        }
    }

    func run() async throws {
        let resources = Resources.find(environment: processEnvironment)
        let folder = try study.folder(resources)
        var options = SessionRunner.Options(
            participant: participant,
            conditions: try conditions(folder.study),
            results: results.results,
            environment: processEnvironment
        )
        options.isPilot = pilot
        options.simulatesClock = clock == .simulated
        options.resumesScript = resume
        if let script {
            options.script = try ScriptReader.read(
                URL(fileURLWithPath: script),
                study: folder.study
            )
        }
        options.acknowledge = acknowledge
        let last = try await SessionRunner(options, study: folder, resources: resources).run()
        guard let last, let over = last.over else {
            throw DiagnosticError(
                "terminal-gone",
                "the terminal went away; everything confirmed is recorded",
                fix: "go on with: evalrun session --participant \(participant)",
                status: .tryAgain
            )
        }
        say(last.body)
        if let status = over.status { throw ExitCode(status.rawValue) }
    }

    /// By default all conditions of the study, in its order.
    private func conditions(_ study: Study) throws(DiagnosticError) -> [String] {
        let known = study.conditions.map(\.id)
        if condition.isEmpty { return known }
        for id in condition where !known.contains(id) {
            throw DiagnosticError(
                "unknown-condition",
                "the study has no condition \"\(id)\"",
                fix: suggestion(for: id, among: known),
                status: .usage
            )
        }
        return condition
    }

    /// A script's transcript: a line for each event, printed after it is on the disk.
    private var acknowledge: @Sendable (Int, [SessionEvent]) -> Void {
        let (isScripted, limit) = (script != nil, killAfterEvent)
        return { count, events in
            if isScripted {
                for (offset, event) in events.enumerated() {
                    say("recorded \(count - events.count + 1 + offset)  \(event.summary)")
                }
            }
            if let limit, count >= limit { kill(getpid(), SIGKILL) }
        }
    }
}
