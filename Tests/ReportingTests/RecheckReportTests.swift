import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Checks that were run again after the session.
@Suite struct RecheckReportTests {
    private func again(_ verdict: Verdict, attempt: Int = 1, applied: Bool?) -> SessionEvent {
        .checkRepeated(
            CheckRepeated(
                run: 1,
                attempt: attempt,
                verdict: verdict,
                step: "",
                reason: "it was right",
                study: "h1",
                isApplied: applied
            )
        )
    }

    private func played(_ events: [SessionEvent], _ ending: Ending = .failureEnded) -> Played {
        Played(
            participant: "P1",
            runs: [
                .init(
                    task: "first",
                    seconds: 20,
                    ending: ending,
                    failedChecks: ["wrong", "wrong again"]
                )
            ],
            further: events
        )
    }

    @Test func aChangedVerdictIsInTheReportAndTheOutcomeStays() async throws {
        let report = try await report(played([again(.passed, applied: nil)]))
        let text = report.text("report.md")
        #expect(
            text.contains("1 check was run again after the sessions; 1 verdict changed.")
        )
        #expect(
            text.contains(
                "| P1 | The first | 1 | failed | passed | it was right "
                    + "| claimed done, check failed, 0:20 | claimed done, check failed, 0:20 |"
            )
        )
        #expect(text.contains("with --apply"))
        #expect(try JSONReport(report).tasks[0].completed == 0)
    }

    @Test func anAppliedVerdictIsTheOutcomeAndBothAreShown() async throws {
        let report = try await report(played([again(.passed, applied: true)]))
        let text = report.text("report.md")
        #expect(text.contains("| claimed done, check failed, 0:20 | success, 0:20 |"))
        #expect(try JSONReport(report).tasks[0].completed == 1)
        #expect(report.text("report.json").contains("\"recorded_outcome\": \"claimed-done\""))
    }

    /// A reader of the first screen sees that its numbers are not those of the sessions.
    @Test func theFirstScreenCountsTheResultsThatChanged() async throws {
        let sentence = """
            1 check was run again after the sessions and changed 1 recorded result (outcome or \
            time): see “Checks” in the report.
            """
        let applied = try await report(played([again(.passed, applied: true)]))
        let text = applied.text("report.md")
        let own = try #require(text.firstRange(of: sentence))
        let next = try #require(text.firstRange(of: "\n## Times"))
        #expect(own.lowerBound < next.lowerBound)
        #expect(text.contains("\n## Checks"))
        #expect(applied.briefText.replacing("\n", with: " ").contains(sentence))

        for applied in [nil, true] as [Bool?] {
            let verdict: Verdict = applied == nil ? .passed : .failed
            let report = try await report(played([again(verdict, applied: applied)]))
            #expect(!report.text("report.md").contains("recorded result"))
            #expect(!report.briefText.contains("recorded result"))
        }
    }

    @Test(arguments: [Ending.gaveUp, .timedOut, .failureAccepted, .checkerFault])
    func everyEndingGivesWayToAnAttemptThatPasses(_ ending: Ending) async throws {
        let applied = [again(.failed, applied: true), again(.passed, attempt: 2, applied: true)]
        let report = try await report(played(applied, ending))
        #expect(try JSONReport(report).tasks[0].times.map(\.outcome) == ["success"])
    }

    @Test func aPassThatFailsNowIsAClaim() async throws {
        let report = try await report(
            played([again(.failed, attempt: 2, applied: true)], .checkPassed)
        )
        #expect(try JSONReport(report).tasks[0].times.map(\.outcome) == ["claimed-done"])
    }

    @Test func verdictsThatStayedAreSaidInOneSentence() async throws {
        let text = try await report(played([again(.failed, applied: nil)])).text("report.md")
        #expect(text.contains("1 check was run again; its verdict did not change."))
    }

    /// The first attempt is at 30 s. The clock stands while it is checked and until it runs on; after
    /// an assist, the second attempt is at 60 s.
    @Test(arguments: [
        (Verdict.passed, 30, Outcome.success, 0), (Verdict.passed, 40, Outcome.success, 0),
        (Verdict.failed, 30, Outcome.assistedSuccess, 30),
        (Verdict.failed, 40, Outcome.assistedSuccess, 20),
    ])
    func anAssistAfterTheAttemptThatPassesDoesNotCount(
        _ first: Verdict,
        _ assist: Int,
        _ outcome: Outcome,
        _ assisted: Int
    ) async throws {
        let study = smallStudy()
        let start = SessionStart(
            participant: "P1",
            study: study.hash,
            conditions: ["only"],
            source: .live,
            environment: SessionEnvironment()
        )
        func check(_ attempt: Int, _ verdict: Verdict) -> SessionEvent {
            .checkFinished(CheckFinished(run: 1, attempt: attempt, verdict: verdict, snapshot: nil))
        }
        let run = RunReference(run: 1)
        let marked = SessionEvent.marked(Marked(mark: 1, kind: .assist, run: 1))
        let prepared = TaskPrepared(
            run: 1,
            task: "first",
            condition: "only",
            timeLimit: 600,
            snapshot: "s"
        )
        var events: [(second: Int, event: SessionEvent)] = [
            (0, .taskPrepared(prepared)), (0, .taskStarted(run)),
            (30, .taskStopped(TaskStopped(run: 1, reason: .done))), (30, check(1, .failed)),
            (30, .taskContinued(run)), (60, .taskStopped(TaskStopped(run: 1, reason: .done))),
            (60, check(2, .passed)), (60, .taskEnded(TaskEnded(run: 1, ending: .checkPassed))),
            (60, .sessionFinished(Closing(complete: true))),
            (90, again(first, applied: true)), (90, again(.passed, attempt: 2, applied: true)),
        ]
        // At 30 s, the assist is given on the page of the failed check.
        events.insert((assist, marked), at: assist == 30 ? 4 : 5)
        let (report, results) = try await withStore { store in
            try await store.keep(Snapshot(hash: "s", files: []), bytes: [:])
            func stamp(_ second: Int) -> Stamp {
                let second = Int64(second)
                return Stamp(monotonic: second * 1_000_000_000, wall: second * 1_000_000, boot: "b")
            }
            let log = try await store.begin(start, study: study, at: stamp(0))
            for (second, event) in events { try log.append([event], at: stamp(second)) }
            return (try Report(store: store, study: "small"), try store.results())
        }
        let recorded = try #require(results.sessions.first?.runs.first)
        #expect(recorded.outcome == outcome)
        #expect(recorded.assisted == Int64(assisted) * 1_000_000_000)
        let time = try #require(try JSONReport(report).tasks.first?.times.first)
        #expect(time.outcome == outcome.rawValue)
        #expect(time.assisted == (outcome == .assistedSuccess))
        #expect(time.seconds == (first == .passed ? 30 : 60))
    }
}
