import CacheStore
import DataAccess
import Foundation
import Synchronization
import TestTraits
import Testing

@testable import DataSource

private let request = SourceRequest(Note.self, path: "/notes")

private let (mine, other) = (Note(id: 1, text: "mine"), Note(id: 2, text: "other"))

private func facade(_ store: CacheStore, _ remote: ScriptedRemote) -> DataSourceFacade {
    DataSourceFacade(store: store, remote: remote, retryInterval: .seconds(3600))
}

@Suite struct BlockedPaths {
    @Test(arguments: [
        ("/notes/1", true), ("/notes/1?x=/notes/2", true), ("/notes/1/photos/3#a", true),
        ("notes/1?#", true), ("/notes/1#", false), ("/notes/1%23", false),
        ("/notes/10", false), ("/notes/10/photos", false), ("/notes", false),
        ("/old/notes/1", false), ("/notes?of=/notes/1", false),
    ]) func aPathWaitsForItsRecord(_ path: String, _ isBlocked: Bool) {
        var blocked = BlockedRecords(rows: [:])
        blocked.add(PendingChange(method: "PUT", path: "/notes/1?force"))
        let change = PendingChange(method: "POST", path: path)
        #expect(blocked.hold(up: change) == isBlocked)
    }

    @Test func aNumberSignIsPartOfThePathOfARecord() {
        let paths = ["/notes/C", "/notes/C#", "notes/C%23?force", "/notes/C#D"]
        let records = paths.map { PendingChange(method: "PUT", path: $0).record }
        #expect(records == ["/notes/C", "/notes/C%23", "/notes/C%23", "/notes/C%23D"])
    }

    @Test func aRowWaitsForTheChangeToIt() {
        var blocked = BlockedRecords(rows: [
            "held": [["Note", "1"]], "same": [["Note", "1"]], "other": [["Note", "2"]],
        ])
        blocked.add(PendingChange(key: "held", method: "PUT", path: "/notes/1"))
        for key in ["same", "other"] {
            let change = PendingChange(key: key, method: "POST", path: "/renamings")
            #expect(blocked.hold(up: change) == (key == "same"))
        }
    }
}

@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct StuckChanges {
    @Test func mergesThatAreAlwaysRejectedEnd() async throws {
        let theirs = RemoteRecord(body: Data(), version: "W/\"5\"")
        let remote = ScriptedRemote { _, _ in throw RemoteError.conflict(theirs) }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            merge: { _, _ in PendingChange(path: Note.path(1), mine) },
            retryInterval: .seconds(3600)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await eventually { try await facade.heldChanges().count == 1 })
        try await facade.refresh(request)
        #expect(remote.sent.count == 4)
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    /// An attempt ends after a hundred failures. The next one began with the same changes.
    @Test func aChangeAfterManyThatAlwaysFailIsSent() async throws {
        let remote = ScriptedRemote { change, _ in
            if change.key.hasPrefix("bad") { throw RemoteError.status(500) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            retryInterval: .milliseconds(10)
        )
        for number in 1...250 {
            let note = Note(id: Int64(number), text: "bad")
            try await facade.submit(note.put(key: "bad \(number)"), saving(note))
        }
        let good = Note(id: 251, text: "good")
        try await facade.submit(good.put(key: "good"), saving(good))
        #expect(try await eventually { try await facade.pendingChanges().count == 250 })
        #expect(remote.sent.contains("good"))
    }

    @Test func sendingGoesOnAfterACancellationErrorOfTheRemote() async throws {
        let count = Shared()
        let remote = ScriptedRemote { _, _ in
            count.number += 1
            if count.number == 1 { throw CancellationError() }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            retryInterval: .milliseconds(10)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(remote.sent == ["mine", "mine"])
    }

    @Test(.timeLimit(.minutes(2))) func aCancellationErrorOfTheRemoteIsReported() async throws {
        let remote = ScriptedRemote(fetch: { throw CancellationError() }) { _, _ in nil }
        let facade = facade(try CacheStore(inMemory: Note.model), remote)
        let last = await end(of: DataSource(facade, request))
        #expect(last?.error is CancellationError)
        #expect(last?.isStale == true)
    }

    /// A store that waits for a lock for some seconds, another store on the same file, and the
    /// file's folder.
    private func storeThatAnotherLocks(
        after seconds: Double
    ) throws -> (store: CacheStore, locking: CacheStore, folder: URL) {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        let path = folder.appendingPathComponent("notes.sqlite").path
        var configuration = StoreConfiguration.file(path)
        configuration.busyTimeout = seconds
        let store = try CacheStore(model: Note.model, configuration: configuration)
        return (store, try CacheStore(fileAt: path, model: Note.model), folder)
    }

    /// Another connection locks the file until the change comes a second time.
    @Test func sendingGoesOnAfterTheStoreWasBusy() async throws {
        let (store, locking, folder) = try storeThatAnotherLocks(after: 0.2)
        defer { try? FileManager.default.removeItem(at: folder) }
        let count = Shared()
        let isLocked = Gate()
        let remote = ScriptedRemote { _, _ in
            count.number += 1
            if count.number > 1 { return nil }
            Task {
                try await locking.write { connection in
                    try connection.save(other)
                    isLocked.open()
                    let end = ContinuousClock.now + .seconds(20)
                    while count.number < 2, ContinuousClock.now < end {
                        Thread.sleep(forTimeInterval: 0.005)
                    }
                }
            }
            try await isLocked.passed()
            return nil
        }
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            retryInterval: .milliseconds(10)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(remote.sent.count > 1)
        #expect(Set(remote.sent) == ["mine"])
        try store.close()
        try locking.close()
    }

    /// Another connection locks the file for longer than the time-out when the conflict comes.
    @Test func aMergeIsRepeatedAfterTheStoreWasBusy() async throws {
        let (store, locking, folder) = try storeThatAnotherLocks(after: 0.3)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (count, isOverwritten, isLocked) = (Shared(), Gate(), Gate())
        let remote = ScriptedRemote { change, isOverwriting in
            if isOverwriting { isOverwritten.open() }
            if isOverwriting || change.key == "merged" { return nil }
            count.number += 1
            if count.number == 1 {
                Task {
                    try await locking.write { _ in
                        isLocked.open()
                        Thread.sleep(forTimeInterval: 0.45)
                    }
                }
                try await isLocked.passed()
            }
            throw RemoteError.conflict(RemoteRecord(body: Data(), version: "5"))
        }
        let merged = Note(id: 1, text: "merged")
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            conflicts: .keepLocal,
            merge: { _, connection in
                try connection.save(merged)
                return merged.put(key: "merged")
            },
            retryInterval: .milliseconds(10)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(!isOverwritten.isOpen)
        #expect(remote.sent.last == "merged")
        #expect(try await noteTexts(store) == ["1 merged"])
        try store.close()
        try locking.close()
    }

    /// The first change always gets status 500; the third is one to the same record.
    @Test func aChangeThatTheServerCannotProcessHoldsUpOnlyItsRecord() async throws {
        let remote = ScriptedRemote(fetch: { notes([2: "other", 5: "theirs"]) }) { change, _ in
            if change.key == "mine" { throw RemoteError.status(500) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        await #expect(throws: RemoteError.status(500)) { try await facade.sendPending() }
        let again = Note(id: 1, text: "again")
        try await facade.submit(again.put(key: "again"), saving(again))
        // Although the pause lasts an hour.
        try await facade.submit(other.put(key: "other"), saving(other))
        #expect(
            try await eventually {
                try await facade.pendingChanges().map(\.key) == ["mine", "again"]
            }
        )
        #expect(try await facade.refresh(request))
        #expect(try await noteTexts(store) == ["1 again", "2 other", "5 theirs"])
        #expect(remote.sent.filter { $0 == "other" }.count == 1)
        #expect(!remote.sent.contains("again"))
        // In one pause, it is sent only once; `sendPending` does not wait.
        #expect(remote.sent.filter { $0 == "mine" }.count <= 2)
    }

    @Test func anOverwritingThatTheServerCannotProcessHoldsUpOnlyItsRecord() async throws {
        let remote = ScriptedRemote { change, isOverwriting in
            if change.key != "mine" { return nil }
            throw isOverwriting ? RemoteError.status(500) : RemoteError.conflict(nil)
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            conflicts: .keepLocal,
            retryInterval: .seconds(3600)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        try await facade.submit(other.put(key: "other"), saving(other))
        #expect(
            try await eventually { try await facade.pendingChanges().map(\.key) == ["mine"] }
        )
    }

    /// The later change may need the record of the earlier one.
    @Test func changesWithRelationshipsKeepTheirOrder() async throws {
        let remote = ScriptedRemote { change, _ in
            if change.key == "mine" { throw RemoteError.status(500) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        try await store.write {
            try $0.executeOnce(
                "CREATE TABLE Mark (id INTEGER PRIMARY KEY, note INTEGER REFERENCES Note (id))"
            )
        }
        let facade = facade(store, remote)
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        try await facade.submit(other.put(key: "other"), saving(other))
        await #expect(throws: RemoteError.status(500)) { try await facade.sendPending() }
        #expect(!remote.sent.contains("other"))
    }

    @Test(arguments: [RemoteError.status(500), .status(503)])
    func aChangeStaysHeldIfItCannotBeSettled(_ reason: RemoteError) async throws {
        let remote = ScriptedRemote(fetch: { notes([5: "theirs"]) }) { change, isOverwriting in
            if change.key != "mine" { return nil }
            throw isOverwriting ? reason : RemoteError.conflict(nil)
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        let outcomes = facade.outcomes
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        #expect(try await eventually { try await !facade.heldChanges().isEmpty })
        await #expect(throws: reason) { try await facade.settle(change, by: .keepLocal) }
        #expect(try await facade.heldChanges().map(\.key) == ["mine"])
        #expect(try await facade.refresh(request))
        #expect(await facade.failed.isEmpty)
        try await facade.settle(change, by: .takeRemote)
        var policies: [ConflictPolicy] = []
        for await outcome in outcomes {
            if case .waiting(.some) = outcome.state { Issue.record("the change is held") }
            guard case .conflict(let policy, _) = outcome.state else { continue }
            policies.append(policy)
            if policy == .takeRemote { break }
        }
        #expect(policies == [.hold, .keepLocal, .hold, .takeRemote])
        #expect(remote.sent == ["mine", "mine"])
    }

    /// Another record refers to the record that the change has created.
    @Test func aChangeThatCannotBeUndoneLeavesTheQueue() async throws {
        let isBack = Gate()
        let remote = ScriptedRemote { change, _ in
            if !isBack.isOpen { throw RemoteError.status(503) }
            if change.key == "mine" { throw RemoteError.conflict(nil) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        try await store.write {
            try $0.executeOnce(
                "CREATE TABLE Mark (id INTEGER PRIMARY KEY, note INTEGER REFERENCES Note (id))"
            )
        }
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            conflicts: .takeRemote,
            retryInterval: .milliseconds(10)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        let mark = PendingChange(key: "mark", method: "PUT", path: "/marks/1")
        try await facade.submit(mark) { try $0.executeOnce("INSERT INTO Mark VALUES (1, 1)") }
        let independent = PendingChange(key: "other", method: "PUT", path: "/other/1")
        try await facade.submit(independent) { _ in }
        let before = remote.sent.count
        isBack.open()
        await facade.networkIsBack()
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(remote.sent.dropFirst(before).contains("other"))
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    /// The server's own changes are shown, and those that wait are not undone.
    @Test func aListIsRefreshedWhileChangesCannotBeSent() async throws {
        let remote = ScriptedRemote(fetch: { notes([1: "old", 5: "theirs"]) }) { _, _ in
            throw RemoteError.status(503)
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await facade.refresh(request))
        let texts = try await noteTexts(store)
        #expect(texts == ["1 mine", "5 theirs"])
        #expect(try await facade.pendingChanges().count == 1)
    }

    /// Their effects are unknown to this version of the model.
    @Test func anAnswerDoesNotUndoWaitingChangesOfAnEarlierModel() async throws {
        let remote = ScriptedRemote(fetch: { notes([1: "old"]) }) { _, _ in
            throw RemoteError.status(503)
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        try await store.write { try $0.executeOnce("CREATE TABLE Region (id INTEGER PRIMARY KEY)") }
        await #expect(throws: RemoteError.status(503)) { try await facade.refresh(request) }
        #expect(try await noteTexts(store) == ["1 mine"])
        let keep = facade.storeCommand(request, of: facade.acquireCommand(request))
        await #expect(throws: EarlierModelError.self) { try await keep.value }
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    @Test func anAnswerDoesNotUndoHeldChangesOfAnEarlierModel() async throws {
        let remote = ScriptedRemote(fetch: { notes([1: "theirs"]) }) { _, _ in
            throw RemoteError.conflict(nil)
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        #expect(try await eventually { try await !facade.heldChanges().isEmpty })
        try await store.write { try $0.executeOnce("CREATE TABLE Region (id INTEGER PRIMARY KEY)") }
        await #expect(throws: EarlierModelError.self) { try await facade.refresh(request) }
        let keep = facade.storeCommand(request, of: facade.acquireCommand(request))
        await #expect(throws: EarlierModelError.self) { try await keep.value }
        #expect(try await noteTexts(store) == ["1 mine"])
        try await facade.settle(change, by: .takeRemote)
        try await facade.refresh(request)
        #expect(try await noteTexts(store) == ["1 theirs"])
    }

    /// The log of the outdated change stayed, and prevented every later answer.
    @Test func aMergeOfAChangeOfAnEarlierModelPreventsNoAnswer() async throws {
        let isBack = Gate()
        let merged = Note(id: 1, text: "merged")
        let remote = ScriptedRemote(fetch: { notes([1: "theirs"]) }) { change, _ in
            if !isBack.isOpen { throw RemoteError.status(503) }
            if change.key == "mine" { throw RemoteError.conflict(nil) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            merge: { _, connection in
                try connection.save(merged)
                return merged.put(key: "merged")
            },
            retryInterval: .seconds(3600)
        )
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        try await store.write { try $0.executeOnce("CREATE TABLE Region (id INTEGER PRIMARY KEY)") }
        isBack.open()
        // An attempt from before may still be under way.
        #expect(try await eventually { (try? await facade.refresh(request)) != nil })
        #expect(remote.sent.last == "merged")
        #expect(try await noteTexts(store) == ["1 theirs"])
    }

    @Test func aChangeAfterOneInConflictIsSentWithItsBody() async throws {
        let bodies = Mutex<[String: Data]>([:])
        let remote = ScriptedRemote { change, _ in
            bodies.withLock { $0[change.key] = change.body }
            if change.key == "mine" { throw RemoteError.conflict(nil) }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        #expect(try await eventually { try await facade.heldChanges().count == 1 })
        let change = other.put(key: "other")
        try await facade.submit(change, saving(other))
        #expect(try await eventually { try await facade.pendingChanges().count == 1 })
        #expect(bodies.withLock { $0["other"] } == change.body)
    }
}

/// Changes that are made while a list is requested.
@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct ChangesDuringRequests {
    /// The change is sent only after the answer has been stored.
    @Test func aWaitingChangeDoesNotMakeTheAnswerOutdated() async throws {
        let facades = Mutex<DataSourceFacade?>(nil)
        let fetches = Shared()
        let isStored = Gate()
        let remote = ScriptedRemote(fetch: {
            fetches.number += 1
            let facade = facades.withLock { $0 }
            try await facade?.submit(mine.put(key: "mine"), saving(mine))
            return notes([1: "old", 5: "theirs"])
        }) { _, _ in
            try await isStored.passed()
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = facade(store, remote)
        facades.withLock { $0 = facade }
        defer { facades.withLock { $0 = nil } }
        #expect(try await facade.refresh(request))
        let texts = try await noteTexts(store)
        #expect(texts == ["1 mine", "5 theirs"])
        #expect(fetches.number == 1)
        isStored.open()
        try await drained(facade)
    }

    /// A change is sent during each request.
    @Test func outdatedAnswersAreReportedAsAFailure() async throws {
        let facades = Mutex<DataSourceFacade?>(nil)
        let fetches = Shared()
        let remote = ScriptedRemote(fetch: {
            fetches.number += 1
            if let facade = facades.withLock({ $0 }) {
                try await facade.submit(PendingChange(method: "POST", path: "/marks")) { _ in }
                try await drained(facade)
            }
            return notes([5: "theirs"])
        }) { _, _ in nil }
        let facade = facade(try CacheStore(inMemory: Note.model), remote)
        facades.withLock { $0 = facade }
        defer { facades.withLock { $0 = nil } }
        let last = await end(of: DataSource(facade, request))
        #expect(last?.error is OutdatedAnswerError)
        #expect(last?.isStale == true)
        #expect(fetches.number == 5)
    }

    /// Two facades have the same file; the one that does not ask sends the change.
    @Test func aChangeThatAnotherFacadeSendsMakesTheAnswerOutdated() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("notes.sqlite").path
        let first = try CacheStore(fileAt: path, model: Note.model)
        let second = try CacheStore(fileAt: path, model: Note.model)
        let sender = facade(second, ScriptedRemote { _, _ in nil })
        let fetches = Shared()
        let remote = ScriptedRemote(fetch: {
            fetches.number += 1
            if fetches.number > 1 { return notes([1: "mine"]) }
            try await sender.submit(mine.put(key: "mine"), saving(mine))
            try await drained(sender)
            return notes([1: "old"])
        }) { _, _ in nil }
        try await facade(first, remote).refresh(request)
        #expect(try await noteTexts(first) == ["1 mine"])
        #expect(fetches.number == 2)
        try first.close()
        try second.close()
    }
}

/// The error with which the first refresh of the list ends; nil if it succeeds.
private func end(
    of list: DataSource<Note>
) async -> (error: any Error, isStale: Bool)? {
    for await event in list.events(.cacheAndNetwork) {
        switch event {
        case .failed(let error, let isStale): return (error, isStale)
        case .refreshed: return nil
        case .cached, .refreshing, .changed: continue
        }
    }
    return nil
}
