import Foundation
import Reporting
import ResultsStore
import StudyDefinition
import Testing

/// The course of each session: tasks, pauses, checks and marks.
@Suite struct TimelineTests {
    /// Runs of 40 s with a pause of 20 s, and of 30 s with two failing checks of 2 s each.
    private let played = Played(
        participant: "P1",
        runs: [
            .init(
                task: "first",
                seconds: 40,
                marks: [(.mistake, "slip"), (.note, "")],
                paused: 20
            ),
            .init(task: "second", seconds: 30, ending: .gaveUp, failedChecks: ["a", "b"]),
        ]
    )

    private func section(_ html: String) throws -> String {
        let start = try #require(html.range(of: "<section id=\"sessions\">"))
        return html[start.lowerBound...].components(separatedBy: "</section>")[0]
    }

    @Test func aSessionsTimesAreThoseOfItsEvents() async throws {
        let section = try section(try await report(played).text("report.html"))
        let row = section.components(separatedBy: "<tr><th scope=\"row\">").last ?? ""
        let cells = row.matches(of: /<td class="figure">([^<]*)<\/td>/).map { String($0.1) }
        // Session, tasks, paused, checking, other, marks, failed checks, interruptions.
        #expect(cells == ["1:34", "1:10", "0:20", "0:04", "0:00", "2", "2", "0"])
    }

    @Test func aBlockIsHollowWithoutSuccessAndFailedChecksAreCrosses() async throws {
        let section = try section(try await report(played).text("report.html"))
        #expect(section.contains("task 1, 0:40, success"))
        #expect(section.contains("task 2, 0:30, gave up"))
        #expect(section.contains("fill=\"var(--paper)\" stroke=\"#0072B2\""))
        #expect(section.contains("A cross is a check that did not pass."))
        #expect(section.contains("Letters are marks (m: mistake, n: note)"))
    }

    @Test func whatCameAfterTheSessionIsNoPartOfIt() async throws {
        var later = played
        later.further = [.excluded(Decision(reason: "a")), .included(Decision(reason: "b"))]
        let section = try section(try await report(later).text("report.html"))
        #expect(section.contains(">1:34<"))
    }

    @Test func moreSessionsThanFitAreNotDrawn() async throws {
        let html = try await withStore { store in
            for number in 1...25 {
                try await Played(
                    participant: "P\(number)",
                    runs: [.init(task: "first", seconds: 10)]
                ).record(in: store)
            }
            return try Report(store: store, study: "small").text("report.html")
        }
        #expect(!html.contains("id=\"sessions\""))
    }

    /// A later definition of the study, with the same version, lacks the second task.
    @Test func aTaskThatIsNotAnalysedIsNotCalledPractice() async throws {
        var folder = smallStudy(hash: "h2")
        folder.study.phases = [.eachCondition([.practice(["warm-up"]), .tasks(["first"])])]
        let changed = folder
        let html = try await withStore { store in
            try await Played(participant: "P1", runs: [.init(task: "second", seconds: 30)])
                .record(in: store)
            let runs: [Played.Run] = [
                .init(task: "warm-up", seconds: 10, practice: true),
                .init(task: "first", seconds: 20),
            ]
            try await Played(participant: "P2", runs: runs).record(in: store, study: changed)
            return try Report(store: store, study: "small").text("report.html")
        }
        let section = try section(html)
        #expect(section.contains("a task that is not in the tables, 0:30, success"))
        #expect(section.contains("practice, 0:10, success"))
        #expect(!section.contains("practice, 0:30"))
    }

    /// The drawing is 640 units wide.
    @Test func everyConditionIsInTheLegend() async throws {
        let names = (1...5).map { "a-long-condition-\($0)" }
        let study = smallStudy(conditions: names)
        let html = try await withStore { store in
            let runs = names.map { Played.Run(task: "first", seconds: 10, condition: $0) }
            try await Played(participant: "P1", conditions: names, runs: runs)
                .record(in: store, study: study)
            return try Report(store: store, study: "small").text("report.html")
        }
        let section = try section(html)
        let places = section.matches(of: /<text x="(\d+)" y="(\d+)" [^>]*>Condition a-long/).map {
            (x: Int($0.1) ?? 0, y: Int($0.2) ?? 0)
        }
        #expect(places.count == 5)
        #expect(places.allSatisfy { $0.x < 460 })
        #expect(Set(places.map(\.y)).count == 2)
    }
}
