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
}
