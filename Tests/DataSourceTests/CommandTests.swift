import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

@Suite(.serialized) struct CommandStarts {
    @Test func aCommandThatIsDroppedDoesNotRun() async throws {
        let ran = Mutex(0)
        for _ in 0..<20 {
            _ = Command("dropped") { ran.withLock { $0 += 1 } }
            _ = Command("dropped", after: [Command("too") { ran.withLock { $0 += 1 } }]) {}
            Command("cancelled") { ran.withLock { $0 += 1 } }.cancel()
        }
        try await Task.sleep(for: .milliseconds(100))
        #expect(ran.withLock { $0 } == 0)
        Command("started and dropped") { ran.withLock { $0 += 1 } }.start()
        while ran.withLock({ $0 }) == 0 { try await Task.sleep(for: .milliseconds(1)) }
    }

    @Test(.timeLimit(.minutes(15))) func aCommandStartsThoseItDependsOn() async throws {
        let server = try LoopbackServer { _, _ in .send(200, json("a", "b")) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = DataSourceFacade(store: store, remote: HTTPRemote(base: server.url))
        let request = SourceRequest(Place.self, path: "/places")
        let keep = facade.storeCommand(request, of: facade.acquireCommand(request))
        #expect(try await keep.value.items.inserted == 2)
        #expect(server.requests.count == 1)
        _ = try await keep.value
        #expect(server.requests.count == 1)
    }

    @Test(.timeLimit(.minutes(15))) func endedWaitsForTheStartAndSeesACancellation() async throws {
        let ran = Mutex(false)
        let command = Command("late") { ran.withLock { $0 = true } }
        async let end: Void = command.ended()
        try await Task.sleep(for: .milliseconds(50))
        #expect(!ran.withLock { $0 })
        command.start()
        await end
        #expect(ran.withLock { $0 })
        let other = Command("never") { ran.withLock { $0 = false } }
        async let otherEnd: Void = other.ended()
        try await Task.sleep(for: .milliseconds(20))
        other.cancel()
        await otherEnd
        await #expect(throws: CancellationError.self) { try await other.value }
        #expect(ran.withLock { $0 })
        // One that depends on it goes on.
        let after = Command("after", after: [other]) { 7 }
        #expect(try await after.value == 7)
    }
}

@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct StoreCommands {
    /// The server answers with the note 1; changes are lost until `isUp`.
    private func server(_ isUp: @escaping @Sendable () -> Bool) throws -> LoopbackServer {
        try LoopbackServer { request, _ in
            if request.method == "GET" {
                return .send(200, #"[{"id": 1, "content": {"text": "theirs"}}]"#)
            }
            return isUp() ? .send(200, "") : .drop
        }
    }

    @Test func anAnswerKeepsWhatWaitingChangesHaveSet() async throws {
        let server = try server { false }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        for note in [Note(id: 1, text: "mine"), Note(id: 2, text: "new")] {
            try await facade.submit(note.put(key: note.text), saving(note))
        }
        let acquire = facade.acquireCommand(Note.request)
        let report = try await facade.storeCommand(Note.request, of: acquire).value
        #expect(report.items.updated == 1)
        #expect(try await noteTexts(store) == ["1 mine", "2 new"])
        let waiting = try await facade.pendingChanges()
        #expect(waiting.map(\.key) == ["mine", "new"])
        try await facade.discard(waiting[0], undoing: true)
        #expect(try await noteTexts(store) == ["1 theirs", "2 new"])
    }

    @Test func anAnswerFromBeforeAChangeWasSentIsNotStored() async throws {
        let isUp = Mutex(false)
        let server = try server { isUp.withLock { $0 } }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        let acquire = facade.acquireCommand(Note.request)
        _ = try await acquire.value
        isUp.withLock { $0 = true }
        await facade.networkIsBack()
        try await drained(facade)
        let report = try await facade.storeCommand(Note.request, of: acquire).value
        #expect(report == ImportReport())
        #expect(try await noteTexts(store) == ["1 mine"])
    }

    @Test func anAnswerIsNotStoredAfterThatToALaterRequest() async throws {
        let server = try LoopbackServer { _, number in .send(200, json("v\(number)")) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = noteFacade(store, server)
        let request = SourceRequest(Place.self, path: "/places")
        let acquire = facade.acquireCommand(request)
        #expect(try await acquire.value.data == Data(json("v0").utf8))
        try await facade.refresh(request)
        let report = try await facade.storeCommand(request, of: acquire).value
        #expect(report == ImportReport())
        #expect(try await store.context.fetch(Place.self).map(\.name) == ["v1"])
    }
}

@Suite(.serialized) struct DocumentReading {
    @Test func unsavedEditsAreReadAtOnce() async throws {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: home) }
        let document = try StoreDocument(
            user: "ann",
            in: home,
            model: Place.model,
            autosaveInterval: .seconds(3600)
        )
        await document.edit { try $0.insert(Place(id: 1, name: "a")) }
        #expect(try await document.fetch(Place.self).map(\.name) == ["a"])
        await document.edit { try $0.save(Place(id: 1, name: "b")) }
        #expect(try await document.retrieve(Place.self, Place.Identity(1))?.name == "b")
        #expect(try await document.store.context.count(Place.self) == 0)
        #expect(await document.hasUnsavedEdits)
        async let saved = document.save()
        #expect(try await document.read { try $0.count(Place.self) } == 1)
        #expect(try await saved)
        #expect(try await document.fetch(Place.self).map(\.name) == ["b"])
        await document.edit { try $0.insert(Place(id: 1, name: "taken")) }
        await #expect(throws: StoreError.self) { try await document.fetch(Place.self) }
        await document.revert()
        #expect(try await document.fetch(Place.self).map(\.name) == ["b"])
        let pipe = document.folder.appendingPathComponent("Attachments/=pipe").path
        #expect(mkfifo(pipe, 0o644) == 0)
        #expect(throws: StoreError.self) { try document.attachment(named: "pipe") }
    }
}
