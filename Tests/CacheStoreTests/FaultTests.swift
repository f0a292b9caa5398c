import CacheStore
import DataAccess
import Foundation
import GRDB
import SeededRandom
import TestSupport
import TestTraits
import Testing

/// How often to repeat what only chance finds: `STORE_ROUNDS=50` is the long run.
private let rounds = Int(ProcessInfo.processInfo.environment["STORE_ROUNDS"] ?? "") ?? 3

private let marks = StoreModel(
    name: "Marks",
    statements: ["CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"batch\" INTEGER)"]
)

private let laterMarks = StoreModel(
    name: "Marks",
    statements: [
        "CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"number\" INTEGER, \"note\" TEXT NOT NULL)"
    ],
    entities: [
        EntityDescription(
            name: "Mark",
            identity: "id",
            attributes: [
                AttributeDescription("id", .integer64),
                AttributeDescription("number", .integer64, renamingIdentifier: "batch"),
                AttributeDescription("note", .string, isOptional: false, initial: .text("none")),
            ]
        )
    ]
)

private func insertMark(_ store: CacheStore, _ batch: Int64) async throws {
    try await store.write { connection in
        _ = try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (?1)") {
            try $0.bind(batch, at: 1)
        }
    }
}

private func batches(_ store: CacheStore) async throws -> [Int64] {
    try await store.read { connection in
        try connection.rows("SELECT \"batch\" FROM \"Mark\" ORDER BY \"id\"") { $0.int64(0) ?? 0 }
    }
}

private func isSound(_ store: CacheStore) async throws -> Bool {
    try await store.read { try $0.firstRow("PRAGMA integrity_check") { $0.string(0) } } == "ok"
}

/// Starts the worker, kills it with SIGKILL `delay` microseconds after `count` acknowledgements, and
/// gives the last.
func killed(
    _ work: String,
    _ path: String,
    after count: Int,
    delay: UInt32 = 0
) throws -> Int64 {
    let process = Process()
    process.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
    process.arguments = [work, path]
    let output = Pipe()
    process.standardOutput = output
    try process.run()
    var text = ""
    while text.count(where: { $0 == "\n" }) < count {
        let data = output.fileHandleForReading.availableData
        if data.isEmpty { break }
        text += String(decoding: data, as: UTF8.self)
    }
    usleep(delay)
    kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    text += String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: true)
    return text.hasSuffix("\n")
        ? Int64(lines.last ?? "0") ?? 0 : Int64(lines.dropLast().last ?? "0") ?? 0
}

@Suite(.serialized, .blocking) struct Faults {
    @Test(arguments: [("save", 50), ("import", 200)])
    func nothingAcknowledgedIsLostToAKillAndNothingIsHalf(_ work: String, _ size: Int) async throws
    {
        try await withFile { path in
            var random = SplitMix64(seed: 7)
            for _ in 0..<rounds {
                let last = try killed(work, path, after: Int.random(in: 1...12, using: &random))
                usleep(UInt32.random(in: 0...3000, using: &random))
                let store = try CacheStore(fileAt: path, model: marks)
                let found = try await batches(store)
                let counts = Dictionary(grouping: found) { $0 }.mapValues(\.count)
                #expect(counts.values.allSatisfy { $0 == size })
                #expect(counts.count >= Int(last))
                #expect(Int64(counts.count) == (found.max() ?? 0))
                #expect(try await isSound(store))
                // A frame that was being written may look like damage to the last transaction.
                #expect(store.logDamage?.isCertain != true)
                try store.close()
            }
        }
    }

    @Test func aKillWhileAStoreIsMovedAsideLeavesOneThatOpens() async throws {
        try await withFile { path in
            for round in 0..<rounds {
                _ = try killed("open", path, after: 1 + round % 5)
                let store = try CacheStore(
                    model: marks,
                    configuration: StoreConfiguration(
                        location: .file(path),
                        replacesStoreOnModelMismatch: true
                    )
                )
                try await insertMark(store, 1)
                #expect(try await isSound(store))
                try store.close()
            }
        }
    }

    @Test func aLogTornBehindTheLastCommitLosesNothing() async throws {
        try await withFile { path in
            let (store, count) = (try CacheStore(fileAt: path, model: marks), 20)
            for batch in 1...count { try await insertMark(store, Int64(batch)) }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            var random = SplitMix64(seed: 5)
            for round in 0..<rounds * 6 {
                let copy = "\(path).copy\(round)"
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                // A frame that was being written when the power went.
                let tail = (0..<Int.random(in: 1...4000, using: &random)).map { _ in
                    UInt8.random(in: 0...255, using: &random)
                }
                try (log + Data(tail)).write(to: URL(fileURLWithPath: copy + "-wal"))
                let opened = try CacheStore(fileAt: copy, model: marks)
                #expect(try await batches(opened) == (1...Int64(count)).map { $0 })
                #expect(opened.logDamage == nil)
                try opened.close()
            }
            try store.close()
        }
    }

    @Test func damageInsideALogLeavesAPrefixAndIsReported() async throws {
        try await withFile { path in
            let (store, count) = (try CacheStore(fileAt: path, model: marks), 20)
            for batch in 1...count { try await insertMark(store, Int64(batch)) }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            var random = SplitMix64(seed: 6)
            for round in 0..<rounds * 6 {
                let copy = "\(path).copy\(round)"
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                var damaged = log
                // Behind the first frames, which make the tables, and within the pages.
                let frame = 24 + 4096
                let number = Int.random(in: 6..<(log.count - 32) / frame - 1, using: &random)
                let place = 32 + number * frame + 24 + Int.random(in: 0..<4000, using: &random)
                damaged[place] ^= UInt8.random(in: 1...255, using: &random)
                try damaged.write(to: URL(fileURLWithPath: copy + "-wal"))
                let opened = try CacheStore(fileAt: copy, model: marks)
                let found = try await batches(opened)
                #expect(found == Array((1...Int64(count)).prefix(found.count)))
                #expect(try await isSound(opened))
                let damage = try #require(opened.logDamage)
                #expect(damage.lostTransactions == count - found.count)
                #expect(damage.description.contains("lost"))
                try opened.close()
            }
            try store.close()
        }
    }

    @Test func aFileThatMayNotBeWrittenIsNamed() async throws {
        try await withFile { path in
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let missing = "/proc/none/store.sqlite"
            let error = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: missing, model: marks)
            }
            #expect(error.description.contains("\(missing) (unable to open database file)"))
            let directory = try #require(throws: StoreError.self) {
                try CacheStore(fileAt: folder, model: marks)
            }
            #expect(directory.description.contains(folder))
        }
    }

    @Test func aKillDuringAMigrationLeavesTheOldVersionOrTheNew() async throws {
        try await withFile { path in
            let count = 20_000
            let store = try CacheStore(fileAt: path, model: marks)
            try await store.write { connection in
                for batch in 0..<count {
                    try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (?1)") {
                        try $0.bind(Int64(batch), at: 1)
                    }
                }
            }
            try store.close()
            let unhurt = path + ".unhurt"
            try FileManager.default.copyItem(atPath: path, toPath: unhurt)
            let start = ContinuousClock.now
            try CacheStore(fileAt: unhurt, model: laterMarks).close()
            let time = (ContinuousClock.now - start).components.attoseconds / 1_000_000_000_000
            var random = SplitMix64(seed: 8)
            for round in 0..<rounds {
                let copy = "\(path).\(round)"
                try FileManager.default.copyItem(atPath: path, toPath: copy)
                let delay = UInt32.random(in: 0...UInt32(time * 3 / 2), using: &random)
                _ = try killed("migrate", copy, after: 1, delay: delay)
                let found = try StoreContents(fileAt: copy).tables
                #expect(found.map(\.name) == ["Mark"])
                let columns = found.first?.columns ?? []
                #expect(columns == ["batch", "id"] || columns == ["id", "note", "number"])
                #expect(found.first?.rows.count == count)
                let opened = try CacheStore(fileAt: copy, model: laterMarks)
                let sums = try await opened.read { connection in
                    try connection.firstRow(
                        "SELECT count(*), sum(\"number\"), count(\"note\") FROM \"Mark\""
                    ) { [$0.int64(0), $0.int64(1), $0.int64(2)] }
                }
                let size = Int64(count)
                #expect(sums == [size, size * (size - 1) / 2, size])
                #expect(try await isSound(opened))
                try opened.close()
            }
        }
    }

    @Test func processesThatStartTogetherMigrateOnce() async throws {
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: marks)
            for batch in 1...20 { try await insertMark(store, Int64(batch)) }
            try store.close()
            let workers = try (0..<8).map { _ in
                let worker = Process()
                worker.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
                worker.arguments = ["stay", path]
                worker.standardOutput = Pipe()
                try worker.run()
                return worker
            }
            // One holds the file open while another opens it.
            for worker in workers { worker.waitUntilExit() }
            #expect(workers.map(\.terminationStatus) == [Int32](repeating: 0, count: 8))
            let later = try CacheStore(fileAt: path, model: laterMarks)
            #expect(later.opening == .opened)
            let sum = try await later.read { connection in
                try connection.firstRow("SELECT sum(\"number\") FROM \"Mark\"") { $0.int64(0) }
            }
            #expect(sum == 210)
            #expect(try await isSound(later))
        }
    }

    /// A store that may not grow beyond its size stands for a disk that is full.
    @Test func afterAFullDiskWhatWasThereIsThere() async throws {
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: marks)
            try await insertMark(store, 1)
            try await store.write { connection in
                _ = try connection.firstRow("PRAGMA max_page_count = 8") { $0.int64(0) }
            }
            let error = await #expect(throws: StoreError.self) {
                try await store.write { connection in
                    for _ in 0..<50_000 {
                        try connection.execute("INSERT INTO \"Mark\" (\"batch\") VALUES (2)")
                    }
                }
            }
            #expect(error == .diskFull)
            #expect(try await batches(store) == [1])
            try await store.write { connection in
                _ = try connection.firstRow("PRAGMA max_page_count = 100000") { $0.int64(0) }
            }
            try await insertMark(store, 3)
            #expect(try await batches(store) == [1, 3])
            #expect(try await isSound(store))
        }
    }

    @Test func twoProcessesWriteOneStore() async throws {
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: marks)
            let worker = Process()
            worker.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
            worker.arguments = ["add", path, "200"]
            try worker.run()
            for batch in 0..<200 { try await insertMark(store, Int64(1000 + batch)) }
            worker.waitUntilExit()
            #expect(worker.terminationStatus == 0)
            let found = try await batches(store)
            #expect(found.count == 400)
            #expect(found.filter { $0 == 1 }.count == 200)
            #expect(try await isSound(store))
        }
    }

    @Test func manyWritersAndReadersAgree() async throws {
        try await withFile { path in
            let store = try CacheStore(
                model: marks,
                configuration: StoreConfiguration(location: .file(path), durability: .normal)
            )
            let end = ContinuousClock.now + .seconds(rounds >= 50 ? 60 : 1)
            let written = try await withThrowingTaskGroup(of: Int.self) { group in
                for writer in 0..<16 {
                    group.addTask {
                        var count = 0
                        while ContinuousClock.now < end {
                            // Always in pairs: a reader must never see an odd number.
                            try await store.write { connection in
                                for _ in 0..<2 {
                                    try connection.execute(
                                        "INSERT INTO \"Mark\" (\"batch\") VALUES (?1)"
                                    ) { try $0.bind(Int64(writer), at: 1) }
                                }
                            }
                            count += 2
                        }
                        return count
                    }
                    group.addTask {
                        while ContinuousClock.now < end {
                            let count = try await store.read { connection in
                                try connection.firstRow("SELECT count(*) FROM \"Mark\"") {
                                    $0.int64(0) ?? 0
                                }
                            }
                            #expect((count ?? 1) % 2 == 0)
                            try await Task.sleep(for: .milliseconds(1))
                        }
                        return 0
                    }
                }
                return try await group.reduce(0, +)
            }
            #expect(try await batches(store).count == written)
            #expect(try await isSound(store))
        }
    }
}
