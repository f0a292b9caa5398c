import Diagnostics
import Foundation
import StudyDefinition
import Testing

@testable import ResultsStore

/// A person is lab and code.
@Suite struct LabTests {
    /// - Parameter isPlanned: whether the sessions are the two periods of one participant's plan.
    private func withStores(
        isPlanned: Bool = false,
        _ body: (_ here: ResultsStore, _ there: ResultsStore) async throws -> Void
    ) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "lab-\(UUID())")
        defer { try? FileManager.default.removeItem(at: folder) }
        let stores = try ["a", "b"].map {
            try ResultsStore(path: folder.appending(path: "\($0).sqlite").path, access: .create)
        }
        for (time, store) in stores.enumerated() {
            let start = SessionStart(
                participant: "P1",
                study: "h",
                conditions: [],
                source: .live,
                environment: SessionEnvironment(),
                plan: isPlanned
                    ? PlannedSession(table: "williams", seed: 1, sequence: 1, period: time + 1)
                    : nil,
                uuid: UUID()
            )
            let stamp = Stamp(monotonic: Int64(time + 1), wall: Int64(time + 1), boot: "b")
            _ = try await store.begin(start, study: MadeUpStudy.folder, at: stamp)
        }
        try await body(stores[0], stores[1])
    }

    @Test func theSameCodeOfTwoLabsIsTwoPeople() async throws {
        try await withStores { here, there in
            try here.setLab("oslo")
            try there.setLab("uppsala")
            #expect(try await here.merge(there).added == ["P1"])
            #expect(
                try here.results().sessions.map(\.start.participant) == ["oslo/P1", "uppsala/P1"]
            )
            // In a lab's own file a code alone is its own participant.
            #expect(try here.sessions(participant: "P1").map(\.lab) == ["oslo"])
            #expect(try here.sessions(participant: "uppsala/P1").map(\.lab) == ["uppsala"])
            there.close()
            let erasure = try ResultsStore.erase(
                participant: "uppsala/P1",
                path: there.path,
                wall: 1
            )
            #expect(erasure.sessions == 1)
        }
    }

    /// A file of one lab's sessions prints codes without a lab, even if the file has another lab.
    @Test func aCodeThatOnlyAnotherLabHasIsAccepted() async throws {
        try await withStores { here, there in
            try here.setLab("oslo")
            try there.setLab("uppsala")
            let folder = FileManager.default.temporaryDirectory.appending(path: "all-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            let path = folder.appending(path: "r").path
            let all = try ResultsStore(path: path, access: .create)
            try all.setLab("oslo")
            _ = try await all.merge(there)
            #expect(try all.results().sessions.map(\.start.participant) == ["P1"])
            #expect(try all.sessions(participant: "P1").map(\.lab) == ["uppsala"])
            // A new session of this code is of the file's lab.
            #expect(try all.sessions(participant: "P1", isOwn: true).isEmpty)
            #expect(try all.names() == ["uppsala/P1"])
            all.close()
            // The file's lab may have a planned participant with this code who has not begun.
            #expect(try ResultsStore.erase(participant: "P1", path: path, wall: 1).sessions == 0)
            let both = try ResultsStore(path: path, access: .create)
            _ = try await both.merge(here)
            #expect(try both.sessions(participant: "P1").map(\.lab) == ["oslo"])
            #expect(try both.names() == ["P1", "uppsala/P1"])
            both.close()
            // Repeating an erasure must not erase the participant of the other lab.
            for count in [1, 0] {
                let erasure = try ResultsStore.erase(participant: "P1", path: path, wall: 1)
                #expect(erasure.sessions == count)
            }
        }
    }

    @Test func inAFileWithoutALabACodeOfTwoLabsIsAmbiguous() async throws {
        try await withStores { here, there in
            try here.setLab("oslo")
            try there.setLab("uppsala")
            let folder = FileManager.default.temporaryDirectory.appending(path: "all-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            let all = try ResultsStore(path: folder.appending(path: "r").path, access: .create)
            for store in [here, there] { _ = try await all.merge(store) }
            do throws(DiagnosticError) {
                _ = try all.sessions(participant: "P1")
                Issue.record("not refused")
            } catch {
                #expect(render(error.diagnostics).contains("use one of these: oslo/P1, uppsala/P1"))
            }
        }
    }

    /// Sessions of different periods of the plan are of one person, so both files are merged.
    @Test func aParticipantWithoutALabIsNamedAfterTheFileIsGivenOne() async throws {
        try await withStores(isPlanned: true) { here, there in
            try there.setLab("oslo")
            #expect(try await here.merge(there).added == ["P1"])
            let error = #expect(throws: DiagnosticError.self) {
                _ = try here.sessions(participant: "P1")
            }
            let fix = error?.diagnostics.first?.fix ?? ""
            #expect(fix.hasPrefix("use oslo/P1; for the participant without a lab, first set "))
            #expect(try here.sessions(participant: "oslo/P1").count == 1)
            try here.setLab("oslo")
            #expect(try here.sessions(participant: "P1").count == 2)
        }
    }

    @Test func withOneLabParticipantsAreNamedByTheirCodes() async throws {
        try await withStores { here, _ in
            let before = try here.results().sessions.map(\.start)
            try here.setLab("oslo")
            #expect(try here.results().sessions.map(\.start) == before)
        }
    }

    /// A file that gathers sessions of a lab's file, before and after the lab is named there. A
    /// report on it must not show two labs.
    @Test func aMergedSessionGetsTheLabThatItsFileIsGivenLater() async throws {
        try await withStores { here, _ in
            let folder = FileManager.default.temporaryDirectory.appending(path: "all-\(UUID())")
            defer { try? FileManager.default.removeItem(at: folder) }
            let all = try ResultsStore(path: folder.appending(path: "r").path, access: .create)
            defer { all.close() }
            #expect(try await all.merge(here).added == ["P1"])
            #expect(try all.sessions().map(\.lab) == [""])
            try here.setLab("oslo")
            #expect(try await all.merge(here).known == ["P1"])
            #expect(try all.sessions().map(\.lab) == ["oslo"])
            #expect(try all.lab() == "")
        }
    }

    @Test func theLabOfAFileIsReplacedUntilAHubMayHaveItsRows() async throws {
        try await withStores { here, there in
            #expect(try here.setLab("uppsala"))
            #expect(throws: DiagnosticError.self) { try here.setLab("oslo") }
            #expect(try here.setLab("oslo", isReplacing: true))
            #expect(try !here.setLab("oslo", isReplacing: true))
            #expect(try here.sessions(participant: "P1").map(\.lab) == ["oslo"])
            #expect(try there.setLab("uppsala"))
            #expect(try await here.merge(there).added == ["P1"])
            try await there.beginPush(of: ["s"], hub: UUID())
            // The first file has sessions of two labs, the second one may be at a hub.
            for store in [here, there] {
                let lab = try store.lab()
                #expect(throws: DiagnosticError.self) {
                    try store.setLab("bergen", isReplacing: true)
                }
                #expect(try store.lab() == lab)
            }
        }
    }

    @Test func aFileBelongsToOneLab() async throws {
        try await withStores { here, _ in
            try here.setLab("oslo")
            try here.setLab("oslo")
            #expect(throws: DiagnosticError.self) { try here.setLab("uppsala") }
            #expect(try here.lab() == "oslo")
            for name in ["", "Oslo", "o/p", "pg_x", "1a", "a b", "a\"b", "public", "none"] {
                #expect(ParticipantCode.problem(withLab: name) != nil, "\(name)")
            }
        }
    }
}
