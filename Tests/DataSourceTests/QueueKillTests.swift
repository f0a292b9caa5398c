import CacheStore
import DataAccess
import Foundation
import SeededRandom
import Synchronization
import TestSupport
import TestTraits
import Testing

/// The server of the test: what it has taken, by key, and in which order for each mark.
private final class Marks: Sendable {
    struct State {
        var random = SplitMix64(seed: 26)
        var versions: [String: String] = [:]
        var taken: [String: [Int64]] = [:]
    }

    private let state = Mutex(State())

    var taken: [String: [Int64]] { state.withLock { $0.taken } }

    /// One answer in ten is lost, after the change was taken.
    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        let key = request.headers["idempotency-key"] ?? ""
        let body = try? JSONDecoder().decode([String: Int64].self, from: Data(request.body.utf8))
        guard let batch = body?["batch"], !key.isEmpty else { return .send(400, "no mark") }
        return state.withLock { state in
            if state.versions[key] == nil {
                state.versions[key] = "\"\(state.versions.count + 1)\""
                state.taken[request.path, default: []].append(batch)
            }
            if state.random.index(below: 10) == 0 { return .drop }
            return .record(200, "{}", state.versions[key] ?? "")
        }
    }
}

@Suite(.serialized, .blocking, .timeLimit(.minutes(60))) struct QueueKillTests {
    private func worker(_ path: String, _ server: URL, run: Int) throws -> (Process, Pipe) {
        let process = Process()
        process.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
        process.arguments = ["queue", path, server.absoluteString, "\(run)"]
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        return (process, output)
    }

    /// `QUEUE_KILLS` programs are killed while they change marks and send the changes.
    @Test func aKilledQueueLosesNothingAndSendsNothingTwice() async throws {
        let count = ProcessInfo.processInfo.environment["QUEUE_KILLS"].flatMap(Int.init) ?? 12
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("marks.sqlite").path
        let marks = Marks()
        let server = try LoopbackServer { request, _ in marks.answer(request) }
        var random = SplitMix64(seed: 1)
        var accepted: [Int64] = []
        for run in 1...count {
            let (process, output) = try worker(path, server.url, run: run)
            // After its first word, so that most kills meet the sending.
            var text = output.fileHandleForReading.availableData
            try await Task.sleep(for: .milliseconds(random.index(below: 150)))
            kill(process.processIdentifier, SIGKILL)
            text += output.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            let lines = String(decoding: text, as: UTF8.self).components(separatedBy: "\n")
            accepted += lines.dropLast().compactMap { Int64($0) }
        }
        let (last, _) = try worker(path, server.url, run: 0)
        last.waitUntilExit()
        #expect(last.terminationStatus == 0)

        let taken = marks.taken
        let all = taken.values.flatMap(\.self)
        #expect(accepted.count > count)
        #expect(Set(accepted).subtracting(all).isEmpty, "lost")
        #expect(Set(all).count == all.count, "taken twice")
        for (mark, batches) in taken { #expect(batches == batches.sorted(), "\(mark)") }
        let store = try CacheStore(fileAt: path, model: Self.model)
        let held = try await store.read { connection in
            try connection.rows("SELECT \"id\", \"batch\" FROM \"Mark\"") { row in
                ("/marks/\(row.int64(0) ?? 0)", row.int64(1) ?? 0)
            }
        }
        let wanted = taken.compactMapValues(\.last)
        #expect(Dictionary(uniqueKeysWithValues: held) == wanted)
        try store.close()
        print("\(count) kills, \(accepted.count) changes accepted, \(all.count) taken")
    }

    /// As the worker has it.
    private static let model = StoreModel(
        name: "Marks",
        statements: [
            "CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"batch\" INTEGER)"
        ],
        entities: [
            EntityDescription(
                name: "Mark",
                identity: "id",
                attributes: [
                    AttributeDescription("id", .integer64),
                    AttributeDescription("batch", .integer64),
                ]
            )
        ]
    )
}
