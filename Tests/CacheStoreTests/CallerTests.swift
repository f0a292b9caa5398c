import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

/// Runs of a closure that the main actor calls: whether each is on the caller, and how many rows it
/// has seen. Not by their threads: on Linux the main queue moves from one to another.
private final class Runs: Sendable {
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var runs: [(isOnCaller: Bool, rows: Int)] = []

    func begin() {
        let isOnCaller = DispatchQueue.getSpecific(key: mainQueue) == true
        lock.withLock { runs.append((isOnCaller, 0)) }
    }

    func row() { lock.withLock { runs[runs.count - 1].rows += 1 } }

    init() { DispatchQueue.main.setSpecific(key: mainQueue, value: true) }

    var onCaller: [Bool] { lock.withLock { runs.map(\.isOnCaller) } }
    var rows: [Int] { lock.withLock { runs.map(\.rows) } }
}

private let mainQueue = DispatchSpecificKey<Bool>()

/// A store with so many teams, with a reader that is open and a log that has been begun.
private func filled(_ path: String, _ count: Int) async throws -> CacheStore {
    let store = try club(path)
    try await store.write { connection in
        for index in 0..<count { try connection.save(Team(id: Int64(index), name: "t\(index)")) }
    }
    _ = try await store.context.fetchFirst(Team.self)
    _ = try await store.context.save(Team(id: 0, name: "t0"))
    return store
}

private let allTeams = "SELECT \"id\" FROM \"Team\" ORDER BY \"id\""

@Suite(.serialized) struct CallerTests {
    @Test @MainActor func aShortReadAndASaveRunOnTheCaller() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 100), Runs())
            let name = try await store.read { connection in
                runs.begin()
                return try connection.retrieve(Team.self, Team.Identity(7))?.name
            }
            try await store.writeBriefly { connection in
                runs.begin()
                try connection.save(Team(id: 7, name: "new"))
            }
            #expect(name == "t7")
            #expect(runs.onCaller == [true, true])
            #expect(try await store.context.retrieve(Team.self, .init(7))?.name == "new")
        }
    }

    /// The reads of the contexts ran on a thread of Swift's pool.
    @Test @MainActor func theContextsReadOnTheCallerToo() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 100), Runs())
            for context in [store.context, store.backgroundContext] {
                let name = try await context.read { connection in
                    runs.begin()
                    return try connection.retrieve(Team.self, Team.Identity(7))?.name
                }
                #expect(name == "t7")
            }
            #expect(runs.onCaller == [true, true])
        }
    }

    @Test @MainActor func aLongReadLeavesTheCallerAndGivesEveryRow() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 20_000), Runs())
            let found = try await store.read { connection in
                runs.begin()
                return try connection.rows(allTeams) { row in
                    runs.row()
                    return row.int64(0)
                }
            }
            #expect(found == (0..<20_000).map(Int64.init))
            #expect(runs.onCaller.count == 2)
            #expect(runs.onCaller.first == true)
            #expect(runs.onCaller.last == false)
            // 10,000 steps at most, and several for each row.
            #expect(runs.rows.first.map { $0 < 5000 } == true)
            #expect(runs.rows.last == 20_000)
        }
    }

    /// What exceeded the budget is not done in part each time; after a while it is tried again.
    @Test @MainActor func aReadThatWasLongBeginsElsewhere() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 20_000), Runs())
            @MainActor func read() async throws -> Int {
                try await store.read { connection in
                    runs.begin()
                    return try connection.rows(allTeams) { row in
                        runs.row()
                        return row.int64(0)
                    }.count
                }
            }
            for _ in 0..<22 { #expect(try await read() == 20_000) }
            let tried = runs.rows.filter { $0 > 0 && $0 < 20_000 }
            #expect(tried.count == 2)
            #expect(runs.rows.filter { $0 == 20_000 }.count == 22)
            try await store.write { try $0.execute("DELETE FROM \"Team\" WHERE \"id\" >= 10") }
            let before = runs.onCaller.count
            for _ in 0..<21 { #expect(try await read() == 10) }
            #expect(runs.onCaller.count == before + 41)
            #expect(runs.onCaller.last == true)
        }
    }

    /// Many short statements in one closure say nothing of any of them.
    @Test @MainActor func manyShortReadsInOneClosureAreNotHeldAgainstOne() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 20_000), Runs())
            let found = try await store.read { connection in
                try (0..<20_000).filter { index in
                    try connection.retrieve(Team.self, Team.Identity(Int64(index))) != nil
                }.count
            }
            #expect(found == 20_000)
            _ = try await store.read { connection in
                runs.begin()
                return try connection.retrieve(Team.self, Team.Identity(7))?.name
            }
            #expect(runs.onCaller == [true])
        }
    }

    @Test @MainActor func whatAFirstTryCaughtDoesNotEscape() async throws {
        try await withFile { path in
            let store = try await filled(path, 20_000)
            let found = try await store.read { connection in
                var rows: [Int64?] = []
                try? connection.forEachRow(allTeams) { rows.append($0.int64(0)) }
                return rows.count
            }
            #expect(found == 20_000)
        }
    }

    /// SQLite counts a whole table in one step, which nothing interrupts.
    @Test @MainActor func aStatementOfOneLongStepRunsElsewhere() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 10), Runs())
            for sql in ["SELECT count(*) FROM \"Team\"", "PRAGMA integrity_check"] {
                _ = try await store.read { connection in
                    try connection.firstRow(sql) { row in
                        runs.begin()
                        return row.string(0)
                    }
                }
            }
            #expect(runs.onCaller.count == 2)
            #expect(!runs.onCaller.contains(true))
        }
    }

    @Test @MainActor func aShortStatementAfterACommentRunsOnTheCaller() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 10), Runs())
            let query = "SELECT \"name\" FROM \"Team\" WHERE \"id\" = 7"
            for start in ["\n  ", "-- SELECT one\n", "/* one * */\r\n--\r\n/**/", "/*/ */"] {
                let name = try await store.read { connection in
                    try connection.firstRow(start + query) { row in
                        runs.begin()
                        return row.string(0)
                    }
                }
                #expect(name == "t7")
            }
            #expect(runs.onCaller == [true, true, true, true])
        }
    }

    @Test @MainActor func aLongTransactionLeavesTheCallerWithoutATrace() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 0), Runs())
            var changes = store.changes.makeAsyncIterator()
            try await store.writeBriefly { connection in
                runs.begin()
                for _ in 0..<3000 {
                    try connection.save(Team(name: "new"))
                    runs.row()
                }
            }
            #expect(runs.onCaller.count == 2)
            #expect(runs.onCaller.first == true)
            #expect(runs.onCaller.last == false)
            #expect(runs.rows.first.map { $0 < 3000 } == true)
            #expect(try await store.context.count(Team.self) == 3001)
            let number = await changes.next()?.number
            try await store.context.save(Team(id: 0, name: "after"))
            #expect(await changes.next()?.number == number.map { $0 + 1 })
        }
    }

    @Test @MainActor func whatWaitsForTheDiskRunsElsewhere() async throws {
        try await withFile { path in
            let runs = Runs()
            @MainActor func save(_ store: CacheStore) async throws {
                try await store.writeBriefly { connection in
                    runs.begin()
                    // SQLite writes nothing where a record stays as it is.
                    try connection.save(Team(id: 1, name: "A\(runs.onCaller.count)"))
                }
            }
            let full = try club(path, durability: .full)
            for _ in 0..<3 { try await save(full) }
            #expect(!runs.onCaller.contains(true))
            try full.close()
            // The log is empty: its first transaction writes and syncs its header.
            let store = try club(path)
            for _ in 0..<3 { try await save(store) }
            #expect(Array(runs.onCaller.suffix(2)) == [true, true])
            #expect(runs.onCaller.dropLast(2).last == false)
            // All of it is moved into the file: the next transaction begins it anew.
            let other = try DatabaseQueue(path: path)
            try await other.writeWithoutTransaction { _ = try $0.checkpoint(.passive) }
            try await save(store)
            #expect(runs.onCaller.last == false)
        }
    }

    @Test @MainActor func statementsOfOneReadSeeOneStateOnTheCallerToo() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 10), Runs())
            let counts = try await store.read { connection in
                runs.begin()
                let before = try connection.rows(allTeams) { $0.int64(0) }.count
                if runs.onCaller.count == 1 {
                    let written = DispatchSemaphore(value: 0)
                    Thread.detachNewThread {
                        _ = try? store.writeAndWait { try $0.save(Team(id: 99, name: "new")) }
                        written.signal()
                    }
                    written.wait()
                }
                return [before, try connection.fetch(Team.self).count]
            }
            #expect(counts == [11, 11])
            #expect(runs.onCaller.count == 2)
        }
    }

    @Test @MainActor func aCancelledTaskReadsNothingAndIsInterrupted() async throws {
        try await withFile { path in
            let (store, runs) = (try await filled(path, 20_000), Runs())
            let early = Task {
                withUnsafeCurrentTask { $0?.cancel() }
                _ = try await store.read { _ in runs.begin() }
            }
            await #expect(throws: CancellationError.self) { try await early.value }
            #expect(runs.onCaller.isEmpty)
            let late = Task {
                try await store.read { connection in
                    runs.begin()
                    withUnsafeCurrentTask { $0?.cancel() }
                    return try connection.rows(allTeams) { $0.int64(0) }
                }
            }
            await #expect(throws: CancellationError.self) { try await late.value }
            #expect(runs.onCaller.count == 1)
            let save = Task {
                try await store.writeBriefly { connection in
                    try connection.save(Team(id: 1, name: "cancelled"))
                    withUnsafeCurrentTask { $0?.cancel() }
                }
            }
            await #expect(throws: CancellationError.self) { try await save.value }
            #expect(try await store.context.retrieve(Team.self, .init(1))?.name == "t1")
        }
    }
}
