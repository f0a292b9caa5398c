import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
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

    /// Both paths lead to the same record, so a change with one of them starts from the version of
    /// the other, and follows its changes.
    @Test func aPathWithoutASlashIsThatOfTheSameRecord() async throws {
        let isUp = Gate()
        let notes = ServerNotes(["/notes/1": 1])
        let server = try LoopbackServer { request, _ in
            request.method == "GET" || isUp.isOpen ? notes.answer(request) : .drop
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        try await facade.refresh(Note.request)
        for (key, path) in [("a", "notes/1"), ("b", "/notes/1"), ("c", "notes/1")] {
            let note = Note(id: 1, text: key)
            try await facade.submit(PendingChange(key: key, path: path, note), saving(note))
        }
        let versions = try await facade.pendingChanges().map(\.version)
        #expect(versions == ["\"1\"", "\"1\"", "\"1\""])
        isUp.open()
        await facade.networkIsBack()
        try await decided(facade)
        #expect(try await facade.heldChanges().isEmpty)
        #expect(notes.numbers.withLock { $0["/notes/1"] } == 4)
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

    /// The server accepts a change, but its answer is lost. Then another device changes the record,
    /// and a list with that version is stored before the change is sent again.
    @Test func aRepeatedAnswerDoesNotHideALaterOne() async throws {
        let isLost = Mutex(true)
        let isTheirs = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if request.method == "PUT", request.headers["if-match"] == "\"3\"" {
                return .record(200, "{}", "\"4\"")
            }
            if request.method == "PUT" {
                return isLost.withLock { $0 } ? .drop : .record(200, "{}", "\"2\"")
            }
            let (text, version) = isTheirs.withLock { $0 } ? ("theirs", 3) : ("old", 1)
            return .send(
                200,
                #"[{"id": 1, "content": {"text": "\#(text)"}, "version": "\"\#(version)\""}]"#
            )
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        try await facade.refresh(Note.request)
        let mine = Note(id: 1, text: "mine")
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        while server.requests.last?.method != "PUT" { try await Task.sleep(for: .milliseconds(5)) }
        isTheirs.withLock { $0 = true }
        try await facade.refresh(Note.request)
        #expect(try await noteTexts(store) == ["1 mine"])
        isLost.withLock { $0 = false }
        try await facade.sendPending()
        #expect(try await facade.pendingChanges() == [])
        #expect(try await noteTexts(store) == ["1 theirs"])
        let next = Note(id: 1, text: "next")
        try await facade.submit(next.put(key: "next"), saving(next))
        try await drained(facade)
        #expect(server.requests.last?.headers["if-match"] == "\"3\"")
        #expect(try await noteTexts(store) == ["1 next"])
    }

    /// The answer to the first of three changes is lost, and a list with its version is stored. The
    /// later changes, which start from that version or from later ones, are not overtaken by it.
    @Test func aListAfterALostAnswerDoesNotUndoLaterChanges() async throws {
        let isLost = Mutex(true)
        let next = ["\"1\"": "\"2\"", "\"2\"": "\"3\"", "\"3\"": "\"4\"", "\"4\"": "\"5\""]
        let server = try LoopbackServer { request, number in
            if request.method == "PUT" {
                if isLost.withLock({ $0 }) { return .drop }
                return .record(200, "{}", next[request.headers["if-match"] ?? ""] ?? "")
            }
            let (text, version) = number == 0 ? ("old", 1) : ("a", 2)
            return .send(
                200,
                #"[{"id": 1, "content": {"text": "\#(text)"}, "version": "\"\#(version)\""}]"#
            )
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        try await facade.refresh(Note.request)
        for text in ["a", "b", "c"] {
            let note = Note(id: 1, text: text)
            try await facade.submit(note.put(key: text), saving(note))
        }
        try await facade.refresh(Note.request)
        isLost.withLock { $0 = false }
        while try await !facade.pendingChanges().isEmpty { try? await facade.sendPending() }
        #expect(try await noteTexts(store) == ["1 c"])
        let last = Note(id: 1, text: "d")
        try await facade.submit(last.put(key: "d"), saving(last))
        try await drained(facade)
        #expect(server.requests.last?.headers["if-match"] == "\"4\"")
    }

    /// A change without a version overwrites every version, also one that was stored meanwhile.
    @Test func aChangeWithoutAVersionIsNotOvertaken() async throws {
        let isReached = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if request.method == "PUT" {
                return isReached.withLock { $0 } ? .record(200, "{}", "\"8\"") : .drop
            }
            return .send(200, #"[{"id": 1, "content": {"text": "theirs"}, "version": "\"7\""}]"#)
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server, retryInterval: .seconds(3600))
        let mine = Note(id: 1, text: "mine")
        try await facade.submit(mine.put(key: "mine"), saving(mine))
        try await facade.refresh(Note.request)
        isReached.withLock { $0 = true }
        while try await !facade.pendingChanges().isEmpty { try? await facade.sendPending() }
        #expect(server.requests.last?.headers["if-match"] == nil)
        #expect(try await noteTexts(store) == ["1 mine"])
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

    /// A change that was queued before the merge: one to the same attribute that is undone, too, or
    /// one to another attribute that is accepted.
    @Test(arguments: [409, 200])
    func aRefusedMergeLeavesTheRecordAsBeforeBothWithAChangeBetween(_ status: Int) async throws {
        let isUp = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if !isUp.withLock({ $0 }) { return .drop }
            switch request.headers["idempotency-key"] {
            case "mine": return .send(409, "")
            case "between": return .send(status, "")
            default: return .send(422, "no")
            }
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let isDone = status == 200 ? true : nil
        let merge: DataSourceFacade.Merge = { conflict, connection in
            if conflict.change.key != "mine" { return nil }
            let note = Note(id: 1, text: "merged", isDone: isDone)
            try connection.save(note)
            return note.put(key: "merged")
        }
        let facade = noteFacade(
            store,
            server,
            conflicts: .takeRemote,
            merge: merge,
            retryInterval: .seconds(3600)
        )
        let note = Note(id: 1, text: "mine")
        try await facade.submit(note.put(key: "mine"), saving(note))
        let text = status == 200 ? "mine" : "between"
        let between = Note(id: 1, text: text, isDone: isDone)
        try await facade.submit(between.put(key: "between"), saving(between))
        isUp.withLock { $0 = true }
        await facade.networkIsBack()
        try await drained(facade)
        let left = try await store.context.fetch(Note.self)
        #expect(left.map(\.text) == ["old"])
        #expect(left.map(\.isDone) == [isDone])
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

    /// Another device's change was refreshed after the program had read the record.
    @Test(arguments: [false, true]) func aChangeStartsFromTheVersionThatTheProgramHasRead(
        isOfADocument: Bool
    ) async throws {
        let notes = ServerNotes(["/notes/1": 1])
        let server = try LoopbackServer { request, _ in notes.answer(request) }
        defer { server.stop() }
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: home) }
        let document = try StoreDocument(
            user: "ann",
            in: home,
            model: Note.model,
            autosaveInterval: .seconds(3600)
        )
        let facade = noteFacade(document.store, server)
        try await facade.refresh(Note.request)
        let note = try #require(try await document.retrieve(Note.self, Note.Identity(1)))
        let change = PendingChange(path: Note.path(1), note, startingFrom: note.version)
        if isOfADocument {
            await document.edit { connection in
                try facade.queue(on: connection) {
                    try connection.save(note)
                    return change
                }
            }
        }
        notes.numbers.withLock { $0["/notes/1"] = 2 }
        try await facade.refresh(Note.request)
        if isOfADocument {
            try await document.save()
            await facade.sendSoon()
        } else {
            try await facade.submit(change, saving(note))
        }
        try await decided(facade)
        #expect(server.requests.last?.headers["if-match"] == "\"1\"")
        let conflicts = try await facade.conflictingChanges()
        #expect(conflicts.map(\.current?.version) == ["\"2\""])
    }

    /// A form was opened before another device's change was refreshed. The waiting change starts
    /// from that change.
    @Test func aWaitingChangeDoesNotHideThatALaterOneIsOutdated() async throws {
        let notes = ServerNotes(["/notes/1": 1])
        let isUp = Gate()
        let server = try LoopbackServer { request, _ in
            request.method == "GET" || isUp.isOpen ? notes.answer(request) : .drop
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        let form = try #require(try await store.context.retrieve(Note.self, Note.Identity(1)))
        notes.numbers.withLock { $0["/notes/1"] = 2 }
        try await facade.refresh(Note.request)
        let done = Note(id: 1, text: "theirs", isDone: true)
        try await facade.submit(done.put(key: "done"), saving(done))
        let change = PendingChange(
            key: "form",
            path: Note.path(1),
            form,
            startingFrom: form.version
        )
        try await facade.submit(change, saving(form))
        isUp.open()
        try await decided(facade)
        #expect(try await facade.heldChanges().map(\.key) == ["form"])
        let sent = server.requests.filter { $0.method == "PUT" }.map { $0.headers["if-match"] }
        #expect(Set(sent) == ["\"2\"", "\"1\""])
        #expect(sent.last == "\"1\"")
    }

    /// The form was opened before another device's change was merged and refreshed. A change that
    /// starts from the form's version is still queued, but before the merged change.
    @Test func aMergedChangeDoesNotHideThatALaterOneIsOutdated() async throws {
        let isUp = Gate()
        let theirs = #"{"id": 1, "content": {"text": "theirs"}, "version": "2"}"#
        let remote = ScriptedRemote(fetch: { Data("[\(theirs)]".utf8) }) { _, _ in
            if !isUp.isOpen { throw RemoteError.status(503) }
            throw RemoteError.conflict(RemoteRecord(body: Data(theirs.utf8), version: "2"))
        }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            merge: { conflict, connection in
                if conflict.change.key != "first" { return nil }
                let merged = Note(id: 1, text: "merged")
                try connection.save(merged)
                return merged.put(key: "merged")
            },
            retryInterval: .seconds(3600)
        )
        func submit(_ key: String) async throws {
            let note = Note(id: 1, text: key)
            let change = PendingChange(key: key, path: Note.path(1), note, startingFrom: "1")
            try await facade.submit(change, saving(note))
        }
        for key in ["first", "second"] { try await submit(key) }
        isUp.open()
        await facade.networkIsBack()
        #expect(try await eventually { try await facade.heldChanges().map(\.key) == ["second"] })
        try await facade.refresh(Note.request)
        try await submit("form")
        let queued = try await facade.pendingChanges()
        #expect(queued.map(\.key) == ["second", "merged", "form"])
        #expect(queued.map(\.version) == ["1", "2", "1"])
    }

    /// The form was opened before the merge, and saved before the next list. The merged change
    /// starts from the version of another device's change.
    @Test func aMergeDoesNotHideThatAFormIsOutdatedBeforeTheNextList() async throws {
        let old = #"{"id": 1, "content": {"text": "old"}, "version": "1"}"#
        let theirs = #"{"id": 1, "content": {"text": "theirs"}, "version": "2"}"#
        let remote = ScriptedRemote(fetch: { Data("[\(old)]".utf8) }) { change, _ in
            if change.key == "merged" { throw RemoteError.status(503) }
            throw RemoteError.conflict(RemoteRecord(body: Data(theirs.utf8), version: "2"))
        }
        let store = try CacheStore(inMemory: Note.model)
        let facade = DataSourceFacade(
            store: store,
            remote: remote,
            merge: { _, connection in
                let merged = Note(id: 1, text: "merged")
                try connection.save(merged)
                return merged.put(key: "merged")
            },
            retryInterval: .seconds(3600)
        )
        func submit(_ key: String, _ version: String) async throws {
            let note = Note(id: 1, text: key)
            let change = PendingChange(key: key, path: Note.path(1), note, startingFrom: version)
            try await facade.submit(change, saving(note))
        }
        try await facade.refresh(Note.request)
        try await submit("first", "1")
        #expect(try await eventually { remote.sent.contains("merged") })
        try await submit("form", "1")
        try await submit("later", "2")
        let queued = try await facade.pendingChanges()
        #expect(queued.map(\.key) == ["merged", "form", "later"])
        #expect(queued.map(\.version) == ["2", "1", "2"])
    }

    /// The record in the store has its old version until the next refresh.
    @Test func theStoresOwnChangesAreNoConflict() async throws {
        let notes = ServerNotes(["/notes/1": 1])
        let server = try LoopbackServer { request, _ in notes.answer(request) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        let old = try #require(try await store.context.retrieve(Note.self, Note.Identity(1)))
        func submit(_ note: Note) async throws {
            let change = PendingChange(
                path: Note.path(note.id),
                note,
                startingFrom: note.version
            )
            try await facade.submit(change, saving(note))
            try await decided(facade)
        }
        for note in [old, old, Note(id: 2, text: "new"), Note(id: 2, text: "newer")] {
            try await submit(note)
        }
        let sent = server.requests.filter { $0.method == "PUT" }.map { $0.headers["if-match"] }
        #expect(sent == ["\"1\"", "\"2\"", nil, "\"4\""])
        notes.numbers.withLock { $0["/notes/1"] = 9 }
        try await facade.refresh(Note.request)
        try await submit(old)
        #expect(server.requests.last?.headers["if-match"] == "\"1\"")
        #expect(try await facade.heldChanges().count == 1)
    }

    /// The record is then requested for its version. The server here states versions only in
    /// answers to GET.
    @Test func anAnswerWithoutAVersionIsFollowedByARequestForIt() async throws {
        let notes = ServerNotes(["/notes/1": 1])
        let server = try LoopbackServer { request, _ in
            if request.method == "GET", request.path == "/notes/1" {
                return .record(200, "{}", "\"\(notes.numbers.withLock { $0["/notes/1"] } ?? 0)\"")
            }
            guard case .record(200, _, _) = notes.answer(request) else {
                return notes.answer(request)
            }
            return .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        for text in ["first", "second"] {
            let note = Note(id: 1, text: text)
            let change = PendingChange(path: Note.path(1), note, startingFrom: "\"1\"")
            try await facade.submit(change, saving(note))
            try await decided(facade)
        }
        let sent = server.requests.filter { $0.method == "PUT" }.map { $0.headers["if-match"] }
        #expect(sent == ["\"1\"", "\"2\""])
        #expect(try await facade.heldChanges().isEmpty)
        #expect(notes.numbers.withLock { $0["/notes/1"] } == 3)
    }

    @Test func whatDependsOnAMergedChangeIsSentAfterIt() async throws {
        let isUp = Mutex(false)
        let answered = Mutex<[String]>([])
        let server = try LoopbackServer { request, _ in
            if !isUp.withLock({ $0 }) { return .drop }
            if request.method == "GET" { return .send(404, "") }
            let key = request.headers["idempotency-key"] ?? ""
            answered.withLock { $0.append(key) }
            return key == "edit" ? .record(409, "{}", "\"5\"") : .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let merge: DataSourceFacade.Merge = { _, connection in
            let note = Note(id: 1, text: "merged")
            try connection.save(note)
            return note.put(key: "merged")
        }
        let facade = noteFacade(store, server, merge: merge, retryInterval: .seconds(3600))
        let (note, other) = (Note(id: 1, text: "mine"), Note(id: 2, text: "other"))
        try await facade.submit(note.put(key: "edit"), saving(note))
        let publishing = PendingChange(key: "publish", method: "POST", path: "/notes/1/publish")
        try await facade.submit(publishing) { _ in }
        let sharing = PendingChange(key: "share", method: "POST", path: "/shares")
        try await facade.submit(sharing) { try $0.save(Note(id: 1, text: "mine", isDone: true)) }
        try await facade.submit(other.put(key: "other"), saving(other))
        isUp.withLock { $0 = true }
        await facade.networkIsBack()
        try await drained(facade)
        #expect(answered.withLock { $0 } == ["edit", "other", "merged", "publish", "share"])
    }

    @Test func aRecordThatLeavesTheQueryGetsItsNewVersion() async throws {
        let server = try LoopbackServer { request, number in
            if request.method == "PUT" { return .send(200, "") }
            let (isDone, version) = number == 0 ? ("false", 1) : ("true", 2)
            let content = #"{"text": "a", "done": \#(isDone)}"#
            return .send(
                200,
                #"[{"id": 1, "content": \#(content), "version": "\"\#(version)\""}]"#
            )
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        var undone = Note.request
        undone.isWhole = false
        undone.query = DataQuery(filter: .init("isDone == NO"))
        for _ in 1...2 { try await facade.refresh(undone) }
        let note = Note(id: 1, text: "b")
        try await facade.submit(note.put(key: "k"), saving(note))
        try await drained(facade)
        let sent = server.requests.last { $0.method == "PUT" }
        #expect(sent?.headers["if-match"] == "\"2\"")
    }

    /// With a held change, the record is deleted only when the change is settled.
    @Test(arguments: [false, true])
    func aRecordThatAnAnswerLacksIsMadeAgainWithoutAVersion(_ isHeld: Bool) async throws {
        let notes = ServerNotes(["/notes/1": 1])
        let server = try LoopbackServer { request, _ in notes.answer(request) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        notes.numbers.withLock { $0 = [:] }
        let change = Note(id: 1, text: "mine").put(key: "held")
        if isHeld {
            try await facade.submit(change, saving(Note(id: 1, text: "mine")))
            try await decided(facade)
        }
        try await facade.refresh(Note.request)
        if isHeld { try await facade.settle(change, by: .takeRemote) }
        #expect(try await noteTexts(store) == [])
        let note = Note(id: 1, text: "again")
        try await facade.submit(note.put(key: "k"), saving(note))
        try await decided(facade)
        #expect(server.requests.last?.headers["if-match"] == nil)
        #expect(try await facade.pendingChanges().isEmpty)
    }

    /// The answer to the first facade comes after the second has sent the same change and a later
    /// one.
    @Test func aLateAnswerToAnotherFacadeDoesNotSetTheVersionBack() async throws {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("notes.sqlite").path
        let answers = Mutex<[String: String]>([:])
        let isLate = Mutex(false)
        let server = try LoopbackServer { request, _ in
            let key = request.headers["idempotency-key"] ?? ""
            let answer = answers.withLock { answers -> LoopbackServer.Answer in
                if let known = answers[key] { return .record(200, "", known) }
                let current = "\"\(answers.count)\""
                if let match = request.headers["if-match"], match != current {
                    return .record(409, "{}", current)
                }
                let version = "\"\(answers.count + 1)\""
                answers[key] = version
                return .record(200, "", version)
            }
            while request.headers["x-facade"] == "a", !isLate.withLock({ $0 }) {
                try? await Task.sleep(for: .milliseconds(5))
            }
            return answer
        }
        defer { server.stop() }
        func facade(_ name: String) throws -> DataSourceFacade {
            DataSourceFacade(
                store: try CacheStore(fileAt: path, model: Note.model),
                remote: HTTPRemote(base: server.url, timeout: 60, headers: ["X-Facade": name]),
                retryInterval: .milliseconds(20),
                sendsAtStart: false
            )
        }
        let (a, b) = (try facade("a"), try facade("b"))
        let outcomes = a.outcomes
        func submit(_ text: String, _ facade: DataSourceFacade) async throws {
            let note = Note(id: 1, text: text)
            try await facade.submit(note.put(key: text), saving(note))
        }
        try await submit("one", a)
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await submit("two", b)
        try await drained(b)
        isLate.withLock { $0 = true }
        for await outcome in outcomes {
            if case .sent = outcome.state { break }
        }
        try await submit("three", b)
        try await decided(b)
        #expect(server.requests.last?.headers["if-match"] == "\"2\"")
        #expect(try await b.heldChanges().isEmpty)
    }
}

/// Waits until each change has been sent or is held.
private func decided(_ facade: DataSourceFacade) async throws {
    while try await facade.pendingChanges().count > facade.heldChanges().count {
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Notes of a server that compares versions. A change to an existing note needs its version.
private final class ServerNotes: Sendable {
    /// The versions of the notes, by path.
    let numbers: Mutex<[String: Int]>

    init(_ numbers: [String: Int]) { self.numbers = Mutex(numbers) }

    func answer(_ request: LoopbackServer.Request) -> LoopbackServer.Answer {
        numbers.withLock { numbers in
            if request.method == "GET" {
                let notes = numbers.keys.sorted().map { Self.note($0, numbers[$0] ?? 0) }
                return .send(200, "[\(notes.joined(separator: ","))]")
            }
            let current = numbers[request.path]
            if request.headers["if-match"] != current.map({ "\"\($0)\"" }) {
                guard let current else { return .send(409, "") }
                return .record(409, Self.note(request.path, current), "\"\(current)\"")
            }
            let next = (numbers.values.max() ?? 0) + 1
            numbers[request.path] = next
            return .record(200, "{}", "\"\(next)\"")
        }
    }

    private static func note(_ path: String, _ number: Int) -> String {
        let id = path.split(separator: "/").last ?? ""
        return #"{"id": \#(id), "content": {"text": "theirs"}, "version": "\"\#(number)\""}"#
    }
}

private struct Theirs: Decodable {
    struct Content: Decodable { var text: String }
    var content: Content
}
