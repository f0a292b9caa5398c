import Foundation
import GRDB
import TestSupport
import TestTraits
import Testing

/// What this module takes for granted of GRDB, which does not test itself on Linux.
@Suite(.serialized, .blocking) struct GRDBOnThisSystem {
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
            let isHeld = DispatchSemaphore(value: 0)
            let task = Task {
                try await pool.write { database in
                    for index in 0..<100_000 {
                        try database.execute(sql: "INSERT INTO t (v) VALUES (1)")
                        if index == 100 {
                            isHeld.wait()
                            holder.value?.cancel()
                        }
                    }
                }
            }
            holder.change { $0 = task }
            isHeld.signal()
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

    @Test func aKilledWriterLeavesWholeTransactions() async throws {
        try await withFile { path in
            for round in 0..<5 {
                let worker = Process()
                worker.executableURL = Tool.root.appendingPathComponent(".build/debug/StoreWorker")
                worker.arguments = ["save", path]
                let output = Pipe()
                worker.standardOutput = output
                try worker.run()
                _ = output.fileHandleForReading.availableData
                usleep(UInt32(round * 700))
                kill(worker.processIdentifier, SIGKILL)
                worker.waitUntilExit()
                let pool = try DatabasePool(path: path)
                let (check, sizes) = try await pool.read { database in
                    (
                        try String.fetchAll(database, sql: "PRAGMA integrity_check"),
                        try Int.fetchSet(database, sql: "SELECT count(*) FROM Mark GROUP BY batch")
                    )
                }
                #expect(check == ["ok"])
                #expect(sizes == [50])
                try pool.close()
            }
        }
    }

    @Test func aTornLogLeavesTheTransactionsBeforeTheTear() async throws {
        try await withFile { path in
            let pool = try pool(path)
            try await pool.writeWithoutTransaction { database in
                try database.execute(sql: "PRAGMA wal_autocheckpoint = 0")
            }
            for number in 1...20 {
                try await pool.write {
                    try $0.execute(sql: "INSERT INTO t (v) VALUES (zeroblob(5000))")
                    #expect(try Int.fetchOne($0, sql: "SELECT count(*) FROM t") == number)
                }
            }
            // What a loss of power leaves: the file, and the first part of its log.
            let files = FileManager.default
            let log = try Data(contentsOf: URL(fileURLWithPath: path + "-wal"))
            var counts: Set<Int> = []
            for part in stride(from: 1, through: 10, by: 1) {
                let copy = path + ".\(part)"
                try files.copyItem(atPath: path, toPath: copy)
                try log.prefix(log.count * part / 10 - 1).write(
                    to: URL(fileURLWithPath: copy + "-wal")
                )
                let torn = try DatabasePool(path: copy)
                let check = try await torn.read {
                    try String.fetchAll($0, sql: "PRAGMA integrity_check")
                }
                #expect(check == ["ok"])
                let count = try await torn.read { database in
                    try database.tableExists("t")
                        ? Int.fetchOne(database, sql: "SELECT count(*) FROM t") ?? 0 : 0
                }
                counts.insert(count)
                try torn.close()
            }
            #expect(counts.max() ?? 20 < 20)
            #expect(counts.count > 5)
        }
    }
}
