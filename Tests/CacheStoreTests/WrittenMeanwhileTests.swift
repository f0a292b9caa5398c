import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

private let rows = model("Rows", nil, [entity("Row", [AttributeDescription("data", .binary)])])

/// Works on the store at `path` in a task of its own while `body` runs.
private func meanwhile(
    _ work: @escaping @Sendable () async throws -> Void,
    _ body: () async throws -> Void
) async throws {
    let isDone = Box(false)
    let worker = Task.detached { while !isDone.value { try await work() } }
    defer { isDone.change { $0 = true } }
    try await body()
    isDone.change { $0 = true }
    try await worker.value
}

/// Opens stores for so long.
private func open(
    for seconds: Int,
    _ configuration: StoreConfiguration,
    _ body: (CacheStore) -> Void
) throws {
    let end = ContinuousClock.now + .seconds(seconds)
    while ContinuousClock.now < end {
        let store = try CacheStore(model: rows, configuration: configuration)
        body(store)
        try store.close()
    }
}

/// What chance finds: a process writes to a store while another one opens it.
@Suite(.serialized) struct WrittenMeanwhile {
    @Test func aStoreThatIsWrittenWhileItIsCheckedStaysInItsPlace() async throws {
        try await withFile { path in
            try await makeStore(
                path,
                rows,
                [
                    """
                    WITH c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c WHERE i < 60000)
                    INSERT INTO Row SELECT i * 3, randomblob(1500) FROM c
                    """
                ]
            )
            let checked = StoreConfiguration(
                location: .file(path),
                replacesStoreOnIntegrityErrors: true
            )
            try await meanwhile {
                let store = try CacheStore(fileAt: path, model: rows)
                try await store.write { connection -> Void in
                    try connection.execute(
                        "DELETE FROM Row WHERE id IN (SELECT abs(random()) % 180000 FROM Row LIMIT 4000)"
                    )
                    try connection.execute(
                        """
                        INSERT OR REPLACE INTO Row
                        SELECT abs(random()) % 180000, randomblob(1700) FROM Row LIMIT 2000
                        """
                    )
                }
                try store.close()
                try await Task.sleep(for: .milliseconds(200))
            } _: {
                try open(for: 5, checked) { #expect($0.opening == .opened) }
            }
        }
    }

    @Test func aLogThatIsBeingWrittenIsNotDamaged() async throws {
        try await withFile { path in
            try await makeStore(path, rows)
            let writer = try CacheStore(
                model: rows,
                configuration: StoreConfiguration(location: .file(path), durability: .normal)
            )
            try await meanwhile {
                try await writer.write {
                    _ = try $0.execute(
                        "INSERT OR REPLACE INTO Row SELECT abs(random()) % 3000, randomblob(3000)"
                    )
                }
            } _: {
                try open(for: 3, .file(path)) { #expect($0.logDamage == nil) }
            }
            try writer.close()
        }
    }

    @Test func aStoreThatIsLockedIsWaitedForAsLongAsIsAsked() async throws {
        try await withFile { path in
            try await makeStore(path, rows)
            let other = try DatabaseQueue(path: path)
            try await other.writeWithoutTransaction { database in
                try database.execute(
                    sql: "PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; DELETE FROM Row; COMMIT"
                )
            }
            let duration = ContinuousClock().measure {
                #expect(throws: StoreError.busy) {
                    try CacheStore(
                        model: rows,
                        configuration: StoreConfiguration(location: .file(path), busyTimeout: 0.1)
                    )
                }
            }
            #expect(duration < .seconds(3))
            try other.close()
        }
    }
}
