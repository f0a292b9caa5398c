import Diagnostics
import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// Which sessions enter a report, and what is said of the others.
@Suite struct SampleTests {
    private let run = Played.Run(task: "first", seconds: 30)

    @Test func pilotsScriptsAndUnfinishedSessionsStayOutAndAreNamed() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [run]),
            Played(participant: "P2", pilot: true, runs: [run]),
            Played(participant: "P3", source: .script, runs: [run]),
            Played(participant: "P4", runs: [run], complete: nil)
        )
        let json = try JSONReport(report)
        #expect(json.participants.map(\.id) == ["P1"])
        #expect(json.exclusions.map(\.participant) == ["P2", "P3", "P4"])
        #expect(json.exclusions.map(\.reason) == ["pilot", "scripted", "unfinished"])
        #expect(json.tasks[0].times.map(\.participant) == ["P1"])
        #expect(!json.scripted)
        let text = report.text("report.md")
        #expect(text.contains("- pilot session, never analysed (1): P2"))
        #expect(text.contains("- not finished (1): P4"))
        // The first paragraph gives the reasons, too.
        let reasons = "3 sessions left out: pilot session, never analysed (1); "
        #expect(text.contains(reasons), "\(text.prefix(400))")
    }

    @Test func scriptedSessionsAloneAreReportedWithThatSaidAtTheTop() async throws {
        let report = try await report(
            Played(participant: "DEMO", source: .script, runs: [run]),
            Played(participant: "X", pilot: true, runs: [run])
        )
        let json = try JSONReport(report)
        #expect(json.scripted)
        #expect(json.participants.map(\.id) == ["DEMO"])
        let notice = "Every session in this report was run by a script."
        let top = report.text("report.md").split(separator: "\n\n").prefix(2).last
        #expect(top?.hasPrefix("> \(notice)") == true)
        #expect(report.text("report.html").contains("<p class=\"notice\">\(notice)"))
        #expect(report.terminalText.contains(notice))
    }

    @Test func nothingButPilotsGivesAReportThatSaysSo() async throws {
        let report = try await report(Played(participant: "P1", pilot: true, runs: [run]))
        #expect(report.text("report.md").contains("This report includes no session"))
        #expect(try JSONReport(report).tasks.isEmpty)
    }

    @Test func aSessionThatTheFacilitatorEndedCountsWithItsTasksNotAttempted() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [run], complete: false),
            Played(participant: "P2", runs: [run, .init(task: "second", seconds: 10)])
        )
        let json = try JSONReport(report)
        #expect(json.tasks[1].times.map(\.outcome) == ["not-attempted", "success"])
        #expect(json.tasks[1].times.map(\.seconds) == [nil, 10])
        #expect(json.tasks[1].attempts == 1)
        let text = report.text("report.md")
        #expect(text.contains("Ended by the facilitator before the last step: P1."))
    }

    @Test func aFileWithoutTheStudyIsRefusedAndItsStudiesAreNamed() async throws {
        try await withStore { store in
            let empty = #expect(throws: DiagnosticError.self) {
                try Report(store: store, study: "small")
            }
            #expect(empty?.status == .noInput)
            try await Played(participant: "P1", runs: [run]).record(in: store)
            let other = #expect(throws: DiagnosticError.self) {
                try Report(store: store, study: "large")
            }
            #expect(other?.diagnostics.first?.problem == "contains no session of study \"large\"")
            #expect(other?.diagnostics.first?.fix?.hasSuffix("studies in this file: small") == true)
            let given = "with --compare FILE"
            let beside = try ResultsStore(path: store.path, access: .read, given: given)
            defer { beside.close() }
            let compared = #expect(throws: DiagnosticError.self) {
                try Report(store: beside, study: "large")
            }
            #expect(
                compared?.diagnostics.first?.fix
                    == "name another file \(given); studies in this file: small"
            )
        }
    }

    @Test func personsWhoDeclinedAreCounted() async throws {
        let text = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            try await store.countDeclined(study: "small")
            try await store.countDeclined(study: "small")
            return try Report(store: store, study: "small").text("report.md")
        }
        #expect(text.contains("2 persons declined to take part"))
    }

    @Test func theReasonsForDecisionsToExcludeAreGiven() async throws {
        func excluded(_ participant: String, _ reason: String) -> Played {
            Played(
                participant: participant,
                runs: [run],
                further: [.excluded(Decision(reason: reason))]
            )
        }
        let report = try await report(
            Played(participant: "P1", runs: [run]),
            excluded("P2", "<b>noise</b>"),
            excluded("P3", "the phone rang"),
            excluded("P4", "<b>noise</b>")
        )
        let text = report.text("report.md")
        let words = "- excluded by a decision recorded in the results file"
        #expect(text.contains("\(words), “&lt;b&gt;noise&lt;/b&gt;” (2): P2, P4"))
        #expect(text.contains("\(words), “the phone rang” (1): P3"))
        #expect(!report.text("report.html").contains("<b>noise"))
        let json = Data(report.text("report.json").utf8)
        let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        let exclusions = try #require(object?["exclusions"] as? [[String: Any]])
        #expect(
            exclusions.map { $0["decision"] as? String }
                == ["<b>noise</b>", "the phone rang", "<b>noise</b>"]
        )
    }

    /// The hash of the events alone shows that something happened, but not what.
    @Test func anExclusionThatWasTakenBackIsTold() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [run]),
            Played(
                participant: "P2",
                runs: [run],
                further: [
                    .excluded(Decision(reason: "<b>noise</b>")),
                    .included(Decision(reason: "it was the other room")),
                ]
            )
        )
        let text = report.text("report.md")
        #expect(text.contains("Sessions that were excluded by a decision, and included again by"))
        let words = "- P2: excluded, “&lt;b&gt;noise&lt;/b&gt;”; included again, "
        #expect(text.contains("\(words)“it was the other room”\n"))
        let json = Data(report.text("report.json").utf8)
        let object = try JSONSerialization.jsonObject(with: json) as? [String: Any]
        let again = try #require(object?["included_again"] as? [[String: Any]])
        #expect(again.map { $0["participant"] as? String } == ["P2"])
        #expect(again.map { $0["excluded"] as? String } == ["<b>noise</b>"])
        #expect(again.map { $0["included"] as? String } == ["it was the other room"])
    }

    /// P2 was excluded, and P3 did not agree to publication: neither has a code in a bundle.
    @Test func aReportWithNewCodesCountsTheSessionsThatItLeavesOut() async throws {
        let excluded = SessionEvent.excluded(Decision(reason: "noise"))
        let report = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            try await Played(participant: "P2", runs: [run], further: [excluded]).record(in: store)
            try await Played(participant: "P3", runs: [run]).record(in: store)
            var options = Report.Options()
            options.codes = ["P1": "S1"]
            return try Report(store: store, study: "small", options: options)
        }
        // The table with this note has the hashes of the sessions, so a bundle leaves it out.
        let text = report.text("report.md")
        let decision = "excluded by a decision recorded in the results file (1)"
        #expect(text.contains("Left out: \(decision); not in this data set (1)."))
        let parts = report.parts.map { String(decoding: $0.bytes, as: UTF8.self) }
        for text in parts + [text] {
            #expect(!text.contains("P2") && !text.contains("P3") && !text.contains("noise"))
        }
    }

    @Test func conditionsAreNeverPooled() async throws {
        let study = smallStudy(conditions: ["a", "b"])
        let report = try await withStore { store in
            for (name, factor) in [("P1", 1.0), ("P2", 2.0)] {
                try await Played(
                    participant: name,
                    conditions: ["a", "b"],
                    runs: [
                        .init(task: "first", seconds: 10 * factor, condition: "a"),
                        .init(task: "first", seconds: 100 * factor, condition: "b"),
                    ]
                ).record(in: store, study: study)
            }
            return try Report(store: store, study: "small")
        }
        let first = try JSONReport(report).tasks.filter { $0.id == "first" }
        #expect(first.map(\.condition) == ["a", "b"])
        #expect(first.map(\.n) == [2, 2])
        #expect(first.map(\.mean_seconds) == [15, 150])
        let text = report.text("report.md")
        #expect(text.contains("Time on task, minutes:seconds (Condition a)"))
        #expect(text.contains("Time on task, minutes:seconds (Condition b)"))
        #expect(text.contains("a difference between conditions does not by itself prove"))
    }

    @Test func versionsOfAStudyAreNeverPooled() async throws {
        let report = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            try await Played(participant: "P2", runs: [run])
                .record(in: store, study: smallStudy(version: "2", hash: "h2"))
            return try Report(store: store, study: "small")
        }
        let json = try JSONReport(report)
        #expect(json.tasks.filter { $0.id == "first" }.map(\.study_version) == ["1", "2"])
        #expect(json.tasks.filter { $0.id == "first" }.map(\.n) == [1, 1])
        #expect(report.text("report.md").contains("version of the study: 1 (P1); 2 (P2)"))
    }

    @Test func definitionsOfOneVersionArePooledAndNamed() async throws {
        let report = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            try await Played(participant: "P2", editor: "emacs", runs: [run])
                .record(in: store, study: smallStudy(hash: "h2"))
            return try Report(store: store, study: "small")
        }
        #expect(try JSONReport(report).tasks[0].n == 2)
        let text = report.text("report.md")
        #expect(text.contains("- definition of the study: h1 (P1); h2 (P2)"))
        #expect(text.contains("- editor: vim (P1); emacs (P2)"))
    }

    /// The number in the results file depends on the order of merging, and is named differently.
    @Test func thePlaceOfASessionIsNotNamedAsItsNumberInTheFile() async throws {
        let report = try await withStore { store in
            for code in ["P2", "P1"] {
                try await Played(participant: code, runs: [run]).record(in: store)
            }
            try await Played(participant: "P0", pilot: true, runs: [run]).record(in: store)
            return try Report(store: store, study: "small")
        }
        let rows = report.text("tables/participants.csv").split(separator: "\n")
        let starts = rows.map { $0.split(separator: ",").prefix(2).joined(separator: " ") }
        #expect(starts == ["participant number", "P1 2", "P2 3"])
        #expect(!report.text("report.json").contains("\"session\":"))
    }

    /// Of the sessions by their times, and not by the participants' codes.
    @Test func theLatestDefinitionOfAVersionIsReported() async throws {
        var changed = smallStudy(hash: "h2")
        changed.study.tasks[1].title = "The changed"
        let later = changed
        let report = try await withStore { store in
            try await Played(participant: "P1", day: 1, runs: [run]).record(in: store, study: later)
            try await Played(participant: "P2", runs: [run]).record(in: store)
            return try Report(store: store, study: "small")
        }
        #expect(report.text("report.md").contains("The changed"))
    }

    @Test func versionsAreInTheOrderOfTheirFirstSessions() async throws {
        let report = try await withStore { store in
            try await Played(participant: "P1", day: 1, runs: [run])
                .record(in: store, study: smallStudy(version: "2", hash: "h2"))
            try await Played(participant: "P2", runs: [run]).record(in: store)
            return try Report(store: store, study: "small")
        }
        let tasks = try JSONReport(report).tasks.filter { $0.id == "first" }
        #expect(tasks.map(\.study_version) == ["1", "2"])
    }

    /// Condition b, the task "second" and the questions after the tasks were removed, and the version
    /// stayed.
    @Test(arguments: [SessionStart.Source.live, .import])
    func resultsThatTheReportedDefinitionLacksAreCounted(
        _ source: SessionStart.Source
    ) async throws {
        var changed = smallStudy(conditions: ["a", "c"], hash: "h2")
        changed.study.phases = [.questionnaire("before"), .eachCondition([.tasks(["first"])])]
        let report = try await withStore { store in
            try await Played(
                participant: "P1",
                source: source,
                conditions: ["a", "b"],
                answers: [.words("fine", condition: "a")],
                runs: [
                    .init(task: "first", seconds: 10, condition: "a"),
                    .init(task: "second", seconds: 10, condition: "a"),
                    .init(task: "second", seconds: 10, ending: .gaveUp, condition: "b"),
                ]
            ).record(in: store, study: smallStudy(conditions: ["a", "b"]))
            try await Played(
                participant: "P2",
                source: source,
                conditions: ["a", "c"],
                runs: [.init(task: "first", seconds: 20, condition: "a")]
            ).record(in: store, study: changed)
            return try Report(store: store, study: "small")
        }
        let notices = try JSONReport(report).notices
        #expect(
            notices.contains {
                $0.hasPrefix(
                    "The tables of this report leave out 2 attempts at task “The second”, the results of "
                        + "1 session in condition “Condition b” and 1 answer to “After”. In these sessions"
                )
            },
            "\(notices)"
        )
        #expect(report.text("report.md").contains("- definition of the study: h1 (P1); h2 (P2)"))
    }

    @Test func aChangedDefinitionThatHasEverythingLeavesNothingOut() async throws {
        let report = try await withStore { store in
            try await Played(participant: "P1", runs: [run]).record(in: store)
            try await Played(participant: "P2", runs: [run])
                .record(in: store, study: smallStudy(hash: "h2"))
            return try Report(store: store, study: "small")
        }
        #expect(try JSONReport(report).notices.allSatisfy { !$0.hasPrefix("The tables of this") })
    }

    @Test func importedSessionsBesideOthersAreNamedAtTheTop() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [run]),
            Played(participant: "P2", source: .import, runs: [run])
        )
        let notice = try #require(try JSONReport(report).notices.first)
        #expect(notice.hasPrefix("The sessions of P2 were imported from files."))
        #expect(
            notice.hasSuffix("They are averaged together with the sessions that evalrun recorded.")
        )
        #expect(report.text("report.md").contains("- source: live (P1); imported (P2)"))
    }

    /// P1 answers 3 and P2 answers 2 after their last sessions. The first answer of P1 to the
    /// question before the tasks is not replaced.
    @Test func theClosingQuestionnaireOfSeparateSessionsIsRead() async throws {
        var study = smallStudy(conditions: ["a", "b"])
        study.study.phases = [
            .questionnaire("before"), .eachCondition([.tasks(["first", "second"])]),
            .questionnaire("after"),
        ]
        let report = try await withStore { store in
            for (participant, ease) in [("P1", 3), ("P2", 2)] {
                for (condition, used) in [("a", "yes"), ("b", "no")] {
                    var session = Played(participant: participant, conditions: [condition])
                    session.runs = [.init(task: "first", seconds: 20, condition: condition)]
                    let value = AnswerValue(raw: used, meaning: .options([used]))
                    session.answers = [
                        Answered(questionnaire: "before", item: "used", value: value)
                    ]
                    if condition == "b" {
                        let value = AnswerValue(raw: "\(ease)", meaning: .number(Double(ease)))
                        session.answers.append(
                            Answered(questionnaire: "after", item: "ease", value: value)
                        )
                    }
                    try await session.record(in: store, study: study)
                }
            }
            return try Report(store: store, study: "small")
        }
        let text = report.text("report.md")
        #expect(text.contains("| Ease | 2 | 1 (0) · 2 (1) · 3 (1) |"))
        #expect(report.text("tables/after.csv").contains("P1,1,,,3"))
        #expect(report.text("tables/before.csv").contains("P1,1,,Yes"))
    }

    @Test func ofSeveralSessionsOfAParticipantTheLastCounts() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 10)], complete: false),
            Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])
        )
        let json = try JSONReport(report)
        #expect(json.tasks[0].times.map(\.seconds) == [20])
        #expect(json.exclusions.map(\.reason) == ["superseded"])
    }
}
