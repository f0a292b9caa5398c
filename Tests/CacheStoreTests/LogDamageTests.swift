import DataAccess
import Foundation
import SeededRandom
import TestSupport
import TestTraits
import Testing

@testable import CacheStore

private let rounds = Int(ProcessInfo.processInfo.environment["STORE_ROUNDS"] ?? "") ?? 1
private let frameSize = 24 + 4096
private let notes = StoreModel(
    name: "Notes",
    statements: ["CREATE TABLE \"Note\" (\"id\" INTEGER PRIMARY KEY, \"text\" TEXT)"]
)

private func save(_ number: Int64, _ store: CacheStore, size: Int = 3000) async throws {
    try await store.write { connection in
        _ = try connection.execute("INSERT INTO \"Note\" VALUES (?1, ?2)") {
            try $0.bind(number, at: 1)
            try $0.bind(String(repeating: "x", count: size), at: 2)
        }
    }
}

private func numbers(_ store: CacheStore) async throws -> [Int64] {
    try await store.read { connection in
        try connection.rows("SELECT \"id\" FROM \"Note\" ORDER BY \"id\"") { $0.int64(0) ?? 0 }
    }
}

/// The store at `path` again, with this log.
private func reopened<T>(
    _ path: String,
    log: Data,
    _ body: (CacheStore) async throws -> T
) async throws -> T {
    let copy = path + ".copy"
    try CacheStore.removeFiles(at: copy)
    try FileManager.default.copyItem(atPath: path, toPath: copy)
    try log.write(to: URL(fileURLWithPath: copy + "-wal"))
    let store = try CacheStore(
        model: notes,
        configuration: StoreConfiguration(location: .file(copy), durability: .normal)
    )
    let result = try await body(store)
    try store.close()
    return result
}

private func withLog(
    _ count: Int64,
    _ body: (String, Data) async throws -> Void
) async throws {
    try await withFile { path in
        let store = try CacheStore(fileAt: path, model: notes)
        for number in 1...count { try await save(number, store) }
        try await body(path, Data(contentsOf: URL(fileURLWithPath: path + "-wal")))
        try store.close()
    }
}

extension Data {
    fileprivate func flipping(bit: Int) -> Data {
        var copy = self
        copy[bit / 8] ^= 1 << (bit % 8)
        return copy
    }
}

@Suite(.serialized, .blocking) struct LogFaults {
    @Test func everyBitOfTheHeaderIsMissed() async throws {
        try await withLog(6) { path, log in
            for bit in 0..<256 {
                try await reopened(path, log: log.flipping(bit: bit)) { store in
                    let found = try? await numbers(store).count
                    #expect(found ?? 0 == 0, "bit \(bit)")
                    let damage = try #require(store.logDamage, "bit \(bit)")
                    // The first transaction makes the tables.
                    #expect(damage.lostTransactions >= 7, "bit \(bit)")
                    #expect(damage.isCertain)
                    #expect(damage.description.contains("the store lost "))
                }
            }
        }
    }

    @Test func noFlippedBitOfAFrameLosesATransactionInSilence() async throws {
        let count: Int64 = 6
        try await withLog(count) { path, log in
            let frames = (log.count - 32) / frameSize
            var random = SplitMix64(seed: 11)
            for frame in 0..<frames {
                let header = (0..<24 * 8).filter { _ in Int.random(in: 0..<12, using: &random) == 0
                }
                let page = (0..<2 * rounds).map { _ in
                    24 * 8 + Int.random(in: 0..<4096 * 8, using: &random)
                }
                for bit in header + page {
                    let place = (32 + frame * frameSize) * 8 + bit
                    try await reopened(path, log: log.flipping(bit: place)) { store in
                        let found = try await numbers(store)
                        #expect(found == Array(1...count).prefix(found.count).map { $0 })
                        let damage = try #require(store.logDamage, "frame \(frame) bit \(bit)")
                        let lost = Int(count) - found.count
                        // The first transactions make the tables; a flipped commit mark counts as one.
                        if frame > 12 {
                            #expect([lost, lost + 1].contains(damage.lostTransactions))
                        }
                        #expect(damage.lostTransactions > 0)
                        if lost > 1 { #expect(damage.isCertain) }
                    }
                }
            }
        }
    }

    /// The commit of one transaction is damaged, and the next one has no commit.
    @Test func twoTransactionsAtADamagedEndAreBothTold() async throws {
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: notes)
            for number in Int64(1)...3 { try await save(number, store) }
            try await save(4, store, size: 40_000)
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            let starts = stride(from: 32, to: log.count, by: frameSize)
            let commits = starts.filter { start in log[start + 4..<start + 8].contains { $0 != 0 } }
            let (third, fourth) = (commits[commits.count - 2], commits[commits.count - 1])
            try #require(fourth - third > 3 * frameSize)
            let damaged = log.prefix(fourth).flipping(bit: (third + 100) * 8)
                .flipping(bit: (fourth - frameSize + 100) * 8)
            try await reopened(path, log: damaged) { store in
                #expect(try await numbers(store) == [1, 2])
                let damage = try #require(store.logDamage)
                #expect(damage.lostTransactions == 2 && !damage.isCertain)
                let words = "the last 2 transactions cannot be read, and are lost if"
                #expect(damage.description.contains(words))
            }
            try store.close()
        }
    }

    @Test(arguments: [0..<32, 0..<64, 16..<200])
    func aHeaderThatIsOverwrittenIsMissed(_ range: Range<Int>) async throws {
        try await withLog(6) { path, log in
            for byte in [UInt8(0), 0xFF] {
                var damaged = log
                damaged.replaceSubrange(range, with: Data(repeating: byte, count: range.count))
                try await reopened(path, log: damaged) { store in
                    let damage = try #require(store.logDamage)
                    #expect(damage.lostTransactions > 1)
                }
            }
            try await reopened(path, log: Data(count: log.count)) { store in
                #expect(store.logDamage?.isCertain == false)
                #expect(store.logDamage?.description.contains("an unknown number of") == true)
            }
        }
    }

    /// Frames of an older log follow those of this one, and a damaged header loses nothing that has
    /// been moved into the file.
    @Test func aLogThatWasBegunAnewIsToldFromDamage() async throws {
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: notes)
            for number in Int64(1)...10 { try await save(number, store) }
            try await store.withWriter { writer in
                _ = try writer.transaction { _ in }
            }
            let other = try CacheStore(fileAt: path, model: notes)
            try await checkpointed(store)
            let moved = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            for bit in [0, 70, 140, 200, 255] {
                try await reopened(path, log: moved.flipping(bit: bit)) { store in
                    let found = try await numbers(store)
                    #expect(found == Array(1...10))
                    #expect(store.logDamage == nil)
                }
            }
            for number in Int64(11)...12 { try await save(number, store) }
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            #expect(log.count == moved.count)
            try await reopened(path, log: log) { store in
                let found = try await numbers(store)
                #expect(found == Array(1...12))
                #expect(store.logDamage == nil)
            }
            for bit in stride(from: 0, to: 256, by: 5) {
                try await reopened(path, log: log.flipping(bit: bit)) { store in
                    let found = try await numbers(store)
                    #expect(found == Array(1...10))
                    #expect(store.logDamage?.lostTransactions == 2)
                }
            }
            try other.close()
            try store.close()
        }
    }

    /// A transaction of more than SQLite's page cache is in the log before it ends.
    @Test func aTransactionThatWasRolledBackIsNoDamage() async throws {
        struct Cancelled: Error {}
        try await withFile { path in
            let store = try CacheStore(fileAt: path, model: notes)
            try await save(1, store)
            await #expect(throws: Cancelled.self) {
                try await store.write { connection in
                    for number in Int64(100)...3000 {
                        try connection.execute("INSERT INTO \"Note\" VALUES (?1, ?2)") {
                            try $0.bind(number, at: 1)
                            try $0.bind(String(repeating: "x", count: 3000), at: 2)
                        }
                    }
                    throw Cancelled()
                }
            }
            try await save(2, store)
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            try #require(log.count > 1000 * frameSize)
            try await reopened(path, log: log) { store in
                let found = try await numbers(store)
                #expect(found == [1, 2])
                #expect(store.logDamage == nil)
            }
            try store.close()
        }
    }

    /// The file was mapped into memory, so the process ended with a signal.
    @Test func aLogThatIsCutOffWhileItIsReadIsReadAsZeros() async throws {
        try await withFile { path in
            try Data(repeating: 1, count: 300_000).write(to: URL(fileURLWithPath: path))
            let file = try #require(FileBlocks(path))
            #expect(file.withBytes(10..<20) { $0.allSatisfy { $0 == 1 } })
            #expect(truncate(path, 100) == 0)
            #expect(file.withBytes(290_000..<300_000) { $0.allSatisfy { $0 == 0 } })
            let both = Array(repeating: UInt8(1), count: 50) + Array(repeating: 0, count: 50)
            #expect(file.withBytes(50..<150) { Array($0) } == both)
        }
    }

    @Test func nothingButAFileIsOpened() async throws {
        try await withFile { path in
            let socket = path + ".socket"
            let descriptor = try bound(socket)
            defer { close(descriptor) }
            let pipe = path + ".pipe"
            #expect(mkfifo(pipe, 0o644) == 0)
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            try FileManager.default.createSymbolicLink(
                atPath: path + ".link",
                withDestinationPath: pipe
            )
            for place in [socket, pipe, path + ".link", folder, "/dev/null", "/dev/zero"] {
                for isReadOnly in [false, true] {
                    let error = try #require(throws: StoreError.self) {
                        try CacheStore(
                            model: notes,
                            configuration: StoreConfiguration(
                                location: .file(place),
                                isReadOnly: isReadOnly,
                                replacesStoreOnModelMismatch: true,
                                replacesStoreOnIntegrityErrors: true
                            )
                        )
                    }
                    #expect(error.description.contains("\(place) is a"))
                    #expect(error.description.contains("not a file"))
                }
                #expect(throws: StoreError.self) { try StoreContents(fileAt: place) }
            }
            for suffix in ["-wal", "-shm", "-journal"] {
                let store = path + ".other"
                #expect(mkfifo(store + suffix, 0o644) == 0)
                let error = #expect(throws: StoreError.self) {
                    try CacheStore(fileAt: store, model: notes)
                }
                #expect(error == .notAFile(path: store + suffix, kind: "a named pipe"))
                unlink(store + suffix)
            }
        }
    }
}

/// Moves the log into the file; the log stays as it is.
private func checkpointed(_ store: CacheStore) async throws {
    try await store.withWriter { _ in }
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
        "python3", "-c",
        "import sqlite3,sys; c=sqlite3.connect(sys.argv[1]); print(c.execute('PRAGMA wal_checkpoint(PASSIVE)').fetchone())",
        store.path ?? "",
    ]
    process.standardOutput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    #expect(process.terminationStatus == 0)
}

private func bound(_ path: String) throws -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: Array(path.utf8)) }
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { bind(descriptor, $0, size) }
    }
    #expect(code == 0)
    return descriptor
}
