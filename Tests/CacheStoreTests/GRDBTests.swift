import Foundation
import GRDB
import Testing

/// What this module takes for granted of GRDB, which does not test itself on Linux.
@Suite(.serialized) struct GRDBOnThisSystem {
    private func pool(_ path: String) throws -> DatabasePool {
        let pool = try DatabasePool(path: path)
        try pool.write { try $0.execute(sql: "CREATE TABLE t (id INTEGER PRIMARY KEY, v)") }
        return pool
    }

    @Test func anObservationTellsOfACommit() async throws {
        try await withFile { path in
            let pool = try pool(path)
            let counts =
                ValueObservation
                .tracking { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") ?? 0 }
                .removeDuplicates()
                .values(in: pool)
            var iterator = counts.makeAsyncIterator()
            #expect(try await iterator.next() == 0)
            try await pool.write { try $0.execute(sql: "INSERT INTO t (v) VALUES (1)") }
            #expect(try await iterator.next() == 1)
        }
    }

    @Test func aCancelledWriteIsRolledBackWhole() async throws {
        try await withFile { path in
            let pool = try pool(path)
            let holder = Box<Task<Void, any Error>?>(nil)
            let task = Task {
                try await pool.write { database in
                    for index in 0..<100_000 {
                        try database.execute(sql: "INSERT INTO t (v) VALUES (1)")
                        if index == 100 { holder.value?.cancel() }
                    }
                }
            }
            holder.change { $0 = task }
            await #expect(throws: CancellationError.self) { try await task.value }
            let count = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
            #expect(count == 0)
        }
    }

    @Test func aThrownErrorRollsBack() async throws {
        try await withFile { path in
            let pool = try pool(path)
            struct Stop: Error {}
            await #expect(throws: Stop.self) {
                try await pool.write { database in
                    try database.execute(sql: "INSERT INTO t (v) VALUES (1)")
                    throw Stop()
                }
            }
            let count = try await pool.read { try Int.fetchOne($0, sql: "SELECT count(*) FROM t") }
            #expect(count == 0)
        }
    }

    @Test func aPoolSetsNormalAndTheStoreSetsFull() async throws {
        try await withFile { path in
            let level = try await pool(path).write {
                try Int.fetchOne($0, sql: "PRAGMA synchronous")
            }
            #expect(level == 1)
        }
    }
}
