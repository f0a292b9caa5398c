import ArgumentParser
import Diagnostics
import Foundation
import Reporting
import SessionEngine
import StudyDefinition
import Terminal

struct PowerCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "power",
        abstract: "Compute how many participants a study needs, by formula or by simulation.",
        subcommands: [
            StudyPower.self, WidthPower.self, TimePower.self, CompletionPower.self,
            ProblemPower.self,
        ],
        defaultSubcommand: StudyPower.self
    )
}

struct StudyPower: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "study",
        abstract: "Simulate the power and the false-positive rate of the report's comparisons of "
            + "conditions.",
        discussion: """
            A clear difference needs an interval that excludes "no difference", and a test with p < \
            0.05. For times, the interval is computed from completed tasks, and the test also ranks \
            failures. If tasks fail, the test can therefore miss what the interval shows. Effects \
            change times and completion, not scores. A clear difference in a score is therefore a \
            false positive. The power of a test of equivalence of scores depends on the spread of \
            the simulated answers: SUS scores have a standard deviation of about 19 points and a \
            correlation of about 0.4 between two conditions.
            """
    )

    @OptionGroup var study: StudyOptions
    @OptionGroup var model: ModelOptions
    @Option(
        help: """
            Number of data sets to simulate with the effects, and again without effects. Fewer \
            data sets take less time, but give wider intervals.
            """
    )
    var sessions = 1000
    @Option(help: "Participants in each data set (default: as many as in the plan, or 24).")
    var participants: Int?
    @Option(help: "The plan (default: plan.csv next to the results file, if there is one).")
    var plan: String?
    @OptionGroup var results: ResultsOptions
    @Option(help: "Random seed; the same seed gives the same data sets.")
    var seed: UInt64 = 1

    func validate() throws {
        guard (10...100_000).contains(sessions) else {
            throw ValidationError("--sessions must be from 10 to 100000.")
        }
        guard participants.map((2...10_000).contains) ?? true else {
            throw ValidationError("--participants must be from 2 to 10000.")
        }
        guard !model.effect.isEmpty else {
            throw ValidationError(
                "Name an effect to detect, such as --effect generator:time=0.7,completion=+0.1."
            )
        }
    }

    func run() async throws {
        let folder = try study.folder(.find(environment: processEnvironment))
        let plan = try evalrun.plan(at: plan, besides: results.results, for: folder.study)
        let model = try model.model(folder.study, plan: plan) ?? SimulationModel()
        let planned = plan?.currentParticipants.count
        let count = participants ?? planned ?? 24
        if let planned, count > planned {
            throw DiagnosticError(
                "plan-too-small",
                "the plan has \(counted(planned, "participant")), not \(count)",
                fix: "omit --participants, or draw a larger plan with evalrun plan",
                status: .usage
            )
        }
        if played(folder, plan).count < 2 { throw nothingCompared(folder, plan) }
        let total = 2 * sessions
        let start = ContinuousClock.now
        let progress = ProgressLine()
        let result = try await withScratch { scratch in
            defer { progress.clear() }
            progress.show("0 of \(total) data sets")
            return try await PowerSimulation(
                study: folder.study.id,
                dataSets: sessions,
                seed: seed,
                folder: scratch
            ) { (store, seed, hasEffect) throws(DiagnosticError) in
                try await Simulation(
                    study: folder,
                    seed: seed,
                    plan: plan,
                    model: hasEffect ? model : model.withoutEffects
                ).run(participants: count, into: store)
            }.run { done in
                let left = timeLeft(done, of: total, after: ContinuousClock.now - start)
                let words = "\(done) of \(total) data sets\(left)"
                progress.show(words)
                if !progress.isInTerminal { Output.complain(words) }
            }
        }
        guard !result.withEffects.isEmpty else { throw nothingCompared(folder, plan) }
        let conditions = plan == nil ? "each participant in every condition" : "as planned"
        say(
            "\(count) participants, \(conditions); \(sessions) data sets with the effects and "
                + "\(sessions) without effects"
        )
        for tally in result.withEffects {
            show(tally, tally.isScore ? "false positives: no effect" : "with these effects")
        }
        say("Without any effect:")
        for tally in result.withoutEffects { show(tally, "false positives") }
        if result.withEffects.contains(where: \.isScore) {
            say("Scores: simulated without an effect; --help states their spread")
        }
        for (index, test) in (folder.study.analysis?.tests ?? []).enumerated() {
            let name = "\(test.measure.rawValue), \(test.method.rawValue)"
            say("Not included: registered test \(index + 1) (\(name))")
        }
    }

    /// Returns the ids of the simulated participants' conditions.
    private func played(_ folder: StudyFolder, _ plan: ExperimentPlan?) -> Set<String> {
        Set(plan?.rows.map(\.condition) ?? folder.study.usualConditions.map(\.id))
    }

    private func nothingCompared(
        _ folder: StudyFolder,
        _ plan: ExperimentPlan?
    ) -> DiagnosticError {
        let needsPlan = played(folder, plan).count < 2
        return DiagnosticError(
            "nothing-compared",
            at: .init(file: folder.url.path),
            "has no outcome that occurs in two conditions, so power cannot be computed",
            fix: needsPlan && folder.study.conditions.count > 1
                ? "draw a plan with two conditions: evalrun plan --conditions NAMES --participants N"
                : "give the study two conditions, and put tasks into the phase "
                    + "\"each_condition\""
        )
    }

    private func show(_ tally: PowerSimulation.Tally, _ note: String) {
        var rows = [
            ["the report finds a clear difference", "\(tally.words(tally.shown))  (\(note))"],
            ["the interval excludes \"no difference\"", tally.words(tally.excluded)],
            ["the test has p < 0.05", tally.words(tally.significant)],
        ]
        if let equivalent = tally.equivalent {
            rows.append(["two one-sided tests show equivalence", tally.words(equivalent)])
        }
        say(tally.name)
        for line in aligned(rows) { say("  \(line)") }
    }
}

/// Returns an estimate of the remaining time, to append to a progress line. Returns an empty text
/// before the first and after the last data set.
private func timeLeft(_ done: Int, of total: Int, after time: Duration) -> String {
    guard done > 0, done < total else { return "" }
    let seconds: Double = time / .seconds(1) * Double(total - done) / Double(done)
    return seconds < 60
        ? "; less than a minute left" : "; about \(Int((seconds / 60).rounded(.up))) min left"
}
