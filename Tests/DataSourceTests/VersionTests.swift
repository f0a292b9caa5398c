import CacheStore
import DataAccess
import DataSource
import Foundation
import TestTraits
import Testing

@Suite(.serialized, .blocking, .timeLimit(.minutes(15))) struct Versions {
    /// The version of the list, then that of each answer to a change.
    @Test func eachChangeNamesTheVersionThatItStartsFrom() async throws {
        let server = try LoopbackServer { request, number in
            if request.method == "GET" {
                return .send(200, #"[{"id": 1, "content": {"text": "a"}, "version": "\"1\""}]"#)
            }
            return number == 1 ? .drop : .record(200, "{}", "\"\(number)\"")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        try await facade.submit(
            Note(id: 1, text: "b").put(key: "b"),
            saving(Note(id: 1, text: "b"))
        )
        try await facade.submit(
            Note(id: 1, text: "c").put(key: "c"),
            saving(Note(id: 1, text: "c"))
        )
        try await drained(facade)
        let sent = server.requests.filter { $0.method == "PUT" }
        #expect(sent.map { $0.headers["idempotency-key"] } == ["b", "b", "c"])
        #expect(sent.map { $0.headers["if-match"] } == ["\"1\"", "\"1\"", "\"2\""])
        let new = Note(id: 2, text: "new")
        try await facade.submit(new.put(key: "n"), saving(new))
        try await drained(facade)
        #expect(server.requests.last?.headers["if-match"] == nil)
    }

    @Test func aConflictNamesItsRecordAndHoldsUpNoOther() async throws {
        let theirs = #"{"id": 1, "content": {"text": "theirs"}}"#
        let server = try LoopbackServer { request, _ in
            request.path == "/notes/1" ? .record(412, theirs, "\"9\"") : .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        let outcomes = facade.outcomes
        for id in [1, 2, 3] as [Int64] {
            let note = Note(id: id, text: "mine")
            try await facade.submit(note.put(key: "\(id)"), saving(note))
        }
        try await drained(facade, leaving: 1)
        let conflict = try #require(try await facade.conflictingChanges().first)
        #expect(conflict.change.path == "/notes/1")
        #expect(conflict.current == RemoteRecord(body: Data(theirs.utf8), version: "\"9\""))
        for await outcome in outcomes {
            guard case .conflict(.hold, let remote) = outcome.state else { continue }
            #expect(remote == conflict.current)
            break
        }
        try await facade.discard(conflict.change, undoing: true)
        #expect(try await noteTexts(store) == ["2 mine", "3 mine"])
        #expect(try await facade.conflictingChanges().isEmpty)
    }

    @Test func aMergeTakesThePlaceOfTheOutdatedChange() async throws {
        let server = try LoopbackServer { request, _ in
            request.headers["if-match"] == "\"9\""
                ? .record(200, "{}", "\"10\"")
                : .record(412, #"{"id": 1, "content": {"text": "theirs"}}"#, "\"9\"")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server) { conflict, connection in
            let theirs = try JSONDecoder().decode(
                Theirs.self,
                from: conflict.current?.body ?? Data()
            )
            var note = try connection.retrieve(Note.self, Note.Identity(1)) ?? Note(text: "")
            note.text = "\(theirs.content.text) and \(note.text)"
            try connection.save(note)
            return note.put(key: "merged")
        }
        let outcomes = facade.outcomes
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        try await drained(facade)
        #expect(try await noteTexts(store) == ["1 theirs and mine"])
        #expect(server.requests.last?.body.contains("theirs and mine") == true)
        #expect(server.requests.last?.headers["if-match"] == "\"9\"")
        var told: [String] = []
        for await outcome in outcomes {
            if case .merged(let change) = outcome.state { told.append("merged \(change.key)") }
            if case .sent = outcome.state {
                told.append("sent \(outcome.change.key)")
                break
            }
        }
        #expect(told == ["merged merged", "sent merged"])
    }

    /// Undoing the merged change undoes the one that it came from.
    @Test func aRefusedMergeLeavesTheRecordAsBeforeBoth() async throws {
        let server = try LoopbackServer { request, _ in
            request.headers["idempotency-key"] == "mine" ? .send(409, "") : .send(422, "no")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server) { _, connection in
            try connection.save(Note(id: 1, text: "merged", isDone: true))
            return Note(id: 1, text: "merged").put(key: "merged")
        }
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        try await drained(facade)
        let left = try await store.context.fetch(Note.self)
        #expect(left.map(\.text) == ["old"])
        #expect(left.map(\.isDone) == [nil])
    }

    @Test func aMergeThatFailsLeavesTheConflictToThePolicy() async throws {
        struct Impossible: Error {}
        let server = try LoopbackServer { _, _ in .send(409, "") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server) { _, connection in
            try connection.save(Note(id: 1, text: "half"))
            throw Impossible()
        }
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        while try await facade.heldChanges().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        #expect(try await noteTexts(store) == ["1 mine"])
    }
}

private struct Theirs: Decodable {
    struct Content: Decodable { var text: String }
    var content: Content
}
