import ArgumentParser
import Diagnostics
import ResultsStore
import SessionEngine
import StudyDefinition

struct SimulateCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Simulate sessions of random participants, to try the analysis. Reports never "
            + "mix them with real sessions.",
        discussion: """
            Without --effect, --completion, --spread and --pace, each condition takes 28 % more time \
            than the condition before it in the study, so that reports have a difference to show. To \
            simulate conditions without a difference, give --completion, --spread or --pace.
            """
    )

    @OptionGroup var study: StudyOptions
    @Option(help: "The results file; use one without real sessions.")
    var results: String
    @Option(help: "Number of simulated participants (default: as many as in the plan, or 24).")
    var participants: Int?
    @Option(help: "The plan (default: plan.csv next to the results file, if there is one).")
    var plan: String?
    @OptionGroup var model: ModelOptions
    @Option(help: "Random seed; the same seed gives the same participants.")
    var seed: UInt64 = 1

    func validate() throws {
        guard participants.map((1...100_000).contains) ?? true else {
            throw ValidationError("--participants must be from 1 to 100000.")
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let plan = try evalrun.plan(at: plan, besides: results, for: folder.study)
        let model = try model.model(folder.study, plan: plan)
        let store = try ResultsStore(path: results, access: .create)
        defer { store.close() }
        let simulation = Simulation(
            study: folder,
            seed: seed,
            plan: plan,
            model: model
        ) { Output.complain("engine: \($0)") }
        let count = participants ?? plan?.currentParticipants.count ?? 24
        try await simulation.run(participants: count, into: store)
        let (first, last) = (simulation.code(1), simulation.code(count))
        say(
            count == 1
                ? "1 simulated participant, \(first), in \(results)"
                : "\(count) simulated participants, \(first) to \(last), in \(results)"
        )
        if plan != nil {
            say("conditions and task sets follow the plan")
        } else if let remark = folder.study.remarkWithoutPlan {
            say(remark)
        }
        let command = EvalrunCommand(
            ["report", "--output", "Reports/simulated"],
            study: study.study,
            results: results
        )
        say("Try the analysis: \(command.line)")
    }
}
