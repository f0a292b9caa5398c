import Foundation
import ResultsStore
import StudyDefinition
import Testing

/// Rows that a second rater's events become.
@Suite struct RatingTests {
    private func withLog(_ body: (ResultsStore, SessionLog) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "ratings-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try ResultsStore(
            path: folder.appending(path: "r.sqlite").path,
            access: .create
        )
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: ["a"],
            source: .live,
            environment: SessionEnvironment(),
            plan: PlannedSession(table: "williams", seed: 7, sequence: 2)
        )
        let log = try await store.begin(start, study: MadeUpStudy.folder, at: stamp(1))
        try await store.keep(Snapshot(hash: "s", files: []), bytes: [:])
        let prepared = TaskPrepared(run: 1, task: "t", timeLimit: 60, snapshot: "s", taskSet: "x")
        try log.append([.taskPrepared(prepared)], at: stamp(2))
        try log.append([.taskStarted(RunReference(run: 1))], at: stamp(3))
        let mark = Marked(mark: 1, kind: .problem, run: 1, code: "lost", severity: 3)
        try log.append([.marked(mark)], at: stamp(4))
        try await body(store, log)
    }

    private func stamp(_ second: Int64) -> Stamp {
        Stamp(monotonic: second * 1_000_000_000, wall: second * 1_000_000, boot: "b")
    }

    private func rated(_ number: Int, _ kind: Marked.Kind, blind: Bool = true) -> Rated {
        Rated(
            rater: "B",
            number: number,
            kind: kind,
            severity: 2,
            run: 1,
            elapsed: 1_000_000_000,
            text: "",
            isBlind: blind,
            about: 4,
            mark: 1
        )
    }

    @Test func aCodeThatIsTakenBackStaysAsUndone() async throws {
        try await withLog { store, log in
            try log.append([.rated(rated(1, .note))], at: stamp(50))
            let undone = RatingReference(rater: "B", number: 1)
            try log.append([.ratingUndone(undone)], at: stamp(51))
            try log.append([.rated(rated(2, .problem))], at: stamp(52))
            let finished = RatingFinished(rater: "B", isBlind: true)
            try log.append([.ratingFinished(finished)], at: stamp(53))
            let session = try #require(try store.results().sessions.first)
            #expect(session.ratings.map(\.isUndone) == [true, false])
            #expect(session.ratings.map(\.value.kind) == [.note, .problem])
            #expect(session.ratings.map(\.value.mark) == [1, 1])
            #expect(session.ratings.map(\.wall) == [50_000_000, 52_000_000])
            #expect(session.raters.map(\.name) == ["B"])
            #expect(session.raters.map(\.isFinished) == [true])
            #expect(session.raters.map(\.isBlind) == [true])
        }
    }

    @Test func onceSeenMarksMakeARatingThatIsNotBlind() async throws {
        try await withLog { store, log in
            try log.append([.rated(rated(1, .note, blind: false))], at: stamp(50))
            try log.append([.rated(rated(2, .note))], at: stamp(51))
            let finished = RatingFinished(rater: "B", isBlind: true)
            try log.append([.ratingFinished(finished)], at: stamp(52))
            #expect(try store.results().sessions.first?.raters.map(\.isBlind) == [false])
        }
    }

    @Test func ratingsMoveNoTimeOfTheSession() async throws {
        try await withLog { _, log in
            try log.append([.rated(rated(1, .note))], at: stamp(5000))
            #expect(log.record.lastStamp == stamp(4))
        }
    }

    @Test func theTablesTellWhatTheLogTells() async throws {
        try await withLog { store, log in
            try log.append([.taskPaused(RunReference(run: 1))], at: stamp(5))
            try log.append([.explained(Explained(run: 1, text: "phone"))], at: stamp(6))
            try log.append([.rated(rated(1, .problem))], at: stamp(50))
            let (record, session) = (
                log.record, try #require(try store.results().sessions.first)
            )
            #expect(session.marks.map(\.code) == ["lost"])
            #expect(session.marks.map(\.severity) == [3])
            #expect(session.runs.map(\.taskSet) == ["x"])
            #expect(session.start.plan?.sequence == 2)
            #expect(session.reasons == record.reasons)
            #expect(session.reasons.map(\.kind) == [.pause])
            #expect(session.ratings == record.ratings)
            #expect(session.raters == record.raters)
        }
    }

    @Test func answersAfterEachTaskAreKeptApart() async throws {
        try await withLog { store, log in
            for (task, raw) in [("t", "7"), ("u", "2")] {
                let value = AnswerValue(raw: raw, meaning: .number(Double(raw) ?? 0))
                let answered = Answered(questionnaire: "q", item: "i", task: task, value: value)
                try log.append([.answered(answered)], at: stamp(9))
            }
            let tables = try store.results()
            let keys = tables.questions.keys.sorted()
            #expect(keys.map(\.task) == ["t", "u"])
            let given = keys.compactMap { key in
                tables.questions[key].flatMap { tables.sessions[0].answers[$0]?.value.raw }
            }
            #expect(given == ["7", "2"])
        }
    }
}
