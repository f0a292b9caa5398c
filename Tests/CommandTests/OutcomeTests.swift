import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// What becomes of a task, played from beginning to end; the page Outcomes is the contract.
@Suite(.blocking) struct OutcomeTests {
    struct Case: CustomTestStringConvertible, Sendable {
        var steps: [String]
        var outcome: String
        /// Seconds of running time.
        var time: Int
        var testDescription: String { outcome + ": " + steps.joined(separator: ", ") }
    }

    private static let cases = [
        Case(steps: ["{at: 0:30, done: passed}"], outcome: "success", time: 30),
        Case(
            steps: ["{at: 0:10, done: failed}", "continue", "{at: 0:40, done: passed}"],
            outcome: "success",
            time: 40
        ),
        Case(
            steps: ["{at: 0:10, mark: assist, text: hint}", "{at: 0:40, done: passed}"],
            outcome: "assisted-success",
            time: 40
        ),
        Case(
            steps: ["{at: 0:10, mark: mistake}", "{at: 0:20, done: passed}"],
            outcome: "success",
            time: 20
        ),
        Case(
            steps: [
                "{at: 0:10, mark: assist}", "{at: 0:12, do: undo}", "{at: 0:20, done: passed}",
            ],
            outcome: "success",
            time: 20
        ),
        Case(steps: ["{at: 0:10, done: failed}", "accept"], outcome: "partial", time: 10),
        Case(steps: ["{at: 0:10, done: failed}", "end"], outcome: "claimed-done", time: 10),
        Case(steps: ["{at: 0:15, do: give-up}", "end"], outcome: "gave-up", time: 15),
        Case(steps: ["skip"], outcome: "skipped", time: 0),
        Case(steps: ["{at: 1:31, do: wait}", "end"], outcome: "timed-out", time: 90),
        Case(steps: ["{at: 1:30, do: end}"], outcome: "timed-out", time: 90),
        Case(
            steps: ["{at: 1:30, do: extend}", "{at: 2:10, done: passed}"],
            outcome: "success",
            time: 130
        ),
        Case(
            steps: ["{at: 1:31, do: wait}", "extend", "{at: 2:10, done: passed}"],
            outcome: "success",
            time: 130
        ),
        Case(steps: ["{at: 0:20, done: fault}", "end"], outcome: "checker-error", time: 20),
        Case(
            steps: ["{at: 0:20, done: fault}", "check-again"],
            outcome: "success",
            time: 20
        ),
        Case(
            steps: ["{at: 0:20, do: pause}", "resume", "{at: 0:50, done: passed}"],
            outcome: "success",
            time: 50
        ),
    ]

    @Test(arguments: cases)
    func aTaskEndsAsThePageSays(played: Case) throws {
        let folder = try TemporaryFolder()
        let script = folder.path("script.yaml")
        let steps = played.steps.map { "    - \($0)\n" }.joined()
        try Data(
            """
            format: 1
            checks: scripted
            answers:
              about-you: {shell: no, confidence: 3}
            tasks:
              one: {time: 0:10}
              all:
            \(steps)
            """.utf8
        ).write(to: URL(fileURLWithPath: script))
        let results = folder.path("x.sqlite")
        let run = try Tool("evalrun").run([
            "session", "--participant", "P1",
            "--study", "Tests/StudyDefinitionTests/Fixtures/greeting", "--script", script,
            "--clock", "simulated", "--results", results,
        ])
        try #require(run.status == 0, "\(run.errors)")
        let row = try #require(
            try DatabaseQueue(path: results).read { db in
                try Row.fetchOne(
                    db,
                    sql: """
                        SELECT outcome, time_on_task_ns / 1000000000 AS seconds FROM task_runs
                        WHERE task = 'all'
                        """
                )
            }
        )
        #expect(row["outcome"] == played.outcome)
        #expect(row["seconds"] ?? 0 == played.time)
    }
}
