import Diagnostics
import Foundation
import Reporting
import ResultsStore
import SessionEngine
import Statistics
import Testing

@testable import StudyDefinition

/// Power by simulation against its analytic value, for three designs that have one.
@Suite struct PowerSimulationTests {
    private static let dataSets = 40

    private func result(
        _ participants: Int,
        separate: Bool,
        effect: String,
        change: (inout SimulationModel) -> Void
    ) async throws -> [PowerSimulation.Tally] {
        var folder = smallStudy(conditions: ["new", "old"])
        folder.study.phases = [.eachCondition([.tasks(["first"])])]
        folder.study.questionnaires = []
        for place in folder.study.tasks.indices { folder.study.tasks[place].timeLimit = 36_000 }
        var design = ExperimentPlan.Design(participants: participants, seed: 1)
        if separate { design.table = .randomisedBlocks }
        let plan = try ExperimentPlan(design, study: folder.study)
        var model = SimulationModel()
        change(&model)
        try model.add(effect, study: folder.study)
        let (study, chosen) = (folder, model)
        let place = FileManager.default.temporaryDirectory.appending(path: "power-\(UUID())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let simulation = PowerSimulation(
            study: "small",
            dataSets: Self.dataSets,
            seed: 7,
            folder: place
        ) { (store, seed, hasEffect) throws(DiagnosticError) in
            try await Simulation(
                study: study,
                seed: seed,
                plan: plan,
                model: hasEffect ? chosen : chosen.withoutEffects
            ).run(participants: participants, into: store)
        }
        let result = try await simulation.run(isOnlyWithEffects: true)
        #expect(result.withEffects.allSatisfy { $0.total == Self.dataSets })
        #expect(result.withoutEffects.isEmpty)
        return result.withEffects
    }

    private func expect(_ analytic: Double, _ tally: PowerSimulation.Tally?, _ count: Int) throws {
        let tally = try #require(tally)
        let share = try #require(tally.share(count).value)
        #expect(
            share.interval.low <= analytic && analytic <= share.interval.high,
            "\(tally.name): \(share.value), analytic \(analytic)"
        )
    }

    @Test func pairedTimes() async throws {
        let tallies = try await result(12, separate: false, effect: "new:time=0.7") {
            ($0.spread, $0.completion) = (0.3, 1)
        }
        let time = tallies.first { $0.name.hasPrefix("Time") }
        let effect = log(0.7) / (0.3 * 2.0.squareRoot())
        try expect(pairedPower(effect: effect, pairs: 12), time, time?.excluded ?? 0)
    }

    @Test func timesOfSeparateGroups() async throws {
        let tallies = try await result(24, separate: true, effect: "new:time=0.6") {
            ($0.spread, $0.pace, $0.completion) = (0.4, 0.3, 1)
        }
        let time = tallies.first { $0.name.hasPrefix("Time") }
        try expect(
            separatePower(effect: log(0.6) / 0.5, perGroup: 12),
            time,
            time?.excluded ?? 0
        )
    }

    @Test func completionOfSeparateGroups() async throws {
        let tallies = try await result(40, separate: true, effect: "new:completion=0.4") {
            $0.completion = 0.5
        }
        let completion = tallies.first { $0.name.hasPrefix("Completion") }
        try expect(
            ratesPower(0.9, 0.5, perGroup: 20),
            completion,
            completion?.significant ?? 0
        )
    }

    /// Records a session of each participant, with a run in each condition.
    private func record(
        _ participants: Int,
        _ conditions: [String],
        in store: ResultsStore,
        study: StudyFolder
    ) async throws {
        for person in 1...participants {
            let runs = conditions.enumerated().map { position, condition in
                Played.Run(
                    task: "first",
                    seconds: Double(20 + 10 * position + person * person),
                    condition: condition
                )
            }
            try await Played(participant: "P\(person)", conditions: conditions, runs: runs)
                .record(in: store, study: study)
        }
    }

    /// Each data set has its own conditions, and the first data set is ready last.
    @Test func theOrderInWhichDataSetsAreReadyDoesNotMatter() async throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "power-\(UUID())")
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let simulation = PowerSimulation(study: "small", dataSets: 6, seed: 0, folder: place) {
            (store, seed, _) throws(DiagnosticError) in
            let number = seed / 2
            do {
                if number == 0 { try await Task.sleep(for: .milliseconds(500)) }
                let conditions = ["a\(number)", "b\(number)"]
                let study = smallStudy(conditions: conditions)
                try await record(3, conditions, in: store, study: study)
            } catch {
                throw DiagnosticError("test", "\(error)")
            }
        }
        let tallies = try await simulation.run(isOnlyWithEffects: true).withEffects
        #expect(
            tallies.map(\.name).filter { $0.hasPrefix("Time on task") }
                == (0..<6).map { "Time on task, Condition a\($0) and Condition b\($0)" }
        )
    }

    /// With several pairs of conditions, the report does not use the registered margins.
    @Test(arguments: [(["a", "b"], 1), (["a", "b", "c"], 0)])
    func equivalenceIsTestedOnlyForTwoConditions(_ conditions: [String], _ tested: Int) async throws
    {
        var folder = smallStudy(conditions: conditions)
        folder.study.analysis = RegisteredAnalysis(primary: .init(measure: .time, margin: 1.25))
        let study = folder
        let tests = try await withStore { store in
            try await record(4, conditions, in: store, study: study)
            return try Report.outcomeTests(store, study: "small")
        }
        #expect(!tests.isEmpty)
        #expect(tests.count { $0.isEquivalent != nil } == tested)
        #expect(tests.allSatisfy { !$0.isScore })
    }

    @Test(arguments: [
        ("new", "does not begin with a condition"), ("neu:time=2", "did you mean \"new\"?"),
        ("new:time=0", "\"time=0\" is not an effect"),
        ("new:speed=2", "\"speed=2\" is not an effect"),
        ("new:completion=2", "\"completion=2\" is not an effect"),
        ("new:time=0.7,time=0.9", "gives a value for \"time\" twice"),
        ("old:time=0.9", "condition \"old\" has two effects"),
    ]) func aWrongEffectIsNamed(_ text: String, _ words: String) {
        var model = SimulationModel()
        model.effects["old"] = .init()
        #expect {
            try model.add(text, study: smallStudy(conditions: ["new", "old"]).study)
        } throws: { error in
            render((error as? DiagnosticError)?.diagnostics ?? []).contains(words)
        }
    }

    /// The condition that was given is not suggested again.
    @Test func anEffectWithoutAColonHasNoSuggestion() {
        var model = SimulationModel()
        let error = #expect(throws: DiagnosticError.self) {
            try model.add("new", study: smallStudy(conditions: ["new", "old"]).study)
        }
        #expect(error?.diagnostics.first?.fix == nil)
        #expect(error?.diagnostics.first?.expected?.hasPrefix("new:time=0.7") == true)
    }

    @Test func anEffectNeedsACondition() throws {
        var study = smallStudy(conditions: ["new", "old", "other"]).study
        study.conditions[1].onlyPlanned = true
        let plan = try ExperimentPlan(.init(participants: 6, seed: 1), study: study)
        var model = SimulationModel()
        try model.add("old:time=2", study: study)
        try model.requirePlayedConditions(study, plan: plan)
        let effects = model
        let unplanned = #expect(throws: DiagnosticError.self) {
            try effects.requirePlayedConditions(study, plan: nil)
        }
        let advice = render(unplanned?.diagnostics ?? [])
        #expect(advice.contains("evalrun plan --conditions new,old --participants N"))
        study.conditions.remove(at: 1)
        let others = try ExperimentPlan(.init(participants: 6, seed: 1), study: study)
        let left = #expect(throws: DiagnosticError.self) {
            try effects.requirePlayedConditions(study, plan: others)
        }
        #expect(
            left?.diagnostics.first?.problem == "the plan does not contain condition \"old\""
        )
        let fix = left?.diagnostics.first?.fix ?? ""
        #expect(fix.hasSuffix("--participants N --output FILE; then pass it with --plan FILE"))
    }

    /// R: power.t.test(n = 12, delta = 0.5, strict = TRUE), type "paired" and "two.sample".
    @Test func analyticPower() throws {
        #expect(abs(pairedPower(effect: 0.5, pairs: 34) - 0.807778) < 1e-5)
        #expect(abs(separatePower(effect: 0.5, perGroup: 64) - 0.8014596) < 1e-5)
        #expect(participants(toSee: 0.31, goal: 0.85).value == 6)
        // Quotients that are whole numbers: 1 - 0.7² is 0.51.
        #expect(participants(toSee: 0.3, goal: 0.51).value == 2)
        #expect(participants(toSee: 0.9, goal: 0.9999).value == 4)
        #expect(participants(toSee: 0.3, goal: 0.511).value == 3)
        #expect(abs(ratesPower(0.5, 0.5, perGroup: 20) - 0.05) < 0.02)
    }

    @Test func sampleSizesAreSaid() throws {
        #expect(
            try SampleSize.timeDifference(ratio: 0.7, spread: 0.5, isWithin: false, power: 0.8)
                .lines()[0] == "32 participants with each condition, 64 in all"
        )
        #expect(try SampleSize.problem(frequency: 0.1, goal: 0.85).lines()[0] == "19 participants")
        #expect(try SampleSize.completionInterval(margin: 0.1).lines()[0] == "93 participants")
        // Not the expected completion rate.
        let rate = #expect(throws: DiagnosticError.self) {
            try SampleSize.completionInterval(margin: 0.8).lines()
        }
        let words = "--completion must be a margin of error between 0 and 0.5, such as 0.1"
        #expect(rate?.diagnostics.first?.problem.hasSuffix(words) == true)
        #expect(throws: DiagnosticError.self) {
            try SampleSize.timeDifference(ratio: 1, spread: 0.5, isWithin: true, power: 0.8).lines()
        }
    }
}
