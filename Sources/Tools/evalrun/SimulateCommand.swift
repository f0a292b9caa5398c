import ArgumentParser
import Diagnostics
import Foundation
import ResultsStore
import SessionEngine
import StudyDefinition

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate sessions of random participants, to pilot the analysis; flagged, "
            + "never mixed."
    )

    @OptionGroup var study: StudyOptions
    @Option(help: "The results file; a separate file is best.")
    var results: String
    @Option(help: "Number of simulated participants (default: those of the plan, or 24).")
    var participants: Int?
    @Option(help: "The plan (default: plan.csv next to the results file, if there is one).")
    var plan: String?
    @Option(help: "The same seed gives the same participants.")
    var seed: UInt64 = 1

    func validate() throws {
        guard participants.map((1...100_000).contains) ?? true else {
            throw ValidationError("--participants must be from 1 to 100000.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let plan = try planned(folder.study)
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        let simulation = Simulation(study: folder, seed: seed, plan: plan) {
            Output.complain("engine: \($0)")
        }
        let count = participants ?? plan?.participants.count ?? 24
        try await simulation.run(participants: count, into: store)
        let (first, last) = (simulation.code(1), simulation.code(count))
        say(
            count == 1
                ? "1 simulated participant, \(first), in \(results)"
                : "\(count) simulated participants, \(first) to \(last), in \(results)"
        )
        if plan != nil { say("conditions and task sets follow the plan") }
        let command = EvalrunCommand(
            ["report", "--output", "Reports/simulated"],
            study: study.study,
            results: results
        )
        say("Try the analysis: \(command.line)")
    }

    /// The named plan, or the study's plan next to the results file.
    private func planned(_ study: Study) throws(DiagnosticError) -> ExperimentPlan? {
        let url = plan.map { URL(fileURLWithPath: $0) } ?? planFile(beside: results)
        guard plan != nil || FileManager.default.fileExists(atPath: url.path) else { return nil }
        let drawn = try PlanFile.read(url)
        let known = Set(study.conditions.map(\.id))
        guard drawn.study == study.id, known.isSuperset(of: drawn.rows.map(\.condition)) else {
            if plan == nil, drawn.study != study.id { return nil }
            throw DiagnosticError(
                "plan-outdated",
                at: .init(file: url.path),
                drawn.study == study.id
                    ? "plans conditions that the study does not have"
                    : "is a plan for \(drawn.study)",
                expected: "a plan for \(study.id)",
                fix: "draw another plan; the rules are in: "
                    + EvalrunCommand(["help", "plan"]).line
            )
        }
        return drawn
    }
}
