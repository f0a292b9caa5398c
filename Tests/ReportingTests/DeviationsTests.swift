import Diagnostics
import Foundation
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// What was fixed before the data came, and what was done otherwise.
@Suite struct DeviationsTests {
    private func report(
        locked: StoredLock?,
        deviations: [String: [String]],
        plan: PlannedSession? = nil
    ) async throws -> String {
        try await withStore { store in
            var first = Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
            first.plan = plan
            try await first.record(in: store)
            let second = Played(participant: "P2", runs: [.init(task: "first", seconds: 30)])
            try await second.record(in: store)
            if let locked { try await store.keep(locked) }
            var options = Report.Options()
            options.lockDeviations = { (_, _) throws(DiagnosticError) in deviations }
            let report = try Report(store: store, study: "small", options: options)
            return report.text("report.md")
        }
    }

    /// 2020-09-13 12:26:40 UTC.
    private var lock: StoredLock {
        StoredLock(
            study: "small",
            hash: "abc",
            target: 3,
            terms: [:],
            wall: 1_600_000_000_000_000
        )
    }

    @Test func aLockIsNamedWithItsDayTargetAndChanges() async throws {
        let text = try await report(
            locked: lock,
            deviations: ["tasks": ["first"]]
        )
        #expect(text.contains("were locked on 2020-09-13 (UTC; SHA-256 abc)."))
        #expect(text.contains("The target was 3 participants; this report has 2."))
        #expect(text.contains("Deviations from the locked study:"))
        #expect(text.contains("- “tasks” changed after the study was locked: first, for P1, P2"))
    }

    /// The report leaves out what no session used, and the final line breaks of block texts.
    @Test func sessionsAreComparedWithTheirWholeStudyDefinition() async throws {
        let text = try await withStore { store in
            var study = smallStudy()
            study.study.conditions[0].title = "With it\n"
            var unused = Study.Condition(id: "unused", title: "Without it")
            unused.onlyPlanned = true
            study.study.conditions.append(unused)
            try await Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
                .record(in: store, study: study)
            try await store.keep(lock)
            var options = Report.Options()
            options.lockDeviations = { [study] (folder, _) throws(DiagnosticError) in
                folder.study.conditions == study.study.conditions ? [:] : ["conditions": []]
            }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("were locked on 2020-09-13"))
        #expect(!text.contains("Deviations from the locked study:"))
        #expect(!text.contains("With it<br>"))
    }

    @Test func aParticipantWithSeveralSessionsIsNamedOnceForAChange() async throws {
        let text = try await withStore { store in
            let study = smallStudy(conditions: ["a", "b"])
            for condition in ["a", "b"] {
                let run = Played.Run(task: "first", seconds: 20, condition: condition)
                try await Played(participant: "P1", conditions: [condition], runs: [run])
                    .record(in: store, study: study)
            }
            try await store.keep(lock)
            var options = Report.Options()
            options.lockDeviations = { (_, _) throws(DiagnosticError) in ["tasks": []] }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("“tasks” changed after the study was locked, for P1"))
        #expect(!text.contains("for P1, P1"))
    }

    @Test func aParticipantWithSeveralSessionsIsNamedOnceInLists() async throws {
        let text = try await withStore { store in
            let study = smallStudy(conditions: ["a", "b"])
            for condition in ["a", "b"] {
                let run = Played.Run(task: "first", seconds: 20, condition: condition)
                try await Played(
                    participant: "P1",
                    conditions: [condition],
                    runs: [run],
                    complete: false
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("2 sessions ("))
        #expect(text.contains("): P1. Ended by the facilitator before the last step: P1.\n"))
        #expect(text.contains("| P1 | Linux |"))
        #expect(!text.contains("P1, P1"))
    }

    @Test func aChangeOfTheRegisteredAnalysisIsADepartureFromIt() async throws {
        func text(_ deviations: [String: [String]]) async throws -> String {
            try await withStore { store in
                var study = smallStudy()
                study.study.analysis = RegisteredAnalysis(
                    primary: .init(measure: .time),
                    tests: [.init(measure: .time, method: .means)]
                )
                try await Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
                    .record(in: store, study: study)
                try await store.keep(lock)
                var options = Report.Options()
                options.lockDeviations = { (_, _) throws(DiagnosticError) in deviations }
                return try Report(store: store, study: "small", options: options).text("report.md")
            }
        }
        // Among the deviations, the departures from the analysis and the notices.
        for (part, times) in [("registered analysis", 3), ("tasks", 1)] {
            let change = "“\(part)” changed after the study was locked, for P1"
            #expect(try await text([part: []]).components(separatedBy: change).count == times + 1)
        }
    }

    /// The last session was run with another analysis. The export has no comparison with the lock.
    @Test(arguments: [false, true])
    func theLockedAnalysisIsTheRegisteredOne(isExport: Bool) async throws {
        let analysis = RegisteredAnalysis(
            primary: .init(measure: .time, margin: 1.25),
            hypotheses: ["a is faster.\n"]
        )
        var study = smallStudy(conditions: ["a", "b"])
        study.study.analysis = analysis
        var changed = smallStudy(conditions: ["a", "b"], hash: "h2")
        changed.study.analysis = RegisteredAnalysis(
            primary: .init(measure: .completion),
            secondary: [.init(measure: .time, margin: 2.5)],
            hypotheses: ["b is faster."]
        )
        var registered = lock
        registered.terms["registered analysis"] = try StoredLock.term(analysis)
        let text = try await withStore { [study, changed, registered] store in
            try await store.keep(registered)
            for number in 1...5 {
                let times = [("a", 20.0 + Double(number)), ("b", 27.0 - Double(number))]
                let runs = times.flatMap { condition, seconds in
                    ["first", "second"].map {
                        Played.Run(task: $0, seconds: seconds, condition: condition)
                    }
                }
                let played = Played(
                    participant: "P\(number)",
                    conditions: ["a", "b"],
                    day: Int64(number),
                    runs: runs
                )
                try await played.record(in: store, study: number == 5 ? changed : study)
            }
            var options = Report.Options()
            if !isExport {
                let changes = ["registered analysis": ["primary: completion (new)"]]
                options.lockDeviations = { (folder, _) throws(DiagnosticError) in
                    folder.hash == "h1" ? [:] : changes
                }
            }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("Registered primary outcome: time on task."))
        #expect(text.contains("registered margin of 0.80 to 1.25"))
        #expect(!text.contains("0.40 to 2.50"))
        #expect(text.contains("- a is faster."))
        #expect(!text.contains("- b is faster."))
        let notice = """
            “registered analysis” changed after the study was locked: primary: completion (new), \
            for P5. This report uses the locked analysis.
            """
        #expect(text.contains(notice) != isExport)
    }

    @Test func anAnalysisAddedAfterTheLockIsNotCalledPreregistered() async throws {
        let text = try await withStore { store in
            var study = smallStudy(conditions: ["a", "b"])
            study.study.analysis = RegisteredAnalysis(primary: .init(measure: .time))
            let runs = ["a", "b"].map { Played.Run(task: "first", seconds: 20, condition: $0) }
            for participant in ["P1", "P2", "P3"] {
                try await Played(participant: participant, conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: study)
            }
            try await store.keep(lock)
            var options = Report.Options()
            options.lockDeviations = { (_, _) throws(DiagnosticError) in
                ["registered analysis": ["primary: time (new)"]]
            }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("Primary outcome, registered after the study was locked: time"))
        #expect(text.contains("was locked without a registered analysis; this report uses the new"))
    }

    /// A plan is made of simulated sessions in a file of their own, which has no lock.
    @Test(arguments: [false, true])
    func aPlanOfTheAnalysisHasNoDepartures(isPlan: Bool) async throws {
        let text = try await withStore { store in
            var study = smallStudy()
            study.study.analysis = RegisteredAnalysis(
                primary: .init(measure: .time),
                tests: [.init(measure: .time, method: .benchmark, against: 30)]
            )
            let run = Played.Run(task: "first", seconds: 20)
            try await Played(participant: "S1", source: .simulated, runs: [run])
                .record(in: store, study: study)
            var options = Report.Options()
            options.isPlan = isPlan
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("Registered test 1:"))
        #expect(text.contains("The study was not locked") != isPlan)
        #expect(!text.contains("No departure from the registered analysis"))
    }

    @Test func sessionsBeforeTheLockAreNamed() async throws {
        var later = lock
        later.wall += 3_600_000_000
        let text = try await report(locked: later, deviations: [:])
        let words = "2 sessions (of P1, P2) were recorded before the lock. Every session in this"
        #expect(text.contains(words))
    }

    @Test func anAnalysisRegisteredAfterTheFirstDataIsNotCalledPreregistered() async throws {
        let text = try await withStore { store in
            var study = smallStudy(conditions: ["a", "b"])
            study.study.analysis = RegisteredAnalysis(primary: .init(measure: .time))
            let runs = ["a", "b"].map {
                Played.Run(task: "first", seconds: 20, condition: $0)
            }
            for (day, participant) in ["P1", "P2", "P3"].enumerated() {
                let played = Played(
                    participant: participant,
                    conditions: ["a", "b"],
                    simulatedClock: participant == "P3",
                    day: Int64(day),
                    runs: runs
                )
                try await played.record(in: store, study: study)
            }
            var later = lock
            later.wall += 3_600_000_000
            try await store.keep(later)
            var options = Report.Options()
            options.lockDeviations = { (_, _) throws(DiagnosticError) in ["registered analysis": []]
            }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("1 session (of P1) was recorded before the lock."))
        #expect(text.contains("it is unknown whether 1 session (of P3) was recorded before"))
        #expect(text.contains("“registered analysis” was changed before the study was locked, for"))
        #expect(text.contains("“registered analysis” changed after the study was locked, for P2"))
        #expect(text.contains("“registered analysis” differs from the locked study, for P3"))
        #expect(
            text.contains("Primary outcome, registered after data collection began: time on task.")
        )
    }

    @Test func whereNothingChangedThatIsSaid() async throws {
        let text = try await report(locked: lock, deviations: [:])
        #expect(text.contains("Every session in this report used the locked study."))
    }

    @Test(arguments: [[SessionStart.Source.import], [.import, .live]])
    func importedSessionsAreNotSaidToHaveUsedTheLockedStudy(
        sources: [SessionStart.Source]
    ) async throws {
        let text = try await withStore { store in
            for (place, source) in sources.enumerated() {
                let run = Played.Run(task: "first", seconds: 20)
                try await Played(participant: "P\(place)", source: source, runs: [run])
                    .record(in: store)
            }
            try await store.keep(lock)
            var options = Report.Options()
            options.lockDeviations = { (_, _) throws(DiagnosticError) in [:] }
            return try Report(store: store, study: "small", options: options).text("report.md")
        }
        #expect(text.contains("SHA-256 abc"))
        #expect(!text.contains("Every session in this report used"))
        let recorded = "Every session that evalrun recorded used the locked study."
        #expect(text.contains(recorded) == sources.contains(.live))
    }

    @Test func withoutLockPlanAndReasonsThereIsNoSection() async throws {
        let text = try await report(locked: nil, deviations: [:])
        #expect(!text.contains("Deviations from plan and procedure"))
    }

    @Test func aPlanIsNamedAndWhoHadNoRowOfIt() async throws {
        let plan = PlannedSession(
            table: "williams",
            seed: 7,
            sequence: 2,
            departure: "came <late>"
        )
        let text = try await report(locked: nil, deviations: [:], plan: plan)
        #expect(
            text.contains(
                "before the sessions: williams, seed 7. Analysed participants who followed this order: none."
            )
        )
        #expect(text.contains("Participants who departed from the plan: P1."))
        #expect(text.contains("Participants without a row in the plan: P2."))
        #expect(text.contains("- P1: departed from the plan: “came &lt;late&gt;”"))
    }

    @Test func onlyParticipantsWhoFollowedThePlanAreCounted() async throws {
        let sessions: [(participant: String, sequence: Int, departure: String?)] = [
            ("P1", 1, nil), ("P2", 2, "late"), ("P3", 1, nil), ("X9", 0, "not in the plan"),
        ]
        let text = try await withStore { store in
            for session in sessions {
                let plan = PlannedSession(
                    table: "williams",
                    seed: 7,
                    sequence: session.sequence,
                    departure: session.departure,
                    replaces: ["P3": "P2", "X9": "erased"][session.participant]
                )
                let runs = [Played.Run(task: "first", seconds: 20)]
                try await Played(participant: session.participant, plan: plan, runs: runs)
                    .record(in: store)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("Analysed participants who followed this order: 2 in sequence 1."))
        #expect(text.contains("Participants who departed from the plan: P2."))
        #expect(text.contains("Participants without a row in the plan: X9."))
        let newcomers = "Participants who were given the order of a drop-out: P3 (of P2), X9."
        #expect(text.contains(newcomers))
    }
}
