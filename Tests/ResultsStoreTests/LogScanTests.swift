import ContentHash
import Foundation
import GRDB
import ResultsStore
import StudyDefinition
import Testing

/// What one pass over the log tells beside the tables.
@Suite struct LogScanTests {
    private func withStore(_ body: (ResultsStore) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "scan-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        try await body(
            ResultsStore(path: folder.appending(path: "r.sqlite").path, access: .create)
        )
    }

    private func start(_ participant: String) -> SessionStart {
        SessionStart(
            participant: participant,
            study: "h",
            conditions: ["a"],
            source: .live,
            environment: SessionEnvironment()
        )
    }

    private func stamp(_ second: Int64) -> Stamp {
        Stamp(monotonic: second * 1_000_000_000, wall: second * 1_000_000, boot: "b")
    }

    private func answered(_ text: String) -> SessionEvent {
        .answered(
            Answered(
                questionnaire: "q",
                item: "words",
                value: AnswerValue(raw: text, meaning: .text(text))
            )
        )
    }

    /// Stamp, kind and payload of each event on a line of its own, whichever session's events stand
    /// between.
    @Test func aDigestIsOfTheLinesOfItsSession() async throws {
        try await withStore { store in
            let first = try await store.begin(start("P1"), study: MadeUpStudy.folder, at: stamp(1))
            let second = try await store.begin(start("P2"), study: MadeUpStudy.folder, at: stamp(2))
            try first.append([answered("one")], at: stamp(3))
            try second.append([answered("two")], at: stamp(4))
            try first.append([answered("three")], at: stamp(5))
            let payloads = try store.read { db in
                try String.fetchAll(
                    db,
                    sql: "SELECT payload FROM events WHERE session = 1 ORDER BY number"
                )
            }
            let lines = zip([1, 3, 5], zip(["sessionStarted", "answered", "answered"], payloads))
                .map { "\($0)000000000 \($0)000000 b \($1.0) \($1.1)\n" }
            let digest = try #require(try store.results().digests[1])
            #expect(digest.events == 3)
            #expect(digest.hash == sha256(Array(lines.joined().utf8)))
            #expect(try store.results().digests[2]?.events == 2)
        }
    }

    @Test func whatFollowsANULIsRead() async throws {
        try await withStore { store in
            let log = try await store.begin(start("P1"), study: MadeUpStudy.folder, at: stamp(1))
            try log.append([answered("a\\b\0c \"d\"")], at: stamp(2))
            let tables = try store.results()
            #expect(tables.sessions[0].answers.first??.value.raw == "a\\b\0c \"d\"")
        }
    }

    /// The same answer is decoded once, and is still everybody's own.
    @Test func answersAreTheirParticipantsOwn() async throws {
        try await withStore { store in
            for (number, text) in ["x", "y", "x", String(repeating: "long ", count: 100)]
                .enumerated()
            {
                let log = try await store.begin(
                    start("P\(number)"),
                    study: MadeUpStudy.folder,
                    at: stamp(Int64(number) * 10 + 1)
                )
                if number == 2 {
                    let value = AnswerValue(raw: "9", meaning: .number(9))
                    try log.append(
                        [.answered(Answered(questionnaire: "q", item: "late", value: value))],
                        at: stamp(Int64(number) * 10 + 2)
                    )
                }
                try log.append([answered(text)], at: stamp(Int64(number) * 10 + 3))
            }
            let tables = try store.results()
            let key = SessionRecord.AnswerKey(condition: "", questionnaire: "q", item: "words")
            let place = try #require(tables.questions[key])
            #expect(
                tables.sessions.map { $0.answers[place]?.value.raw } == [
                    "x", "y", "x", String(repeating: "long ", count: 100),
                ]
            )
        }
    }
}
