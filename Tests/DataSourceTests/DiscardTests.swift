import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

private struct Offline: Error {}

private let (mine, other) = (Note(id: 1, text: "mine"), Note(id: 2, text: "other"))

/// Whether the outcome is the last one that the test waits for.
private func isEnd(_ outcome: ChangeOutcome) -> Bool {
    if case .sent = outcome.state { outcome.change.key == "other" } else { false }
}

@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct Discarding {
    /// The queue is read while the removal of the change waits for another write.
    @Test func aDiscardedChangeIsNotSentLater() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("notes.sqlite").path
        let store = try CacheStore(fileAt: path, model: Note.model)
        let (isBack, isWriting, mayEnd) = (Gate(), Gate(), Gate())
        let sent = Mutex<[String]>([])
        let remote = ScriptedRemote { change, _ in
            if !isBack.isOpen { throw Offline() }
            sent.withLock { $0.append(change.key) }
            return nil
        }
        let facade = DataSourceFacade(store: store, remote: remote, retryInterval: .seconds(3600))
        let change = mine.put(key: "mine")
        try await facade.submit(other.put(key: "other"), saving(other))
        try await facade.submit(change, saving(mine))
        await #expect(throws: Offline.self) { try await facade.sendPending() }
        let writing = Task {
            try await store.write { _ in
                isWriting.open()
                while !mayEnd.isOpen { Thread.sleep(forTimeInterval: 0.002) }
            }
        }
        try await isWriting.passed()
        let isCalled = Gate()
        let discarding = Task {
            isCalled.open()
            try await facade.discard(change, undoing: true)
        }
        try await isCalled.passed()
        try await Task.sleep(for: .milliseconds(100))
        isBack.open()
        await facade.networkIsBack()
        #expect(try await eventually { sent.withLock { $0.contains("other") } })
        mayEnd.open()
        try await writing.value
        try await discarding.value
        try await drained(facade)
        #expect(sent.withLock { $0 } == ["other"])
        #expect(try await noteTexts(store) == ["2 other"])
        try store.close()
    }

    /// The answer to a change that was discarded while it was being sent.
    @Test(arguments: ["hold", "keepLocal", "takeRemote", "merge", "refusal", "failure"])
    func theAnswerToADiscardedChangeIsIgnored(_ kind: String) async throws {
        let isDiscarded = Gate()
        let remote = ScriptedRemote { change, _ in
            if change.key != "mine" { return nil }
            try await isDiscarded.passed()
            switch kind {
            case "refusal": throw RemoteError.refused(422)
            case "failure": throw RemoteError.status(500)
            default: throw RemoteError.conflict(nil)
            }
        }
        let policies: [String: ConflictPolicy] = [
            "keepLocal": .keepLocal, "takeRemote": .takeRemote,
        ]
        let merge: DataSourceFacade.Merge = { _, connection in
            try connection.save(Note(id: 1, text: "merged"))
            return Note(id: 1, text: "merged").put(key: "merged")
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            conflicts: policies[kind] ?? .hold,
            merge: kind == "merge" ? merge : nil
        )
        let outcomes = facade.outcomes
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        #expect(try await eventually { remote.sent == ["mine"] })
        try await facade.discard(change, undoing: true)
        try await facade.submit(other.put(key: "other"), saving(other))
        isDiscarded.open()
        var told: [String] = []
        for await outcome in outcomes {
            if outcome.change.key != "other" { told.append("\(outcome.state)") }
            if isEnd(outcome) { break }
        }
        #expect(told == ["waiting(after: nil)", "discarded"])
        #expect(remote.sent == ["mine", "other"])
        #expect(try await noteTexts(store) == ["2 other"])
        #expect(try await facade.pendingChanges().isEmpty)
        #expect(try await facade.refusedChanges().isEmpty)
    }

    /// The change is discarded after its conflict has come, while another change is being sent.
    @Test(arguments: [ConflictPolicy.hold, .keepLocal], [false, true])
    func aConflictOfADiscardedChangeIsNotResolved(
        _ policy: ConflictPolicy,
        _ merges: Bool
    ) async throws {
        let isDiscarded = Gate()
        let remote = ScriptedRemote { change, _ in
            if change.key == "mine" { throw RemoteError.conflict(nil) }
            try await isDiscarded.passed()
            return nil
        }
        let merge: DataSourceFacade.Merge = { _, _ in mine.put(key: "merged") }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            conflicts: policy,
            merge: merges ? merge : nil,
            requestsAtOnce: 2,
            sendsAtStart: false
        )
        try await facade.prepare()
        let changes = [mine.put(key: "mine"), other.put(key: "other")]
        try await store.write { connection in
            for (note, change) in zip([mine, other], changes) {
                try facade.queue(on: connection) {
                    try connection.save(note)
                    return change
                }
            }
        }
        let outcomes = facade.outcomes
        await facade.sendSoon()
        #expect(try await eventually { remote.sent.count == 2 })
        try await Task.sleep(for: .milliseconds(50))
        try await facade.discard(changes[0], undoing: true)
        isDiscarded.open()
        var told: [String] = []
        for await outcome in outcomes {
            told.append("\(outcome.change.key) \(outcome.state)")
            if isEnd(outcome) { break }
        }
        // The conflicts are resolved after that.
        try await facade.sendPending()
        #expect(told == ["mine discarded", "other sent"])
        #expect(remote.sent.sorted() == ["mine", "other"])
        #expect(try await facade.pendingChanges().isEmpty)
        #expect(try await noteTexts(store) == ["2 other"])
    }

    /// The discarding waits for the merge's transaction.
    @Test(arguments: [false, true])
    func aChangeThatIsDiscardedDuringItsMergeIsNotSent(_ isUndone: Bool) async throws {
        let (isMerging, mayMerge, isCalled) = (Gate(), Gate(), Gate())
        let remote = ScriptedRemote { change, _ in
            if change.key != "mine" { return nil }
            throw RemoteError.conflict(RemoteRecord(body: Data(), version: "5"))
        }
        let merged = Note(id: 1, text: "merged")
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "a"))
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            merge: { _, connection in
                isMerging.open()
                while !mayMerge.isOpen { Thread.sleep(forTimeInterval: 0.002) }
                try connection.save(merged)
                return merged.put(key: "merged")
            }
        )
        let outcomes = facade.outcomes
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        try await isMerging.passed()
        let discarding = Task {
            isCalled.open()
            try await facade.discard(change, undoing: isUndone)
        }
        try await isCalled.passed()
        try await Task.sleep(for: .milliseconds(200))
        mayMerge.open()
        try await discarding.value
        try await facade.submit(other.put(key: "other"), saving(other))
        var told: [String] = []
        for await outcome in outcomes {
            if isEnd(outcome) { break }
            let key = outcome.change.key
            if key != "other" { told.append("\(key) \(outcome.state)") }
        }
        #expect(told == ["mine waiting(after: nil)", "mine discarded"])
        #expect(remote.sent == ["mine", "other"])
        #expect(try await noteTexts(store) == [isUndone ? "1 a" : "1 merged", "2 other"])
        #expect(try await facade.pendingChanges().isEmpty)
    }

    /// Two decisions about one conflict: the second one comes too late.
    @Test func aDecisionAboutAChangeThatIsNoLongerQueuedDoesNothing() async throws {
        let overwritten = Mutex(0)
        let remote = ScriptedRemote { _, overwriting in
            if !overwriting { throw RemoteError.conflict(nil) }
            overwritten.withLock { $0 += 1 }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = DataSourceFacade(store: store, remote: remote)
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        #expect(try await eventually { try await !facade.heldChanges().isEmpty })
        try await facade.settle(change, by: .takeRemote)
        try await facade.settle(change, by: .keepLocal)
        #expect(overwritten.withLock { $0 } == 0)
        #expect(try await noteTexts(store) == ["1 old"])
    }

    @Test func aChangeThatCouldNotBeDiscardedIsSent() async throws {
        let isBack = Gate()
        let remote = ScriptedRemote { _, _ in
            if !isBack.isOpen { throw Offline() }
            return nil
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(store: store, remote: remote, retryInterval: .seconds(3600))
        let change = mine.put(key: "mine")
        try await facade.submit(change, saving(mine))
        let isCancelled = Gate()
        let task = Task {
            while !isCancelled.isOpen { await Task.yield() }
            try await facade.discard(change, undoing: true)
        }
        task.cancel()
        isCancelled.open()
        await #expect(throws: CancellationError.self) { try await task.value }
        isBack.open()
        await facade.networkIsBack()
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(try await noteTexts(store) == ["1 mine"])
    }
}
