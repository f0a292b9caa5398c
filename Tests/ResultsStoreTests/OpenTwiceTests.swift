import Foundation
import StudyDefinition
import TestSupport
import TestTraits
import Testing

@testable import ResultsStore

/// A process that records looks at its own file a second time, as a push beside a session does.
/// Closing any descriptor of a file ends all POSIX locks that the process has on it, and SQLite does
/// not notice (https://sqlite.org/howtocorrupt.html, section 2.2).
@Suite(.blocking) struct OpenTwiceTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "twice-\(UUID())")
    private var path: String { folder.appending(path: "a.sqlite").path }

    /// A session of P1 in a file that has been opened and closed once more since.
    private func opened() async throws -> (store: ResultsStore, log: SessionLog) {
        let store = try ResultsStore(path: path, access: .create)
        let start = SessionStart(
            participant: "P1",
            study: "h",
            conditions: [],
            source: .live,
            environment: SessionEnvironment(),
            uuid: UUID()
        )
        let stamp = Stamp(monotonic: 1, wall: 1, boot: "b")
        let log = try await store.begin(start, study: MadeUpStudy.folder, at: stamp)
        try ResultsStore(path: path, access: .create).close()
        try ResultsStore(path: path, access: .read).close()
        return (store, log)
    }

    private func evalrun(_ arguments: String...) throws -> Tool.Result {
        try Tool("evalrun").run(arguments + ["--results", path])
    }

    @Test func nothingIsErasedWhileASessionRecords() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, _) = try await opened()
        defer { store.close() }
        let run = try evalrun("erase", "P1", "--yes")
        #expect(run.status == 75)
        #expect(run.errors.contains("another process has the file open, so nothing was erased"))
    }

    /// A merge beside a session has nothing to leave to a later command.
    @Test func whereNothingWasErasedNothingIsLeftToFinish() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, _) = try await opened()
        defer { store.close() }
        #expect(try ResultsStore.finishErasures(path: path).isEmpty)
    }

    @Test func whatIsRecordedAfterAnotherProcessWroteIsKept() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (store, log) = try await opened()
        defer { store.close() }
        #expect(try evalrun("lab", "oslo").status == 0)
        let stamp = Stamp(monotonic: 2, wall: 2, boot: "b")
        try log.append([.excluded(Decision(reason: "mistaken"))], at: stamp)
        let run = try evalrun("participants")
        #expect(run.output.contains("excluded"), "\(run.output)")
    }
}
