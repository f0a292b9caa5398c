import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// One rule of denominators, wherever completion is said.
@Suite struct CompletionTests {
    private func both(_ first: Ending, _ second: Ending?) -> [Played.Run] {
        [.init(task: "first", seconds: 20, ending: first)]
            + (second.map { [.init(task: "second", seconds: 30, ending: $0)] } ?? [])
    }

    private func used(_ option: String) -> [Answered] {
        [
            Answered(
                questionnaire: "before",
                item: "used",
                value: AnswerValue(raw: option, meaning: .options([option]))
            )
        ]
    }

    /// P3 and P5 failed in a task, and therefore did not complete every task. P4, who succeeded in
    /// one task and skipped the other, is in no denominator.
    @Test func participantsWithATaskThatWasNotJudgedCountOnlyIfTheyFailedAnother() async throws {
        let report = try await report(
            Played(participant: "P1", answers: used("yes"), runs: both(.checkPassed, .checkPassed)),
            Played(participant: "P2", answers: used("yes"), runs: both(.checkPassed, .gaveUp)),
            Played(participant: "P3", answers: used("no"), runs: both(.gaveUp, .checkerFault)),
            Played(participant: "P4", answers: used("no"), runs: both(.checkPassed, .skipped)),
            Played(participant: "P5", answers: used("no"), runs: both(.gaveUp, nil)),
            Played(
                participant: "P6",
                answers: used("no"),
                runs: [
                    .init(task: "first", seconds: 20, marks: [(.assist, "")]),
                    .init(task: "second", seconds: 20),
                ]
            )
        )
        let text = report.text("report.md")
        #expect(text.contains("| Completed every task | **2 of 5 (40 %)** |"))
        #expect(text.contains("| Completed every task without an assist | **1 of 5 (20 %)** |"))
        #expect(text.contains("2 of 5 participants completed every task. 1 more is not counted"))
        #expect(text.contains("counted: no task was failed, but at least one was not attempted or"))
        #expect(text.contains("| Yes | 2 | 1 of 2 |"))
        #expect(text.contains("| No | 4 | 1 of 3 |"))
        #expect(text.contains("if they failed another task, so this share is biased downward."))
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let all = try #require((json as? [String: Any])?["completion"] as? [[String: Any]])
        #expect(all.count == 1)
        #expect(all[0]["judged"] as? Int == 5)
        #expect(all[0]["completed"] as? Int == 2)
        #expect(all[0]["completed_unassisted"] as? Int == 1)
        let rows = report.text("tables/completion.csv").split(separator: "\n").dropFirst()
        #expect(
            rows.map { $0.split(separator: ",", omittingEmptySubsequences: false)[3] } == [
                "yes", "no", "no", "", "no", "yes",
            ]
        )
    }

    @Test func withoutAMissingTaskTheShareOfCompletionIsNotBiased() async throws {
        let text = try await report(
            Played(participant: "P1", runs: both(.checkPassed, .checkPassed)),
            Played(participant: "P2", runs: both(.checkPassed, .gaveUp))
        ).text("report.md")
        #expect(text.contains("every task or failed at least one."))
        #expect(!text.contains("biased downward"))
    }

    /// P2 did not complete every task, whatever the missing task is.
    @Test func aMissingTaskAfterAFailureDoesNotBiasTheShareOfCompletion() async throws {
        let text = try await report(
            Played(participant: "P1", runs: both(.checkPassed, .checkPassed)),
            Played(participant: "P2", runs: both(.gaveUp, nil))
        ).text("report.md")
        #expect(!text.contains("biased downward"))
    }

    @Test func twoOfThreeAreNotBoth() async throws {
        let text = try await report(
            Played(participant: "P1", runs: both(.checkPassed, .checkPassed)),
            Played(participant: "P2", runs: both(.checkPassed, .checkPassed)),
            Played(participant: "P3", runs: both(.checkPassed, .skipped))
        ).text("report.md")
        #expect(text.contains("2 participants completed every task. 1 more is not counted"))
        #expect(!text.contains("Both participants"))
    }

    /// Each outcome of the second task beside a success: whether its participant is counted.
    @Test(arguments: Ending.allCases) func theRuleIsThatOfTheOutcome(_ ending: Ending) async throws
    {
        let report = try await report(
            Played(participant: "P1", runs: both(.checkPassed, ending))
        )
        let outcome = Outcome(ending, assisted: false)
        let judged = report.text("report.md").contains("| Completed every task | **-** |")
        #expect(judged != outcome.isAttempt)
    }

    @Test func aQuestionnaireAloneHasNoLineOnTasks() async throws {
        let report = try await report(
            Played(participant: "P1", source: .import, answers: [.words("a")]),
            Played(participant: "P2", source: .import, answers: [.words("b")])
        )
        let text = report.text("report.md")
        for words in ["ompleted", "task", "Time on"] {
            let summary = text.components(separatedBy: "## Who took part").first ?? ""
            #expect(!summary.contains(words), "\(words)")
        }
        #expect(text.contains("2 participants."))
        #expect(try JSONReport(report).tasks.isEmpty)
        #expect(!text.contains("## Times"))
        #expect(!text.contains("## Outcomes"))
    }

    /// Of imported sessions nothing is known of tasks that no file tells of.
    @Test func tasksOfWhichAnImportTellsNothingAreNoneOfIt() async throws {
        let report = try await withStore { store in
            try await store.importSessions(
                ["P1", "P2"].map { imported($0, [time("first", 20)]) },
                study: smallStudy()
            )
            return try Report(store: store, study: "small")
        }
        #expect(report.text("report.md").contains("Both participants completed the task."))
        #expect(try JSONReport(report).tasks.map(\.id) == ["first"])
    }

    /// Nobody has a result of the second task in b, so “every task” means the first one alone.
    @Test func aTaskThatOneConditionLacksIsNamedWhereConditionsAreCompared() async throws {
        let report = try await withStore { store in
            var sessions: [[SessionEvent]] = []
            for person in 1...6 {
                let second: Outcome = person == 1 ? .gaveUp : .success
                let times = [
                    time("first", Double(20 + person), condition: "a"),
                    time("second", 50, condition: "a", second),
                    time("first", Double(40 + person), condition: "b"),
                ]
                sessions.append(imported("P\(person)", times, conditions: ["a", "b"]))
            }
            try await store.importSessions(sessions, study: smallStudy(conditions: ["a", "b"]))
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("| Condition a | 6 | 5 of 6 |"))
        #expect(text.contains("Condition a 6 of 6, Condition b 6 of 6: equal"))
        let tasks = "Tasks: only those that both conditions have; left out: “The second”"
        #expect(text.components(separatedBy: tasks).count == 3)
        #expect(text.contains("Only the tasks that Condition a and Condition b have in common are"))
        #expect(text.contains("Left out: “The second”."))
        #expect(!report.briefText.contains("left out: “The second”"))
        #expect(!text.contains("No imported file mentions"))
    }

    @Test func tasksWithTheSameTypicalTimeAreNamedOnce() async throws {
        let text = try await withStore { store in
            try await store.importSessions(
                [imported("P1", [time("first", 20), time("second", 20)])],
                study: smallStudy()
            )
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("Every timed task, typical time: The first"))
        #expect(text.components(separatedBy: "Tied with: “The second”").count == 2)
        #expect(!text.contains("Slowest task") && !text.contains("Quickest task"))
    }

    @Test func theOnlyTaskWithATimeIsNeitherQuickestNorSlowest() async throws {
        let text = try await report(
            Played(participant: "P1", runs: both(.checkPassed, .gaveUp))
        ).text("report.md")
        #expect(text.contains("Only timed task, typical time: The first"))
        #expect(!text.contains("Slowest task"))
    }

    /// Both sessions were ended before the first task.
    @Test(arguments: [true, false])
    func nothingIsSaidOfTasksThatNobodyStarted(isAnswered: Bool) async throws {
        var folder = smallStudy()
        var third = folder.study.tasks[2]
        (third.id, third.title) = ("third", "The third")
        folder.study.tasks.append(third)
        folder.study.phases = [.eachCondition([.tasks(["first", "second", "third"])])]
        folder.study.phases.insert(.questionnaire("before"), at: 0)
        let study = folder
        let text = try await withStore { store in
            for participant in ["P1", "P2"] {
                let answers = isAnswered ? used("yes") : []
                try await Played(participant: participant, answers: answers, complete: false)
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(!text.contains("did these tasks"))
        #expect(text.contains("they describe what 2 participants answered") == isAnswered)
        #expect(!text.contains("in the study's order"))
        #expect(!text.contains("in the same order"))
    }

    @Test(arguments: [true, false])
    func aComparisonOfOneTaskDoesNotSpeakOfSeveral(isWithin: Bool) async throws {
        var folder = smallStudy(conditions: ["a", "b"])
        folder.study.phases = [.questionnaire("before"), .eachCondition([.tasks(["first"])])]
        let study = folder
        let text = try await withStore { store in
            for person in 0..<12 {
                let names = isWithin ? ["a", "b"] : [person < 6 ? "a" : "b"]
                let runs = names.map { name in
                    Played.Run(
                        task: "first",
                        seconds: Double(name == "a" ? 20 + person : 60 + 2 * person),
                        ending: person % 6 == 0 ? .gaveUp : .checkPassed,
                        condition: name
                    )
                }
                let used = person % 2 == 0 ? "yes" : "no"
                let answer = Answered(
                    questionnaire: "before",
                    item: "used",
                    value: AnswerValue(raw: used, meaning: .options([used]))
                )
                try await Played(
                    participant: "P\(person)",
                    conditions: names,
                    answers: [answer],
                    runs: runs
                )
                .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("| Completion of the task |"))
        #expect(text.contains("Time: of those who completed the task; the geometric mean"))
        #expect(text.contains("| Task 1: The first | "))
        #expect(text.contains("| Completed the task | Time on task | 95 % interval |"))
        for words in ["every task", "all tasks", "in a task"] {
            #expect(!text.lowercased().contains(words), "\(words)")
        }
    }

    @Test func aStudyWithOneTaskDoesNotSpeakOfSeveral() async throws {
        var folder = smallStudy()
        folder.study.phases = [.eachCondition([.tasks(["first"])])]
        let study = folder
        let text = try await withStore { store in
            let endings: [Ending] = [.checkPassed, .gaveUp, .checkerFault]
            for (person, ending) in endings.enumerated() {
                let run = Played.Run(task: "first", seconds: 20, ending: ending)
                try await Played(participant: "P\(person)", runs: [run])
                    .record(in: store, study: study)
            }
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("| Completed the task | **1 of 2 (50 %)** |"))
        #expect(text.contains("| Completed the task without an assist |"))
        #expect(text.contains("| Typical time |"))
        #expect(text.contains("1 of 2 participants completed the task. 1 more is not counted: the"))
        for words in ["Slowest task", "completed least often", "at least one of"] {
            #expect(!text.contains(words), "\(words)")
        }
    }

    /// Nobody worked in condition b: there is no difference of which to warn.
    @Test func oneConditionWithSessionsIsNotComparedWithAnother() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let text = try await withStore { store in
            let run = Played.Run(task: "first", seconds: 20, condition: "a")
            try await Played(participant: "P1", conditions: ["a"], runs: [run])
                .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("they do not compare the tool with another way of working"))
        #expect(!text.contains("a difference between conditions does not by itself"))
    }

    /// A success whose time is not known is a success.
    @Test func aSuccessWithoutATimeIsCompletedAndHasNoTime() async throws {
        let report = try await withStore { store in
            try await store.importSessions(
                [
                    imported("P1", [time("first", 20), time("second", nil)]),
                    imported("P2", [time("first", 30), time("second", 40)]),
                ],
                study: smallStudy()
            )
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("Both participants completed every task."))
        #expect(text.contains("| All tasks together, typical time | **1:10 (min:s)** |"))
        #expect(text.contains("Who: the one who completed every task with a known time"))
        #expect(text.contains("Times missing from the imported file"))
        #expect(!text.contains("‡"))
        let tasks = try JSONReport(report).tasks
        #expect(tasks.map(\.completed) == [2, 2])
        #expect(tasks.map(\.n) == [2, 1])
    }

    /// A table may have 0:00 for the participant who gave up. That is not a missing cell.
    @Test func aFailureWithTheTimeZeroIsListedAsSuch() async throws {
        let text = try await withStore { store in
            try await store.importSessions(
                [imported("P1", [time("first", 20), time("second", 0, .gaveUp)])],
                study: smallStudy()
            )
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("Times missing from the imported file, or zero for a failure"))
        #expect(text.contains("- P1, The second: gave up"))
    }

    /// P2 gave up after 30 s, and P3 after an unknown time: only P2 is in the column.
    @Test func failuresWithoutATimeAreNotCensored() async throws {
        let report = try await withStore { store in
            try await store.importSessions(
                [
                    imported("P1", [time("first", 20)]),
                    imported("P2", [time("first", 30, .gaveUp)]),
                    imported("P3", [time("first", nil, .gaveUp)]),
                ],
                study: smallStudy()
            )
            return try Report(store: store, study: "small")
        }
        #expect(report.text("report.json").contains("\"censored\": 1,"))
        #expect(report.text("report.md").contains("counts failed attempts whose time is known."))
    }

    @Test(arguments: [Outcome.success, .assistedSuccess])
    func assistsThatAFileStatesAreNotDenied(_ outcome: Outcome) async throws {
        let report = try await withStore { store in
            try await store.importSessions(
                [
                    imported("P1", [time("first", 20), time("second", 30, outcome)]),
                    imported("P2", [time("first", 30), time("second", 40)]),
                ],
                study: smallStudy()
            )
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        let isAssisted = outcome == .assistedSuccess
        #expect(text.contains("imported files contain no assists") != isAssisted)
        #expect(text.contains("whether participants were helped") != isAssisted)
        #expect(text.contains("and show only which successes were assisted") == isAssisted)
        #expect(text.contains("or how participants were helped") == isAssisted)
    }

    /// Completion needs no time: the comparison counts whom the summary counts.
    @Test func pairsWithoutTimesCountInTheComparisonOfCompletion() async throws {
        let report = try await withStore { store in
            try await store.importSessions(
                [("P1", Outcome.success), ("P2", .success), ("P3", .gaveUp)].map { name, second in
                    imported(
                        name,
                        [
                            time("first", nil, condition: "a"),
                            time("second", nil, condition: "a", second),
                            time("first", nil, condition: "b"),
                            time("second", nil, condition: "b"),
                        ],
                        conditions: ["a", "b"]
                    )
                },
                study: smallStudy(conditions: ["a", "b"])
            )
            return try Report(store: store, study: "small")
        }
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let object = try #require(json as? [String: Any])
        let summary = try #require(object["completion"] as? [[String: Any]])
        #expect(summary.map { $0["completed"] as? Int } == [2, 3])
        #expect(summary.map { $0["judged"] as? Int } == [3, 3])
        let comparison = try #require((object["comparisons"] as? [[String: Any]])?.first)
        let overall = try #require(comparison["overall"] as? [String: Any])
        #expect(overall["completed_first"] as? Int == 2)
        #expect(overall["attempts_first"] as? Int == 3)
        #expect(overall["completed_second"] as? Int == 3)
        #expect(overall["attempts_second"] as? Int == 3)
        #expect(overall["ranked_missing"] as? Int == 2)
        let text = report.text("report.md")
        #expect(text.contains("Condition b 3 of 3, Condition a 2 of 3"))
        #expect(!text.contains("with a task not attempted or not judged"))
    }

    /// A geometric mean of the 31 times from 0 to 30 s is not computable; their median is 15 s.
    @Test func aTimeOfZeroLeavesMediansInTheTableByBackground() async throws {
        let sessions = (0..<61).map { person -> [SessionEvent] in
            let seconds = Double(person < 31 ? person : person - 11)
            var events = imported("P\(person)", [time("first", seconds)])
            events.insert(.answered(used(person < 31 ? "yes" : "no")[0]), at: 1)
            return events
        }
        let report = try await withStore { store in
            try await store.importSessions(sessions, study: smallStudy())
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("| Yes | 31 | 31 of 31 | 0:15 |"))
        #expect(text.contains("| No | 30 | 30 of 30 | 0:35 |"))
        #expect(text.contains("such times or if more than 30 times include a zero, the median."))
    }

    /// P2 completed both tasks, and nobody took the time of the second.
    @Test(arguments: [true, false])
    func notesOnTimesNameTheSuccessesWithoutATime(_ isWithin: Bool) async throws {
        func session(_ person: Int, _ conditions: [String]) -> [SessionEvent] {
            imported(
                isWithin ? "P\(person)" : "\(conditions[0])\(person)",
                conditions.flatMap { condition in
                    [
                        time("first", 20, condition: condition),
                        time("second", person == 2 ? nil : 30, condition: condition),
                    ]
                },
                conditions: conditions
            )
        }
        let groups = isWithin ? [["a", "b"]] : [["a"], ["b"]]
        let report = try await withStore { store in
            try await store.importSessions(
                groups.flatMap { conditions in (1...3).map { session($0, conditions) } },
                study: smallStudy(conditions: ["a", "b"])
            )
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("| Condition a | 3 | 3 of 3 |"))
        #expect(text.contains("| 0:50 (n = 2) |"))
        #expect(text.contains("of those who completed every task with a known time; the geometric"))
        let (heading, note) =
            isWithin
            ? ("Complete pairs", "“dropped” counts pairs in which a success or its time is missing")
            : ("With a time", "“dropped” counts participants without a timed success")
        #expect(text.contains("| Task | \(heading) | Dropped |"))
        #expect(text.contains(note))
        #expect(text.contains("| Task 2: The second | \(isWithin ? 2 : 4) | \(isWithin ? 1 : 2) |"))
    }

    private func imported(
        _ participant: String,
        _ times: [TimeImported],
        conditions: [String] = ["only"]
    ) -> [SessionEvent] {
        [
            .sessionStarted(
                SessionStart(
                    participant: participant,
                    study: "h1",
                    conditions: conditions,
                    source: .import,
                    environment: SessionEnvironment()
                )
            )
        ] + times.map { .timeImported($0) } + [.sessionFinished(Closing(complete: true))]
    }

    private func time(
        _ task: String,
        _ seconds: Double?,
        condition: String = "only",
        _ outcome: Outcome = .success
    ) -> TimeImported {
        TimeImported(
            run: (task == "first" ? 1 : 2) + (condition == "b" ? 2 : 0),
            task: task,
            condition: condition,
            duration: Int64((seconds ?? 0) * 1e9),
            outcome: outcome,
            raw: "",
            isTimed: seconds == nil ? false : nil
        )
    }
}
