import CacheStore
import DataAccess
import Foundation
import GRDB
import Testing

/// Threads that each keep something taken until `release`.
private final class Holders: Sendable {
    private let (taken, released) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    /// - Parameter hold: takes something, and calls what it is given while it has it.
    func start(_ count: Int, _ hold: @escaping @Sendable (() -> Void) -> Void) {
        for _ in 0..<count {
            Thread.detachNewThread { [taken, released] in
                hold {
                    taken.signal()
                    released.wait()
                }
            }
        }
        for _ in 0..<count { taken.wait() }
    }

    func release(_ count: Int) { for _ in 0..<count { released.signal() } }
}

/// Runs other jobs of the main actor, and gives `task` time to begin waiting.
@MainActor private func pause() async throws {
    for _ in 0..<20 { try await Task.sleep(for: .milliseconds(2)) }
}

@Suite(.serialized) struct CallerWaitingTests {
    @MainActor private func opened(_ path: String) async throws -> CacheStore {
        // Under load a pause takes longer than the usual time-out.
        let store = try club(path, busyTimeout: 60)
        try await store.context.save(Team(id: 1, name: "A"))
        return store
    }

    @Test @MainActor func aReadWaitsForAReaderWithoutTheCaller() async throws {
        try await withFile { path in
            let (store, holders) = (try await opened(path), Holders())
            holders.start(5) { hold in _ = try? store.readAndWait { _ in hold() } }
            let ended = Box(0)
            let reads = (0..<3).map { _ in
                Task { @MainActor in
                    defer { ended.change { $0 += 1 } }
                    return try await store.context.count(Team.self)
                }
            }
            try await pause()
            #expect(ended.value == 0)
            reads[1].cancel()
            await #expect(throws: CancellationError.self) { try await reads[1].value }
            holders.release(5)
            #expect(try await reads[0].value == 1)
            #expect(try await reads[2].value == 1)
        }
    }

    @Test @MainActor func aSaveWaitsForOthersWithoutTheCaller() async throws {
        try await withFile { path in
            let store = try await opened(path)
            let other = try club(path, busyTimeout: 60)
            let foreign = try DatabaseQueue(path: path)
            let holds: [@Sendable (() -> Void) -> Void] = [
                // One that queues, one that only locks, and the writer of the store itself.
                { hold in _ = try? other.writeAndWait { _ in hold() } },
                { hold in
                    try? foreign.writeWithoutTransaction { database in
                        try database.inTransaction(.immediate) {
                            hold()
                            return .rollback
                        }
                    }
                },
                { hold in _ = try? store.writeAndWait { _ in hold() } },
            ]
            for (index, hold) in holds.enumerated() {
                let (holders, ended) = (Holders(), Box(false))
                holders.start(1, hold)
                let save = Task { @MainActor in
                    try await store.context.save(Team(id: 1, name: "B\(index)"))
                    ended.change { $0 = true }
                }
                try await pause()
                #expect(!ended.value)
                holders.release(1)
                try await save.value
                let found = try await store.context.retrieve(Team.self, .init(1))
                #expect(found?.name == "B\(index)")
            }
        }
    }

    @Test @MainActor func writesRunInTheOrderOfTheCalls() async throws {
        try await withFile { path in
            let (store, holders) = (try await opened(path), Holders())
            holders.start(1) { hold in _ = try? store.writeAndWait { _ in hold() } }
            // Tasks made in an order need not begin in it.
            let calls = Box<[Int]>([])
            let saves = (0..<300).map { index in
                Task { @MainActor in
                    calls.change { $0.append(index) }
                    let team = Team(id: 1, name: "B\(index)")
                    if index % 2 == 0 {
                        try await store.context.save(team)
                    } else {
                        try await store.saveInBackground { try $0.save(team) }
                    }
                }
            }
            try await pause()
            holders.release(1)
            for save in saves { _ = try await save.value }
            let last = try #require(calls.value.last)
            #expect(try await store.context.retrieve(Team.self, .init(1))?.name == "B\(last)")
        }
    }

    @Test @MainActor func closuresReadThroughTheirOwnConnection() async throws {
        for isFile in [true, false] {
            try await withFile { path in
                let store = isFile ? try await opened(path) : try memoryClub()
                try await store.context.save(Team(id: 1, name: "A"))
                let names = try await store.read { connection in
                    var names: [String] = []
                    try connection.forEachRow("SELECT \"id\" FROM \"Team\"") { row in
                        let identity = Team.Identity(row.int64(0) ?? 0)
                        names +=
                            try connection.retrieve(Team.self, identity).map { [$0.name] } ?? []
                        names += try connection.fetch(Team.self).map(\.name)
                    }
                    return names
                }
                #expect(names == ["A", "A"])
                let count = try await store.writeBriefly { connection in
                    try connection.save(Team(id: 2, name: "B"))
                    return try connection.count(Team.self)
                }
                #expect(count == 2)
                for sql in ["DELETE FROM \"Team\"", "PRAGMA user_version = 3"] {
                    await #expect(throws: (any Error).self) {
                        try await store.read { _ = try $0.execute(sql) }
                    }
                }
                #expect(try await store.context.count(Team.self) == 2)
                await #expect(throws: StoreError.self) { try await waitInside(store) }
            }
        }
    }
}

/// Synchronous, so that the compiler accepts what the store must refuse.
private func waitInside(_ store: CacheStore) async throws {
    try await store.read { _ in try countAndWait(store) }
}

private func countAndWait(_ store: CacheStore) throws {
    _ = try store.readAndWait { try $0.count(Team.self) }
}
