import Foundation
import Reporting
import ResultsStore
import Testing

/// Which participant met which problem, and what that says of problems unseen.
@Suite struct ProblemsTests {
    private func run(_ marks: [(kind: Marked.Kind, text: String)], undoes: [Int] = []) -> Played.Run
    {
        .init(task: "first", seconds: 20, marks: marks, undoes: undoes)
    }

    private func three() async throws -> Report {
        try await report(
            Played(
                participant: "P1",
                runs: [run([(.mistake, "Wrong file"), (.toolFailure, "crash"), (.note, "calm")])]
            ),
            Played(participant: "P2", runs: [run([(.mistake, "wrong   FILE")])]),
            Played(participant: "P3", runs: [run([(.mistake, "slip")], undoes: [1])])
        )
    }

    @Test func sameWordsAreOneProblemAndUndoneMarksAndNotesAreNone() async throws {
        let report = try await three()
        let text = report.text("report.md")
        #expect(
            text.contains("| Wrong file | mistake | Task 1: The first | met | met | - | 2 of 3 |")
        )
        #expect(
            text.contains("| crash | tool failure | Task 1: The first | met | - | - | 1 of 3 |")
        )
        #expect(!report.text("tables/problems.csv").contains("slip"))
        #expect(!report.text("tables/problems.csv").contains("calm"))
        #expect(
            report.text("tables/problems.csv").contains(
                "1,only,first,mistake,,,Wrong file,P2,yes\n"
            )
        )
    }

    /// Two problems, 3 of 6 cells: p = 0.5. Good–Turing 0.5 / (1 + 1/2) = 1/3; deflated
    /// (0.5 − 1/3)(1 − 1/3) = 1/9; their mean 2/9. Seen: 1 − (7/9)³ = 386/729 = 53 %; in all
    /// 2 / 0.5295 = 3.8.
    @Test func discoveryIsEstimatedWithAWarning() async throws {
        let text = try await three().text("report.md")
        #expect(text.contains("2 problems, 1 of them seen in one participant only."))
        #expect(text.contains("with a probability of 0.22"))
        let total = "By the adjusted estimate, 53 % of about 4 problems were seen"
        #expect(text.contains(total))
        #expect(text.contains("This is rough"))
    }

    /// Three problems, seen by four, three and one of eight: 3 of 3.5 were seen, not 86 % of 3.
    @Test func anEstimateThatRoundsToTheNumberSeenHasADecimal() async throws {
        let report = try await withStore { store in
            for person in 0..<8 {
                var marks: [(kind: Marked.Kind, text: String)] = []
                if person % 2 == 1 { marks.append((.mistake, "one")) }
                if person < 3 { marks.append((.mistake, "two")) }
                if person == 4 { marks.append((.mistake, "three")) }
                try await Played(participant: "P\(person + 1)", runs: [run(marks)])
                    .record(in: store)
            }
            return try Report(store: store, study: "small")
        }
        #expect(report.text("report.md").contains("86 % of about 3.5 problems were seen"))
    }

    @Test func oneProblemOfSeveralParticipantsIsInTheSingular() async throws {
        let report = try await report(
            Played(participant: "P1", runs: [run([(.mistake, "slip")])]),
            Played(participant: "P2", runs: [run([(.mistake, "slip")])])
        )
        #expect(report.text("report.md").contains("1 problem, seen in several participants."))
    }

    /// Two assists and a mistake are no three marks of problems.
    @Test func theSummarySaysWhatWasCountedAsAProblem() async throws {
        let report = try await report(
            Played(
                participant: "P1",
                runs: [run([(.assist, "where"), (.assist, "how"), (.mistake, "slip")])]
            ),
            Played(participant: "P2", runs: [run([])])
        )
        let text = report.text("report.md")
        #expect(text.contains("3 problems were counted, by kind of mark: 1 mistake and 2 assists."))
        #expect(text.contains("Counted as problems: 1 mistake and 2 assists."))
        #expect(!text.contains("were marked"))
    }

    @Test func problemsThatWereMarkedAsSuchNeedNoKinds() async throws {
        let text = try await report(
            Played(participant: "P1", runs: [run([(.problem, "where"), (.problem, "how")])]),
            Played(participant: "P2", runs: [run([])])
        ).text("report.md")
        #expect(text.contains("2 problems were marked."))
        #expect(!text.contains("Counted as problems"))
    }

    /// A figure taller than a page would be cut by the printer.
    @Test func manyProblemsAreDrawnInFiguresOfAPage() async throws {
        let marks = (1...45).map { (kind: Marked.Kind.mistake, text: "slip \($0)") }
        let text = try await withStore { store in
            try await Played(participant: "P1", runs: [run(marks)]).record(in: store)
            return try Report(store: store, study: "small").text("report.html")
        }
        #expect(text.contains("Participants who had each problem, 1 of 2. "))
        #expect(text.contains("Participants who had each problem, 2 of 2. "))
        #expect(text.contains("The table contains 5 more."))
        for name in ["slip 1", "slip 20", "slip 21", "slip 40"] {
            #expect(text.contains("mistake: \(name)</text>"))
        }
        #expect(!text.contains("mistake: slip 41</text>"))
    }

    @Test func oneParticipantGivesNoEstimate() async throws {
        let text = try await report(
            Played(participant: "P1", runs: [run([(.mistake, "")])])
        ).text("report.md")
        #expect(text.contains("| without words | mistake | Task 1: The first | met | 1 of 1 |"))
        #expect(text.contains("needs two participants or more"))
    }

    /// The codebook tells problems apart whatever the words and the task; the most severe come
    /// first.
    @Test func theCodebookMakesOneProblemOfManyMarksAndTheGravestComeFirst() async throws {
        let report = try await report(
            Played(
                participant: "P1",
                runs: [
                    .init(
                        task: "first",
                        seconds: 20,
                        marks: [(.mistake, "slip"), (.problem, "where is it")],
                        codes: [(nil, nil), ("lost", 2)]
                    ),
                    .init(
                        task: "second",
                        seconds: 20,
                        marks: [(.problem, "again")],
                        codes: [("lost", 4)]
                    ),
                ]
            ),
            Played(
                participant: "P2",
                runs: [
                    .init(
                        task: "second",
                        seconds: 20,
                        marks: [(.problem, "elsewhere")],
                        codes: [("lost", nil)]
                    )
                ]
            )
        )
        let rows = report.text("report.md").split(separator: "\n").filter {
            $0.contains(" of 2 |") && ($0.contains("| problem |") || $0.contains("| slip |"))
        }
        #expect(rows.count == 2)
        #expect(
            rows.first?.hasPrefix(
                "| Lost \\*in\\* files | problem | Tasks 1 and 2 | 2 to 4 | met | met | 2 of 2 |"
            ) == true
        )
        #expect(
            rows.last?.hasPrefix("| slip | mistake | Task 1: The first | - | met | - | 1 of 2 |")
                == true
        )
        #expect(
            report.text("tables/problems.csv").contains(
                "1,only,first second,problem,lost,4,Lost *in* files,P2,yes\n"
            )
        )
    }

    @Test func withoutMarksThereIsNoSuchSection() async throws {
        let report = try await report(Played(participant: "P1", runs: [run([])]))
        #expect(!report.text("report.md").contains("## Problems"))
        #expect(report.text("tables/problems.csv").isEmpty)
    }
}

/// The block that lets a reader make the report again.
@Suite struct ReproductionTests {
    private let session = Played(participant: "P1", runs: [.init(task: "first", seconds: 20)])

    @Test func theDateIsTheOneGivenAndNoOther() async throws {
        let dated = try await withStore { store in
            try await session.record(in: store)
            return try Report(store: store, study: "small", date: "2026-03-31")
        }
        #expect(dated.text("report.md").contains("Date of the report, as given: 2026-03-31."))
        #expect(dated.text("report.json").contains("\"report_date\": \"2026-03-31\""))
        let undated = try await report(session)
        #expect(!undated.text("report.json").contains("report_date"))
    }

    @Test func hashesAreOfWhatWasRecorded() async throws {
        func hash(_ report: Report) -> String? {
            report.text("report.json").split(separator: "\n").last { $0.contains("\"sha256\"") }
                .map(String.init)
        }
        let (first, again) = (try await report(session), try await report(session))
        let other = try await report(
            Played(participant: "P1", runs: [.init(task: "first", seconds: 21)])
        )
        #expect(hash(first) != nil)
        #expect(hash(first) == hash(again))
        #expect(hash(first) != hash(other))
    }
}
