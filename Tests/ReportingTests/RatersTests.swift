import Foundation
import Reporting
import ResultsStore
import Testing

@testable import StudyDefinition

/// Agreement of the facilitator and of raters who coded the same sessions.
@Suite struct RatersTests {
    private func rated(
        _ number: Int,
        _ kind: Marked.Kind,
        rater: String = "B",
        run: Int = 1,
        at seconds: Double,
        severity: Int? = nil,
        mark: Int? = nil,
        blind: Bool = true
    ) -> Rated {
        Rated(
            rater: rater,
            number: number,
            kind: kind,
            severity: severity,
            run: run,
            elapsed: Int64(seconds * 1e9),
            text: "",
            isBlind: blind,
            mark: mark
        )
    }

    /// Marks stand at one second of their run.
    private func session(
        _ name: String,
        marks: [(kind: Marked.Kind, text: String)],
        ratings: [Rated],
        finished: [String] = ["B"]
    ) -> Played {
        Played(
            participant: name,
            runs: [
                .init(task: "first", seconds: 40, marks: marks),
                .init(task: "second", seconds: 40),
            ],
            ratings: ratings,
            finishedRaters: finished
        )
    }

    private func agreement(_ report: Report) throws -> [String: Any] {
        let json = try JSONSerialization.jsonObject(with: Data(report.text("report.json").utf8))
        let pairs = try #require((json as? [String: Any])?["agreement"] as? [[String: Any]])
        return try #require(pairs.first)
    }

    /// Two sessions of two runs. P1: the facilitator marks a mistake and an assist at 1 s; the rater
    /// a mistake at 5 s, and an assist in the second run. P2: both a mistake.
    /// Codes 3 and 3; together the two mistakes. Presence over 2 × 2 runs and 2 categories: both
    /// yes 2, first only 1, second only 1, neither 4: pₒ = 6/8, pₑ = (3·3 + 5·5)/64 = 34/64,
    /// κ = (48 − 34)/(64 − 34) = 14/30.
    @Test func codesBelongTogetherByTimeAndPresenceIsCounted() async throws {
        let report = try await report(
            session(
                "P1",
                marks: [(.mistake, "a"), (.assist, "b")],
                ratings: [rated(1, .mistake, at: 5), rated(2, .assist, run: 2, at: 3)]
            ),
            session("P2", marks: [(.mistake, "c")], ratings: [rated(1, .mistake, at: 1)])
        )
        let found = try agreement(report)
        #expect(found["raters"] as? [String] == ["the facilitator", "B"])
        #expect(found["sessions"] as? Int == 2)
        #expect(found["blind"] as? Bool == true)
        #expect(found["codes_first"] as? Int == 3)
        #expect(found["codes_second"] as? Int == 3)
        #expect(found["together"] as? Int == 2)
        let kappa = try #require(found["kappa_presence"] as? Double)
        #expect(abs(kappa - 14.0 / 30) < 1e-12)
        // 0.467 ± 1.96 · 0.323, clipped at 1.
        #expect(abs((found["kappa_presence_low"] as? Double ?? 0) + 0.16582277) < 1e-4)
        #expect(found["kappa_presence_high"] as? Double == 1)
        // Two codes together of one category: nothing to tell apart.
        #expect(found["kappa_category"] is NSNull)
        let text = report.text("report.md")
        #expect(text.contains("## Agreement of raters"))
        #expect(text.contains("| the facilitator and B | 2 | yes | 3 | 3 | 2 | 0.47 |"))
        #expect(text.contains("κ of category is not computable, because"))
    }

    /// P1 and the rater agree in one of two runs; a third was skipped before its clock started, and
    /// is no case. Of two cases, both yes 1, second only 1: pₒ = pₑ = 1/2, κ = 0; with three, 0.4.
    @Test func aTaskThatWasNeverStartedIsNoCaseOfPresence() async throws {
        var played = session(
            "P1",
            marks: [(.mistake, "a")],
            ratings: [rated(1, .mistake, at: 1), rated(2, .mistake, run: 2, at: 3)]
        )
        let prepared = TaskPrepared(
            run: 3,
            task: "second",
            condition: "only",
            timeLimit: 60,
            snapshot: Snapshot(files: []).hash
        )
        played.further = [
            .taskPrepared(prepared), .taskEnded(TaskEnded(run: 3, ending: .skipped)),
        ]
        let found = try await agreement(report(played))
        #expect(found["kappa_presence"] as? Double == 0)
    }

    /// In the first version, both coded the entry `lost`. In the second, where its title, its id or
    /// neither changed, only the facilitator coded it: pₒ = pₑ = 1/2, κ = 0. As two categories, the
    /// entries would give 0.5. An entry is another one if the second version also has the first.
    @Test(arguments: [
        ("lost", [("lost", "Lost")], 0.0),
        ("lost", [("lost", "Lost his way")], 0.0),
        ("astray", [("astray", "Lost")], 0.0),
        ("astray", [("astray", "Lost"), ("lost", "Lost his way")], 0.5),
        ("astray", [("astray", "Went astray")], 0.5),
    ])
    func anEntryWithANewTitleOrIDIsOneCategory(
        _ code: String,
        _ codebook: [(String, String)],
        _ kappa: Double
    ) async throws {
        func played(_ name: String, _ code: String, _ ratings: [Rated]) -> Played {
            let run = Played.Run(
                task: "first",
                seconds: 40,
                marks: [(.problem, "a")],
                codes: [(code, nil)]
            )
            return Played(
                participant: name,
                runs: [run],
                ratings: ratings,
                finishedRaters: ["B"]
            )
        }
        func study(_ version: String, _ codebook: [(String, String)]) -> StudyFolder {
            var folder = smallStudy(version: version, hash: "h\(version)")
            folder.study.codebook = codebook.map { .init(id: $0, title: $1, kind: .problem) }
            return folder
        }
        var rating = rated(1, .problem, at: 1)
        rating.code = "lost"
        let (one, two) = (played("P1", "lost", [rating]), played("P2", code, []))
        let (old, new) = (study("1", [("lost", "Lost")]), study("2", codebook))
        let report = try await withStore { store in
            try await one.record(in: store, study: old)
            try await two.record(in: store, study: new)
            return try Report(store: store, study: "small")
        }
        let found = try #require(try agreement(report)["kappa_presence"] as? Double)
        #expect(abs(found - kappa) < 1e-9)
    }

    @Test func codesFurtherApartThanTheWindowDoNotBelongTogether() async throws {
        let near = try await report(
            session("P1", marks: [(.mistake, "a")], ratings: [rated(1, .mistake, at: 11)])
        )
        #expect(try agreement(near)["together"] as? Int == 1)
        let far = try await report(
            session("P1", marks: [(.mistake, "a")], ratings: [rated(1, .mistake, at: 11.5)])
        )
        #expect(try agreement(far)["together"] as? Int == 0)
    }

    @Test func aRatingThatNamesItsMarkBelongsToItWhereverItStands() async throws {
        let report = try await report(
            session(
                "P1",
                marks: [(.mistake, "a")],
                ratings: [rated(1, .assist, at: 30, mark: 1, blind: false)]
            )
        )
        let found = try agreement(report)
        #expect(found["together"] as? Int == 1)
        #expect(found["same_category"] as? Double == 0)
        // One code has no spread.
        #expect(found["kappa_category"] as? Double == 0)
        #expect(found["kappa_category_low"] is NSNull)
        #expect(!report.text("report.md").contains("0.00 to 0.00"))
        #expect(found["blind"] as? Bool == false)
    }

    @Test func whatIsNotFinishedEntersNothingAndIsNamed() async throws {
        let report = try await report(
            session(
                "P1",
                marks: [(.mistake, "a")],
                ratings: [rated(1, .mistake, at: 1)],
                finished: []
            )
        )
        #expect(!report.text("report.json").contains("\"agreement\""))
        #expect(report.text("report.md").contains("Unfinished ratings"))
        #expect(report.text("tables/ratings.csv").contains("P1,only,first,1,B,1,mistake,"))
    }

    @Test func withoutRatersThereIsNoSection() async throws {
        let report = try await report(session("P1", marks: [], ratings: [], finished: []))
        #expect(!report.text("report.md").contains("Agreement of raters"))
        #expect(!report.files.map(\.path).contains("tables/ratings.csv"))
    }
}
