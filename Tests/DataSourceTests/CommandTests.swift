import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
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
