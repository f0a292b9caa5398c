import Foundation
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// How the sessions went: runs, pauses, dates, clocks and orders.
@Suite struct ConductTests {
    private let run = Played.Run(task: "first", seconds: 30)

    @Test func aFirstRunThatWasGivenUpIsListedWithItsMarks() async throws {
        let text = try await report(
            Played(
                participant: "P1",
                runs: [
                    .init(task: "first", seconds: 12, ending: .gaveUp, marks: [(.mistake, "m")]),
                    .init(task: "first", seconds: 30),
                ]
            )
        ).text("report.md")
        #expect(text.contains("- P1, The first, run 1: gave up after 0:12, 1 mark"))
        #expect(
            text.contains("Only the last run counts; it began with the work of the earlier run")
        )
        #expect(text.contains("The counts include marks of earlier runs of a task"))
    }

    @Test func assistsHaveTheirLevels() async throws {
        let text = try await report(
            Played(
                participant: "P1",
                runs: [
                    .init(
                        task: "first",
                        seconds: 30,
                        marks: [(.assist, "a"), (.assist, "b"), (.assist, "c")],
                        levels: [1, 3, nil]
                    )
                ]
            )
        ).text("report.md")
        #expect(text.contains("| assist, hint | a |"))
        #expect(text.contains("| assist, done for the participant | b |"))
        #expect(text.contains("| assist | c |"))
        #expect(
            text.contains(
                "Assists by level: hint 1, done for the participant 1, without a level 1."
            )
        )
    }

    @Test func pausesAndDatesAreSaid() async throws {
        var paused = run
        paused.paused = 75
        let report = try await report(Played(participant: "P1", runs: [paused]))
        let text = report.text("report.md")
        #expect(text.contains("Pauses, which do not count as time on task"))
        #expect(text.contains("- P1, The first: 1:15"))
        #expect(text.contains("The session was held on 2020-09-13 (UTC). It took 2 min"))
        #expect(report.text("report.json").contains("\"began\": \"2020-09-13T12:26:40Z\""))
    }

    /// The report on sessions of a study with a third task.
    private func threeTasks(_ sessions: [Played]) async throws -> String {
        var folder = smallStudy()
        var third = folder.study.tasks[2]
        (third.id, third.title) = ("third", "The third")
        folder.study.tasks.append(third)
        folder.study.phases = [.eachCondition([.tasks(["first", "second", "third"])])]
        return try await withStore { store in
            for session in sessions { try await session.record(in: store, study: folder) }
            return try Report(store: store, study: "small")
        }.text("report.md")
    }

    private func played(
        _ participant: String,
        _ runs: [(task: String, seconds: Double)],
        failed: String? = nil
    ) -> Played {
        Played(
            participant: participant,
            runs: runs.map { run in
                Played.Run(
                    task: run.task,
                    seconds: run.seconds,
                    ending: run.task == failed ? .gaveUp : .checkPassed
                )
            }
        )
    }

    /// The slopes of ln time over the participants' own positions are ln 2 and ln 3, so the factor
    /// is the root of 6. The session of P3 has no first task; its only time has no slope.
    @Test func theTrendUsesEachParticipantsOwnOrderOfTasks() async throws {
        let text = try await threeTasks([
            played("P1", [("first", 10), ("second", 20), ("third", 40)]),
            played("P2", [("third", 10), ("first", 30), ("second", 90)]),
            played("P3", [("second", 15)]),
        ])
        #expect(text.contains("the time of a participant changed by a factor of 2.45 ("))
        #expect(text.contains("the trend uses each participant's own order."))
        #expect(!text.contains("did the tasks in the same order"))
    }

    /// P3 would have a slope of ln 5 from two tasks. The factor is the root of 6 without P3, and
    /// the cube root of 30 with P3.
    @Test func theTrendUsesOnlyParticipantsWhoCompletedEveryTask() async throws {
        let text = try await threeTasks([
            played("P1", [("first", 10), ("second", 20), ("third", 40)]),
            played("P2", [("first", 5), ("second", 15), ("third", 45)]),
            played("P3", [("first", 10), ("second", 50), ("third", 55)], failed: "third"),
        ])
        #expect(text.contains("the time of a participant changed by a factor of 2.45 ("))
        #expect(text.contains(", 2 participants who completed every task). All participants"))
    }

    @Test func ofOneParticipantWhoCompletedEveryTaskNoTrendIsGiven() async throws {
        let text = try await threeTasks([
            played("P1", [("first", 10), ("second", 20), ("third", 40)]),
            played("P2", [("first", 5), ("second", 15), ("third", 45)], failed: "third"),
            played("P3", [("first", 10), ("second", 50), ("third", 55)], failed: "third"),
        ])
        #expect(!text.contains("the time of a participant changed by a factor"))
        #expect(
            text.contains(
                """
                The trend over the tasks is not computable, because fewer than two participants \
                completed every task.
                """
            )
        )
    }

    @Test(arguments: [
        (["one"], "once, after the session: “slipped”"),
        (["one", "1"], "2 times, most recently after the session: “slipped”"),
    ]) func theReasonOfAnAmendmentIsSaid(before: [String], said: String) async throws {
        func words(_ text: String, _ amendment: String? = nil) -> Answered {
            Answered(
                questionnaire: "after",
                item: "words",
                condition: "only",
                value: AnswerValue(raw: text, meaning: .text(text)),
                amendment: amendment
            )
        }
        let text = try await report(
            Played(
                participant: "P1",
                answers: before.map { words($0) },
                runs: [run],
                further: [.answered(words("two", "slipped"))]
            )
        ).text("report.md")
        #expect(text.contains("P1: “In your words?”, \(said)"))
    }

    @Test func aCorrectedAnswerIsNamedWithItsTaskAndCondition() async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.afterTask = "after"
        let places: [(condition: String, task: String?)] = [("a", nil), ("b", "first")]
        let answers = places.flatMap { place in
            ["one", "two"].map { text in
                Answered(
                    questionnaire: "after",
                    item: "words",
                    condition: place.condition,
                    task: place.task,
                    value: AnswerValue(raw: text, meaning: .text(text))
                )
            }
        }
        let runs = ["a", "b"].map { Played.Run(task: "first", seconds: 30, condition: $0) }
        let played = Played(
            participant: "P1",
            conditions: ["a", "b"],
            answers: answers,
            runs: runs
        )
        let text = try await withStore { store in
            try await played.record(in: store, study: folder)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- P1: “In your words?” (Condition a), once"))
        #expect(text.contains("- P1: “In your words?” (The first, Condition b), once"))
    }

    /// The first session has the answer that decides; both persons leave out the question in the
    /// second one, and only P1 was asked.
    @Test func aQuestionOfALaterSessionIsDecidedByAnAnswerOfTheFirst() async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.questionnaires[1].items[1].required = true
        folder.study.questionnaires[1].items[1].showIf = .init(
            questionnaire: "before",
            item: "used",
            options: ["yes"]
        )
        let study = folder
        let text = try await withStore { store in
            for (participant, used) in [("P1", "yes"), ("P2", "no")] {
                for condition in ["a", "b"] {
                    var played = Played(participant: participant, conditions: [condition])
                    played.runs = [.init(task: "first", seconds: 30, condition: condition)]
                    if condition == "a" {
                        let before = AnswerValue(raw: used, meaning: .options([used]))
                        let ease = AnswerValue(raw: "3", meaning: .number(3))
                        played.answers = [
                            Answered(questionnaire: "before", item: "used", value: before),
                            Answered(
                                questionnaire: "after",
                                item: "ease",
                                condition: "a",
                                value: ease
                            ),
                        ]
                    }
                    try await played.record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- P1: “Ease” (Condition b)"))
        #expect(!text.contains("- P2: “Ease”"))
    }

    /// The facilitator ended the session before the question after the first task was answered. The
    /// second task was not done.
    @Test func aRequiredQuestionAfterATaskThatWasDoneIsMissed() async throws {
        var folder = smallStudy()
        folder.study.afterTask = "after"
        folder.study.questionnaires[1].items[1].required = true
        folder.study.phases = [.eachCondition([.tasks(["first", "second"])])]
        let study = folder
        let text = try await withStore { store in
            try await Played(participant: "P1", runs: [run], complete: false)
                .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("Required questions left without an answer"))
        let early = "; the session was ended before its last step"
        #expect(text.contains("- P1: “Ease” (The first)\(early)\n"))
        #expect(!text.contains("- P1: “Ease” (The second)"))
    }

    /// The session was ended at once: a line for each of its questions would say nothing more.
    @Test func questionsOfASessionThatDidNotTakePlaceAreCounted() async throws {
        var folder = smallStudy()
        folder.study.questionnaires[1].items[0].required = true
        folder.study.questionnaires[1].items[1].required = true
        let study = folder
        let text = try await withStore { store in
            try await Played(participant: "P1", complete: false).record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- P1: 2 questions; the session was ended before its last step\n"))
        #expect(text.contains("- P1: “Used it?”; the session was ended before its last step\n"))
        #expect(!text.contains("“Ease”;"))
    }

    /// P1 did the first of two planned sessions. Of P2, only the second one is in the report.
    @Test func aQuestionOfAnotherPlannedSessionIsNotMissing() async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.phases.append(.questionnaire("end"))
        let next = Questionnaire.Item(id: "next", text: "Next?", kind: .text, required: true)
        folder.study.questionnaires.append(Questionnaire(id: "end", title: "End", items: [next]))
        let study = folder
        func session(_ participant: String, _ number: Int, isExcluded: Bool = false) -> Played {
            let condition = number == 1 ? "a" : "b"
            return Played(
                participant: participant,
                conditions: [condition],
                plan: PlannedSession(
                    table: "williams",
                    seed: 1,
                    sequence: 1,
                    period: number,
                    sessions: 2
                ),
                runs: [.init(task: "first", seconds: 30, condition: condition)],
                further: isExcluded ? [.excluded(Decision(reason: "left"))] : []
            )
        }
        let sessions = [session("P1", 1), session("P2", 1, isExcluded: true), session("P2", 2)]
        let text = try await withStore { store in
            for session in sessions { try await session.record(in: store, study: study) }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- P1: “Used it?”\n"))
        #expect(!text.contains("- P1: “Next?”"))
        #expect(text.contains("- P2: “Next?”\n"))
        #expect(!text.contains("- P2: “Used it?”"))
    }

    @Test func noQuestionIsAskedAfterATaskInWhichTheSessionEnded() async throws {
        var folder = smallStudy()
        folder.study.afterTask = "after"
        folder.study.questionnaires[1].items[1].required = true
        folder.study.phases = [.eachCondition([.tasks(["first"])])]
        let study = folder
        let text = try await withStore { store in
            var ended = run
            ended.ending = .facilitator
            try await Played(participant: "P1", runs: [ended], complete: false)
                .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(!text.contains("Required questions left without an answer"))
    }

    /// The facilitator ended the session before the second question, which depends on the first.
    @Test(arguments: ["yes", "no"])
    func aRequiredQuestionMayDependOnAnAnswerAfterTheSameTask(stuck: String) async throws {
        var folder = smallStudy()
        folder.study.afterTask = "after"
        let items = folder.study.questionnaires.flatMap(\.items)
        folder.study.questionnaires[1].items = [items[0], items[2]]
        folder.study.questionnaires[1].items[1].required = true
        folder.study.questionnaires[1].items[1].showIf = .init(
            questionnaire: "after",
            item: "used",
            options: ["yes"]
        )
        folder.study.phases = [.eachCondition([.tasks(["first", "second"])])]
        let study = folder
        let answer = Answered(
            questionnaire: "after",
            item: "used",
            condition: "only",
            task: "first",
            value: AnswerValue(raw: stuck, meaning: .options([stuck]))
        )
        let text = try await withStore { store in
            try await Played(participant: "P1", answers: [answer], runs: [run], complete: false)
                .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- P1: “Ease” (The first)") == (stuck == "yes"))
        #expect(!text.contains("- P1: “Ease” (The second)"))
    }

    /// The study asks the questions in condition a only: nobody left them out in condition b.
    @Test(arguments: [false, true])
    func whatAConditionDoesNotAskIsNotMissing(isAfterTasks: Bool) async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.questionnaires[1].onlyIn = ["a"]
        folder.study.questionnaires[1].items[1].required = true
        if isAfterTasks {
            folder.study.afterTask = "after"
            folder.study.phases = [.eachCondition([.tasks(["first"])])]
        }
        let study = folder
        let runs = ["a", "b"].map { Played.Run(task: "first", seconds: 30, condition: $0) }
        let ease = Answered(
            questionnaire: "after",
            item: "ease",
            condition: "a",
            task: isAfterTasks ? "first" : nil,
            value: AnswerValue(raw: "3", meaning: .number(3))
        )
        let text = try await withStore { store in
            try await Played(
                participant: "P1",
                conditions: ["a", "b"],
                answers: [ease],
                runs: runs
            )
            .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(!text.contains("“Ease” (Condition b)"))
        #expect(!text.contains("“Ease” (The first, Condition b)"))
        let captions = isAfterTasks ? "“Ease”, asked after each task" : "After: answers"
        #expect(text.contains("\(captions) (Condition a)"))
        #expect(!text.contains("\(captions) (Condition b)"))
    }

    @Test func namesOfOutcomesThatContainACommaAreQuoted() async throws {
        let text = try await report(Played(participant: "P1", runs: [run])).text("report.md")
        #expect(text.contains("“claimed done, check failed”, “gave up”, “timed out” and “ended"))
    }

    @Test func ofTwoParticipantsFarApartNoIntervalIsGiven() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 5)]),
            Played(participant: "P2", runs: [.init(task: "first", seconds: 500)])
        )
        let text = report.text("report.md")
        #expect(text.contains("no interval, because the interval of 2 values is too wide"))
        #expect(text.contains("Task 1: no interval is given"))
        #expect(text.firstMatch(of: #/\d{4,}:\d\d/#) == nil)
        #expect(try JSONReport(report).tasks[0].geometric_mean_low_seconds_why == nil)
    }

    /// Of the participants, `live` were observed, and the others were imported.
    @Test(arguments: [(live: 2, imported: 11), (live: 13, imported: 190)])
    func marksAreInOneTableAndWhereTheReportSays(live: Int, imported: Int) async throws {
        let study = smallStudy()
        let text = try await withStore { store in
            for person in 0..<live {
                var session = Played(participant: "P\(person)", runs: [run])
                session.runs[0].marks = [(.mistake, "slipped")]
                try await session.record(in: store, study: study)
            }
            let sessions = (live..<(live + imported)).map { person -> [SessionEvent] in
                let start = SessionStart(
                    participant: "P\(person)",
                    study: study.hash,
                    conditions: ["only"],
                    source: .import,
                    environment: SessionEnvironment()
                )
                return [.sessionStarted(start), .sessionFinished(Closing(complete: true))]
            }
            try await store.importSessions(sessions, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        let parts = text.components(separatedBy: "The facilitator's marks, in the order")
        #expect(parts.count == 2)
        let isInAppendix = parts[0].contains("## Appendix")
        #expect(isInAppendix == text.contains("are in the appendix and in tables/marks.csv."))
        #expect(isInAppendix == (live > 12))
    }

    /// The interval of one task is wide in both conditions.
    @Test func aTaskInTwoConditionsIsOneTask() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            for (participant, seconds) in [("P1", 5.0), ("P2", 50)] {
                let runs = ["a", "b"].map {
                    Played.Run(task: "first", seconds: seconds, condition: $0)
                }
                try await Played(participant: participant, conditions: ["a", "b"], runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("In 1 task the upper end of the interval of the typical time"))
    }

    @Test func tasksThatWereCompletedEquallyOftenAreNamedTogether() async throws {
        func text(_ second: Ending) async throws -> String {
            try await report(
                Played(
                    participant: "P1",
                    runs: [
                        .init(task: "first", seconds: 9, ending: .gaveUp),
                        .init(task: "second", seconds: 9, ending: second),
                    ]
                ),
                Played(participant: "P2", runs: [run, .init(task: "second", seconds: 9)])
            ).text("report.md")
        }
        let one = "The task completed least often was “The first”: 1 of 2 attempts."
        #expect(try await text(.checkPassed).contains(one))
        let equal = try await text(.timedOut)
        #expect(equal.contains("All tasks were completed equally often."))
        #expect(!equal.contains("least often"))
    }

    @Test func whereNobodySucceedsNoTaskIsCompletedLeastOften() async throws {
        let runs = ["first", "second"].map {
            Played.Run(task: $0, seconds: 9, ending: .gaveUp)
        }
        let text = try await report(
            Played(participant: "P1", runs: runs),
            Played(participant: "P2", runs: runs)
        ).text("report.md")
        #expect(text.contains("No attempt at any task succeeded."))
        #expect(!text.contains("least often"))
    }

    // MARK: Simulated

    @Test func simulatedSessionsAreSaidToBeSimulated() async throws {
        let report = try await report(
            Played(participant: "S1", source: .simulated, simulatedClock: true, runs: [run]),
            Played(participant: "S2", source: .simulated, simulatedClock: true, runs: [run])
        )
        let text = report.text("report.md")
        #expect(text.hasPrefix("# Small &lt;study&gt; (simulated data)"))
        #expect(text.contains("Every session in this report is simulated"))
        #expect(text.contains("Times were drawn at random; no clock was read."))
        #expect(report.text("report.html").contains("(simulated data)</title>"))
        #expect(report.text("report.json").contains("\"simulated\": true"))
    }

    @Test func aSessionWithAClockIsNotSaidToHaveNone() async throws {
        let text = try await report(
            Played(participant: "S1", source: .script, simulatedClock: true, runs: [run]),
            Played(participant: "S2", source: .script, runs: [run])
        ).text("report.md")
        #expect(
            text.contains("In the sessions of S1, times were not measured with a clock; in the")
        )
        #expect(!text.contains("Times were set by the script"))
    }

    @Test func drawnPersonsBesideRealOnesAreLeftOutAsSimulated() async throws {
        let text = try await report(
            Played(participant: "P1", runs: [run]),
            Played(participant: "S1", source: .simulated, simulatedClock: true, runs: [run])
        ).text("report.md")
        #expect(
            text.contains("- simulated, not analysed together with real participants (1): S1")
        )
        #expect(!text.contains("no clock"))
    }

    // MARK: Order

    private func ordered(_ states: [Bool?]) async throws -> String {
        let study = smallStudy(conditions: ["a", "b"])
        return try await withStore { store in
            for (place, states) in states.enumerated() {
                try await Played(
                    participant: "P\(place)",
                    source: .import,
                    conditions: ["a", "b"],
                    statesOrder: states,
                    runs: [
                        .init(task: "first", seconds: 10 + Double(place), condition: "a"),
                        .init(task: "first", seconds: 20, condition: "b"),
                    ]
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
    }

    @Test func anOrderThatIsNotKnownIsSaidSo() async throws {
        let text = try await ordered([nil, nil, false])
        #expect(!text.contains("Everybody worked in the conditions"))
        #expect(text.contains("order in which participants worked in the conditions is not known"))
        #expect(!text.contains("the same period"))
    }

    @Test func anOrderThatIsStatedIsUsed() async throws {
        let text = try await ordered([true, true, true])
        #expect(text.contains("Everybody worked in the conditions in the same order"))
    }

    /// Without a plan, each participant works in condition a, and in a later session in b.
    @Test func theOrderOfSeparateSessionsIsThatOfTheSessions() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            for (person, seconds) in [20.0, 24, 31].enumerated() {
                for (condition, factor) in [("a", 1.0), ("b", 1.5 + 0.1 * Double(person))] {
                    let run = Played.Run(
                        task: "first",
                        seconds: seconds * factor,
                        condition: condition
                    )
                    try await Played(
                        participant: "P\(person)",
                        conditions: [condition],
                        runs: [run]
                    )
                    .record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("Everybody worked in the conditions in the same order"))
        #expect(!text.contains("Each participant worked in one condition"))
        #expect(!text.contains("from the same period"))
        #expect(!text.contains("order of conditions:"))
    }

    @Test func groupsDifferInTheirCondition() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            for (person, condition) in ["a", "b", "a", "b", "a", "b"].enumerated() {
                let run = Played.Run(
                    task: "first",
                    seconds: 20 + Double(person),
                    condition: condition
                )
                try await Played(participant: "P\(person)", conditions: [condition], runs: [run])
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("- condition: a (P0, P2, P4); b (P1, P3, P5)"))
        #expect(!text.contains("order of conditions:"))
        #expect(!text.contains("Not everybody worked under the same circumstances"))
        #expect(
            text.contains("A positive δ means longer times or more failures with Condition a.")
        )
        #expect(text.contains("Differences in percentage points, Condition a minus Condition b."))
    }

    @Test func participantsWithOneConditionAreNotEverybody() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            for (person, conditions) in [["a", "b"], ["a", "b"], ["a"]].enumerated() {
                let runs = conditions.map {
                    Played.Run(task: "first", seconds: 20 + Double(person), condition: $0)
                }
                try await Played(participant: "P\(person)", conditions: conditions, runs: runs)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(!text.contains("Everybody worked in the conditions in the same order"))
        #expect(text.contains("The 2 participants with several conditions worked in the same"))
    }

    @Test func aConditionThatWasNotReachedDoesNotCountAsWorkedIn() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            for (person, reached) in [["a", "b"], ["a", "b"], ["a"]].enumerated() {
                let runs = reached.map {
                    Played.Run(task: "first", seconds: 20 + Double(person), condition: $0)
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: ["a", "b"],
                    runs: runs,
                    complete: reached.count == 2
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("| Condition a | 3 |"))
        #expect(text.contains("| Condition b | 2 |"))
        #expect(!text.contains("Everybody worked in the conditions in the same order"))
        #expect(text.contains("The 2 participants with several conditions worked in the same"))
    }

    /// The study compares conditions within participants, however few of them reached both.
    @Test(arguments: [
        (["ab", "a", "a"], "1 participant", "2 participants"),
        (["ab", "ab", "a", "a", "a", "b", "b"], "2 participants", "5 participants"),
    ])
    func endedSessionsDoNotChangeTheDesign(
        reached: [String],
        both: String,
        single: String
    ) async throws {
        let text = try await endedEarly("ab", reached)
        #expect(
            text.contains(
                """
                \(both) worked in both conditions; the two conditions are compared within each \
                participant. Left out: \(single) who worked in only one condition.
                """
            )
        )
        #expect(!text.contains("Groups are compared"))
    }

    @Test func theOmnibusTestKeepsTheDesignOfEndedSessions() async throws {
        let text = try await endedEarly("abc", ["abc", "abc", "a", "a", "b", "c"])
        #expect(text.contains("Friedman's test over 2 participants"))
        #expect(!text.contains("Kruskal"))
    }

    @Test func anEndedSessionHasTheOrderOfTheOthers() async throws {
        let text = try await endedEarly("abc", ["abc", "abc", "ab"])
        #expect(text.contains("Everybody worked in the conditions in the same order"))
        #expect(!text.contains("not equally frequent"))
        #expect(!text.contains("order of conditions:"))
    }

    /// Returns the report of sessions with all `conditions`, each ended after the conditions in
    /// `reached`. A letter is a condition.
    private func endedEarly(_ conditions: String, _ reached: [String]) async throws -> String {
        let conditions = conditions.map { String($0) }
        let study = smallStudy(conditions: conditions)
        return try await withStore { store in
            for (person, letters) in reached.enumerated() {
                let reached = letters.map { String($0) }
                let runs = reached.enumerated().map { place, condition in
                    Played.Run(
                        task: "first",
                        seconds: 20 + Double(person * (place + 1)),
                        condition: condition
                    )
                }
                try await Played(
                    participant: "P\(person)",
                    conditions: reached + conditions.filter { !reached.contains($0) },
                    runs: runs,
                    complete: reached.count == conditions.count
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
    }

    @Test func someOrdersMayBeKnown() async throws {
        let text = try await ordered([true, nil, true])
        #expect(text.contains("order in which 1 participant worked in the conditions is not known"))
        #expect(text.contains("order of conditions: a, b (P0, P2); not known (P1)"))
        #expect(!text.contains("Everybody worked in the conditions"))
    }
}
