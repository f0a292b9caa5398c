import DataAccess
import DataSource
import Foundation
import Synchronization
import Testing

/// The places of a server: every call asks it first, and works on its answer.
private struct RemoteDAO: DataAccessObject {
    let remote: any Remote
    let copy: MemoryDAO<Place>
    let queue = TransactionQueue()

    nonisolated(nonsending) private func current() async throws -> MemoryDAO<Place> {
        let answer = try await remote.fetch("/places")
        let names = try JSONDecoder().decode([[String: String]].self, from: answer)
        for (number, item) in names.enumerated() {
            _ = try await copy.save(Place(id: Int64(number + 1), name: item["name"] ?? ""))
        }
        return copy
    }

    nonisolated(nonsending) func list() async throws -> [Place] { try await current().list() }

    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Place] {
        try await current().list(query)
    }

    func batches(_ query: DataQuery, of size: Int) -> RecordBatches<Place> {
        copy.batches(query, of: size)
    }

    nonisolated(nonsending) func retrieve(_ identity: Place.Identity) async throws -> Place? {
        try await current().retrieve(identity)
    }

    nonisolated(nonsending) func save(_ record: Place) async throws -> Place {
        try await current().save(record)
    }

    nonisolated(nonsending) func save(_ records: [Place]) async throws -> [Place] {
        try await current().save(records)
    }

    nonisolated(nonsending) func insert(_ record: Place) async throws -> Place {
        try await current().insert(record)
    }

    nonisolated(nonsending) func update(_ record: Place) async throws {
        try await current().update(record)
    }

    nonisolated(nonsending) func delete(_ identity: Place.Identity) async throws -> Bool {
        try await current().delete(identity)
    }

    nonisolated(nonsending) func delete(_ query: DataQuery) async throws -> Bool {
        try await current().delete(query)
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await current().deleteAll()
    }

    nonisolated(nonsending) func count() async throws -> Int { try await current().count() }

    nonisolated(nonsending) func count(_ query: DataQuery) async throws -> Int {
        try await current().count(query)
    }

    nonisolated(nonsending) func transaction(
        on selection: RecordSelection<Place.Identity>,
        _ handler: @escaping @Sendable (inout [Place]) throws -> TransactionStatus
    ) async throws -> Bool {
        try await current().transaction(on: selection, handler)
    }
}

/// Errors of the network reach whoever called a data access object.
@Suite(.timeLimit(.minutes(15))) struct NetworkErrorTests {
    private func places(_ server: LoopbackServer) -> RemoteDAO {
        let memory = MemoryStore(Place.model)
        return RemoteDAO(
            remote: HTTPRemote(base: server.url, timeout: 20),
            copy: MemoryDAO(store: memory)
        )
    }

    /// The error that the completion handler is given; nil for none.
    private func completion(
        _ call: (@escaping @Sendable ((any Error)?) -> Void) -> Void
    ) async -> (any Error)? {
        await withCheckedContinuation { continuation in
            call { continuation.resume(returning: $0) }
        }
    }

    @Test(arguments: [0, 1, 2]) func anErrorReachesTheCompletionAsItIs(kind: Int) async throws {
        let server = try LoopbackServer { _, _ in
            switch kind {
            case 0: .drop
            case 1: .send(503, "down")
            default: .truncated("[{\"name\": \"Nablus\"}]")
            }
        }
        let places = places(server)
        let isHandled = Mutex(false)
        let error = await completion { done in
            places.list(
                resultHandler: { _ in
                    isHandled.withLock { $0 = true }
                    return .commit
                },
                completionHandler: done
            )
        }
        switch kind {
        case 0: #expect(error is URLError, "\(String(describing: error))")
        case 1: #expect(error as? RemoteError == .status(503))
        default: #expect(error is URLError || error is RemoteError, "\(String(describing: error))")
        }
        #expect(!isHandled.withLock { $0 })
        #expect(try await places.copy.count() == 0)
        // As a class for Objective-C calls it, on the page ApplePlatforms.
        let id: Int64 = 1
        let deletion = await completion { done in
            places.delete(
                DataQuery(filter: .init("id == $id", ["id": .init(id)])),
                resultHandler: { _ in .commit },
                completionHandler: done
            )
        }
        #expect(deletion != nil)
        do {
            _ = try await places.list()
            Issue.record("nothing was thrown")
        } catch {
            #expect(error is URLError || error is RemoteError)
        }
    }

    /// The next call is not held up by one that failed.
    @Test func afterAnErrorTheNextCallIsServed() async throws {
        let server = try LoopbackServer { _, number in
            number == 0 ? .send(503, "down") : .send(200, "[{\"name\": \"Nablus\"}]")
        }
        let places = places(server)
        let errors = Mutex<[String]>([])
        let note: @Sendable ((any Error)?) -> Void = { error in
            errors.withLock { $0.append(error == nil ? "nil" : "error") }
        }
        places.insert(
            resultHandler: { place in
                place.name = "lost"
                return .commit
            },
            completionHandler: note
        )
        let last = await completion { done in
            places.update(
                Place.Identity(1),
                resultHandler: { place in
                    place.name += "!"
                    return .commit
                },
                completionHandler: { error in
                    note(error)
                    done(error)
                }
            )
        }
        #expect(last == nil)
        #expect(errors.withLock { $0 } == ["error", "nil"])
        #expect(try await places.copy.list().map(\.name) == ["Nablus!"])
    }
}
