import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

private let request = SourceRequest(Place.self, path: "/places", timeToLive: 60)

private func store() throws -> CacheStore { try CacheStore(inMemory: Place.model) }

private func facade(
    _ store: CacheStore,
    _ server: LoopbackServer,
    conflicts: ConflictPolicy = .hold,
    now: @escaping @Sendable () -> Date = { Date() }
) -> DataSourceFacade {
    DataSourceFacade(
        store: store,
        remote: HTTPRemote(base: server.url, timeout: 60),
        conflicts: conflicts,
        now: now
    )
}

private func names(_ store: CacheStore) async throws -> [String] {
    try await store.context.fetch(Place.self).map(\.name)
}

/// The first events in words: `cached a b`, `changed a c`, `refreshing`.
private func words(
    _ count: Int,
    _ policy: FetchPolicy,
    _ facade: DataSourceFacade
) async -> [String] {
    var words: [String] = []
    for await event in DataSource(facade, request).events(policy).prefix(count) {
        switch event {
        case .cached(let list): words.append("cached " + text(list))
        case .refreshing: words.append("refreshing")
        case .changed(let batch): words.append("changed " + text(batch.snapshot))
        case .refreshed(let noChange): words.append(noChange ? "refreshed, no change" : "refreshed")
        case .failed(_, let stale): words.append(stale ? "failed, stale" : "failed")
        }
    }
    return words
}

private func text(_ list: ListSnapshot<Place>) -> String {
    list.elements.map(\.name).joined(separator: " ")
}

@Suite(.serialized, .blocking) struct Policies {
    @Test func cacheAndNetworkShowsTheStoreAndThenTheAnswerAsOneBatch() async throws {
        let server = try LoopbackServer { _, _ in .send(200, json("a", "b")) }
        defer { server.stop() }
        let store = try store()
        try await store.context.save(Place(id: 1, name: "old"))
        let facade = facade(store, server)
        #expect(
            await words(4, .cacheAndNetwork, facade)
                == ["cached old", "refreshing", "changed a b", "refreshed"]
        )
        #expect(
            await words(3, .cacheAndNetwork, facade)
                == ["cached a b", "refreshing", "refreshed, no change"]
        )
    }

    @Test func anEmptyAnswerStillEndsRefreshing() async throws {
        let server = try LoopbackServer { _, _ in .send(200, "[]") }
        defer { server.stop() }
        #expect(
            await words(3, .cacheAndNetwork, facade(try store(), server))
                == ["cached ", "refreshing", "refreshed, no change"]
        )
    }

    @Test func cacheElseNetworkAsksOnlyWhatIsTooOld() async throws {
        let server = try LoopbackServer { _, number in .send(200, json("v\(number)")) }
        defer { server.stop() }
        let clock = Shared(time: Date(timeIntervalSinceReferenceDate: 0))
        let facade = facade(try store(), server, now: { clock.time })
        #expect(
            await words(4, .cacheElseNetwork, facade)
                == ["cached ", "refreshing", "changed v0", "refreshed"]
        )
        clock.time = Date(timeIntervalSinceReferenceDate: 59)
        #expect(await words(1, .cacheElseNetwork, facade) == ["cached v0"])
        #expect(server.requests.count == 1)
        clock.time = Date(timeIntervalSinceReferenceDate: 61)
        #expect(
            await words(4, .cacheElseNetwork, facade)
                == ["cached v0", "refreshing", "changed v1", "refreshed"]
        )
    }

    @Test func aClockThatWasSetBackDoesNotMakeAnOldAnswerGoodForever() async throws {
        let server = try LoopbackServer { _, number in .send(200, json("v\(number)")) }
        defer { server.stop() }
        let clock = Shared(time: Date(timeIntervalSinceReferenceDate: 1_000_000))
        let store = try store()
        try await facade(store, server, now: { clock.time }).refresh(request)
        clock.time = Date(timeIntervalSinceReferenceDate: 0)
        // Another run of the program, on a clock that is right again.
        let later = facade(store, server, now: { clock.time })
        #expect(
            await words(4, .cacheElseNetwork, later)
                == ["cached v0", "refreshing", "changed v1", "refreshed"]
        )
    }

    @Test func cacheOnlyNeverAsks() async throws {
        let server = try LoopbackServer { _, _ in .send(200, json("a")) }
        defer { server.stop() }
        let store = try store()
        try await store.context.save(Place(id: 1, name: "mine"))
        #expect(await words(1, .cacheOnly, facade(store, server)) == ["cached mine"])
        #expect(server.requests.isEmpty)
    }

    @Test func networkElseCacheShowsTheAnswerOrElseTheStore() async throws {
        let server = try LoopbackServer { _, number in
            number == 0 ? .send(200, json("a")) : .send(500, "")
        }
        defer { server.stop() }
        let facade = facade(try store(), server)
        #expect(
            await words(3, .networkElseCache, facade) == ["refreshing", "cached a", "refreshed"]
        )
        #expect(
            await words(3, .networkElseCache, facade)
                == ["refreshing", "cached a", "failed, stale"]
        )
    }
}

/// What tests move by hand.
final class Shared: Sendable {
    private let kept: Mutex<Date>
    private let count: Mutex<Int>

    init(time: Date = .distantPast, number: Int = 0) {
        kept = Mutex(time)
        count = Mutex(number)
    }

    var number: Int {
        get { count.withLock { $0 } }
        set { count.withLock { $0 = newValue } }
    }

    var time: Date {
        get { kept.withLock { $0 } }
        set { kept.withLock { $0 = newValue } }
    }
}

@Suite(.serialized, .blocking) struct BadNetworks {
    @Test(arguments: ["500", "drop", "truncate", "nonsense", "refused"])
    func aBadAnswerChangesNothing(_ kind: String) async throws {
        let server = try LoopbackServer { _, _ in
            switch kind {
            case "500": .send(500, json("bad"))
            case "drop": .drop
            case "truncate": .truncated(json("bad", "bad"))
            case "nonsense": .send(200, #"[{"id": 1, "name": "bad"}, {"id""#)
            default: .send(404, "")
            }
        }
        defer { server.stop() }
        let store = try store()
        try await store.context.save(Place(id: 1, name: "kept"))
        await #expect(throws: (any Error).self) { try await facade(store, server).refresh(request) }
        #expect(try await names(store) == ["kept"])
    }

    /// The answer was taken for a list without changes, and was fresh until the end of its time to
    /// live.
    @Test(arguments: [
        #"{"error": "the session has ended"}"#, #"[{"error": "no"}, {"id": 2}]"#,
    ])
    func anAnswerWithoutAUsableObjectIsAnError(_ answer: String) async throws {
        let server = try LoopbackServer { _, _ in .send(200, answer) }
        defer { server.stop() }
        let store = try store()
        try await store.context.save(Place(id: 1, name: "kept"))
        let facade = facade(store, server)
        for count in 1...2 {
            #expect(
                await words(3, .cacheElseNetwork, facade)
                    == ["cached kept", "refreshing", "failed, stale"]
            )
            #expect(server.requests.count == count)
        }
        var whole = request
        whole.isWhole = true
        let error = await #expect(throws: UnusableAnswerError.self) {
            try await facade.refresh(whole)
        }
        #expect(error?.path == "/places")
        let problem = "item 0, id: the value that identifies Place records is missing"
        #expect(error?.problem == problem)
        #expect(try await names(store) == ["kept"])
    }

    @Test func requestsUnderWayAreShared() async throws {
        let server = try LoopbackServer { _, _ in
            try? await Task.sleep(for: .seconds(1))
            return .send(200, json("a"))
        }
        defer { server.stop() }
        let facade = facade(try store(), server)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for _ in 0..<10 { group.addTask { try await facade.refresh(request) } }
            for try await changed in group { #expect(changed) }
        }
        #expect(server.requests.count == 1)
    }

    @Test func partsOfOneAnswerAreRequestsOfTheirOwn() async throws {
        let server = try LoopbackServer { _, _ in
            try? await Task.sleep(for: .milliseconds(100))
            let new = #"[{"id": 2, "name": "b"}]"#
            return .send(200, #"{"old": \#(json("a")), "new": \#(new)}"#)
        }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        async let old = facade.refresh(SourceRequest(Place.self, path: "/all", keyPath: "old"))
        async let new = facade.refresh(SourceRequest(Place.self, path: "/all", keyPath: "new"))
        #expect(try await [old, new] == [true, true])
        #expect(try await names(store) == ["a", "b"])
    }

    /// The first request is answered last.
    @Test func anOldAnswerNeverOverwritesANewer() async throws {
        let isStored = Shared(time: .distantPast)
        let server = try LoopbackServer { _, number in
            while number == 0, isStored.time == .distantPast {
                try? await Task.sleep(for: .milliseconds(5))
            }
            return .send(200, json(number == 0 ? "old" : "new"))
        }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        async let slow = facade.refresh(request)
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await facade.refresh(request, isForced: true))
        #expect(try await names(store) == ["new"])
        isStored.time = .distantFuture
        #expect(try await slow == false)
        #expect(try await names(store) == ["new"])
    }

    /// Five requests, answered the last one first.
    @Test func answersInAnyOrderLeaveTheNewest() async throws {
        let count = 5
        let answered = Shared(number: count)
        let server = try LoopbackServer { _, number in
            while answered.number != number + 1 { try? await Task.sleep(for: .milliseconds(2)) }
            return .send(200, json("v\(number)", "v\(number)"))
        }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        try await withThrowingTaskGroup(of: Bool.self) { group in
            for number in 0..<count {
                group.addTask { try await facade.refresh(request, isForced: true) }
                while server.requests.count == number {
                    try await Task.sleep(for: .milliseconds(2))
                }
            }
            var changes = 0
            for try await changed in group {
                if changed { changes += 1 }
                answered.number -= 1
            }
            #expect(changes == 1)
        }
        #expect(try await names(store) == ["v4", "v4"])
    }

    @Test func aServerThatIsTooSlowIsGivenUp() async throws {
        let server = try LoopbackServer { _, _ in
            try? await Task.sleep(for: .seconds(20))
            return .send(200, json("late"))
        }
        defer { server.stop() }
        let store = try store()
        try await store.context.save(Place(id: 1, name: "kept"))
        let facade = DataSourceFacade(
            store: store,
            remote: HTTPRemote(base: server.url, timeout: 1)
        )
        let start = ContinuousClock.now
        #expect(
            await words(3, .cacheAndNetwork, facade)
                == ["cached kept", "refreshing", "failed, stale"]
        )
        #expect(ContinuousClock.now - start < .seconds(15))
        #expect(try await names(store) == ["kept"])
    }

    @Test func halfASecondIsATimeToWait() async throws {
        let server = try LoopbackServer { _, _ in
            try? await Task.sleep(for: .milliseconds(100))
            return .send(200, json("a"))
        }
        defer { server.stop() }
        let remote = HTTPRemote(base: server.url, timeout: 0.5)
        // On a busy machine, one request may take longer.
        #expect(try await eventually { (try? await remote.fetch("/places")) != nil })
    }

    @Test func aWholeAnswerDeletesWhatItDoesNotNameAndOthersDeleteNothing() async throws {
        let answers = [
            json("a", "b", "c"), json("a"), #"[{"id": 1, "name": "A"}, {"id": 2}]"#, json("a"),
        ]
        let server = try LoopbackServer { _, number in .send(200, answers[number]) }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        var whole = request
        whole.isWhole = true
        whole.query = DataQuery(filter: .init("id <= 2"))
        #expect(try await facade.refresh(whole))
        #expect(try await facade.refresh(request) == false)
        #expect(try await names(store) == ["a", "b", "c"])
        // An object without its name may be the one that is not named.
        try await store.context.delete(Place.self, Place.Identity(2))
        try await store.context.save(Place(id: 0, name: "zero"))
        #expect(try await facade.refresh(whole))
        #expect(try await names(store) == ["zero", "A", "c"])
        #expect(try await facade.refresh(whole))
        #expect(try await names(store) == ["a", "c"])
    }

    @Test func aWholeAnswerKeepsTheRecordsInsideItsItems() async throws {
        let answers = [
            #"[{"id": 1, "name": "a", "children": [{"id": 2, "name": "b"}, {"id": 3, "name": "c"}]}]"#,
            // The folder without a name may be one that is stored.
            #"[{"id": 1, "children": [{"id": 2}, {"id": 4}]}]"#,
            #"[{"id": 1, "children": [{"id": 2}]}]"#,
        ]
        let server = try LoopbackServer { _, number in .send(200, answers[number]) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Folder.model)
        let facade = facade(store, server)
        let request = SourceRequest(Folder.self, path: "/folders", isWhole: true)
        for left in [[1, 2, 3], [1, 2, 3], [1, 2]] as [[Int64]] {
            try await facade.refresh(request)
            #expect(try await store.context.fetch(Folder.self).map(\.id) == left)
        }
    }

    /// The same objects again and again in one answer are the same records.
    @Test func anAnswerThatRepeatsItselfIsStoredOnce() async throws {
        let item = #"{"id": 1, "name": "a"}"#
        let text = "[\(Array(repeating: item, count: 50).joined(separator: ","))]"
        let server = try LoopbackServer { _, _ in .send(200, text) }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        #expect(try await facade.refresh(request))
        #expect(try await facade.refresh(request) == false)
        #expect(try await names(store) == ["a"])
    }
}

@Suite(.serialized, .blocking) struct PendingChanges {
    @Test func changesMadeOfflineAreSentInOrderOnceTheRemoteIsBack() async throws {
        let isBack = Shared(time: .distantPast)
        let answered = Mutex<[String]>([])
        let server = try LoopbackServer { request, _ in
            if isBack.time == .distantPast { return .drop }
            answered.withLock { $0.append(request.headers["idempotency-key"] ?? request.method) }
            return request.method == "GET" ? .send(200, "[]") : .send(200, "")
        }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        for number in 1...5 {
            let change = PendingChange(
                key: "k\(number)",
                method: "PUT",
                path: "/places/\(number)",
                body: Data("{}".utf8)
            )
            try await facade.submit(change) { connection in
                try connection.save(Place(id: Int64(number), name: "p\(number)"))
            }
        }
        // The screen has them at once.
        #expect(try await names(store) == ["p1", "p2", "p3", "p4", "p5"])
        _ = try? await facade.sendPending()
        #expect(try await facade.pendingChanges().map(\.key) == ["k1", "k2", "k3", "k4", "k5"])
        isBack.time = .distantFuture
        // An attempt that began before that may still have to fail; the list is fetched anyway.
        repeat {
            try await facade.refresh(request)
        } while try await !facade.pendingChanges().isEmpty
        let sent = answered.withLock { $0.filter { $0 != "GET" } }
        #expect(sent == ["k1", "k2", "k3", "k4", "k5"])
        #expect(answered.withLock { $0.last } == "GET")
    }

    @Test func anAnswerFromBeforeAChangeDoesNotUndoIt() async throws {
        let isChanged = Mutex(false)
        let server = try LoopbackServer { request, number in
            if request.method == "PUT" { return .send(200, "") }
            while number == 0, !isChanged.withLock({ $0 }) {
                try? await Task.sleep(for: .milliseconds(5))
            }
            return .send(200, json(number == 0 ? "theirs" : "mine"))
        }
        defer { server.stop() }
        let store = try store()
        let facade = facade(store, server)
        async let refreshed = facade.refresh(request)
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await facade.submit(PendingChange(key: "k", method: "PUT", path: "/places/1")) {
            try $0.save(Place(id: 1, name: "mine"))
        }
        // The change is sent before the answer comes.
        while try await !facade.pendingChanges().isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        isChanged.withLock { $0 = true }
        _ = try await refreshed
        #expect(try await names(store) == ["mine"])
        #expect(server.requests.map(\.method) == ["GET", "PUT", "GET"])
    }

    /// The server has done what it was asked, and its answer is lost: the change comes again, with
    /// its key, and a server that keeps keys does it once.
    @Test func aChangeWhoseAnswerIsLostIsSentAgainWithItsKey() async throws {
        let done = Shared()
        let keys = Mutex<Set<String>>([])
        let server = try LoopbackServer { request, number in
            let key = request.headers["idempotency-key"] ?? ""
            if keys.withLock({ $0.insert(key).inserted }) { done.number += 1 }
            return number % 2 == 0 ? .drop : .send(200, "")
        }
        defer { server.stop() }
        let facade = facade(try store(), server)
        for number in 1...3 {
            let change = PendingChange(key: "k\(number)", method: "POST", path: "/x")
            try await facade.submit(change) { _ in }
        }
        while try await !facade.pendingChanges().isEmpty { try? await facade.sendPending() }
        #expect(done.number == 3)
        let sent = server.requests.compactMap { $0.headers["idempotency-key"] }
        #expect(sent.filter { $0 == "k1" }.count > 1)
        // Never one before those that were made earlier.
        #expect(sent == sent.sorted())
    }

    @Test func whatWaitsIsSentWhenTheRemoteIsBackWithoutBeingAskedFor() async throws {
        let server = try LoopbackServer { request, number in
            if number < 3 { return .drop }
            return request.headers["idempotency-key"] == "bad" ? .send(400, "") : .send(200, "")
        }
        defer { server.stop() }
        let facade = DataSourceFacade(
            store: try store(),
            remote: HTTPRemote(base: server.url, timeout: 60),
            retryInterval: .milliseconds(10)
        )
        for key in ["a", "bad", "c"] {
            try await facade.submit(PendingChange(key: key, method: "PUT", path: "/x")) { _ in }
        }
        while try await !facade.pendingChanges().isEmpty {
            try await Task.sleep(for: .milliseconds(5))
        }
        let sent = server.requests.dropFirst(3).compactMap { $0.headers["idempotency-key"] }
        #expect(sent == ["a", "bad", "c"])
    }

    @Test func aChangeThatCannotBeStoredIsNotSent() async throws {
        let server = try LoopbackServer { _, _ in .send(200, "") }
        defer { server.stop() }
        let facade = facade(try store(), server)
        await #expect(throws: CancellationError.self) {
            try await facade.submit(PendingChange(method: "PUT", path: "/x")) { _ in
                throw CancellationError()
            }
        }
        #expect(try await facade.pendingChanges() == [])
        #expect(server.requests.isEmpty)
    }

    @Test(arguments: [ConflictPolicy.keepLocal, .takeRemote, .hold])
    func aConflictIsSettledAsTheCallerChose(_ policy: ConflictPolicy) async throws {
        let server = try LoopbackServer { request, _ in
            request.headers["if-match"] == "*" ? .send(200, "") : .send(409, "")
        }
        defer { server.stop() }
        let facade = facade(try store(), server, conflicts: policy)
        try await facade.submit(PendingChange(key: "k", method: "PUT", path: "/x")) { _ in }
        _ = try? await facade.sendPending()
        let waiting = try await facade.pendingChanges().map(\.key)
        #expect(waiting == (policy == .hold ? ["k"] : []))
        let forced = server.requests.filter { $0.headers["if-match"] == "*" }.count
        #expect(forced == (policy == .keepLocal ? 1 : 0))
    }

    @Test func aChangeSurvivesTheEndOfTheProgram() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("places.sqlite").path
        let server = try LoopbackServer { _, number in number == 0 ? .drop : .send(200, "") }
        defer { server.stop() }
        let first = try CacheStore(fileAt: path, model: Place.model)
        let one = facade(first, server)
        try await one.submit(PendingChange(key: "k", method: "PUT", path: "/x")) { _ in }
        _ = try? await one.sendPending()
        let waiting = try await one.pendingChanges().count
        try first.close()
        let two = facade(try CacheStore(fileAt: path, model: Place.model), server)
        #expect(try await two.pendingChanges().count == waiting)
        try await two.sendPending()
        #expect(try await two.pendingChanges() == [])
        #expect(server.requests.allSatisfy { $0.headers["idempotency-key"] == "k" })
    }
}
