import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import TestTraits
import Testing

private func facade(
    _ store: CacheStore,
    _ server: LoopbackServer,
    conflicts: ConflictPolicy = .hold
) -> DataSourceFacade {
    DataSourceFacade(
        store: store,
        remote: HTTPRemote(base: server.url, timeout: 60),
        conflicts: conflicts,
        retryInterval: .milliseconds(20)
    )
}

private func put(_ id: Int64, key: String) -> PendingChange {
    PendingChange(key: key, method: "PUT", path: "/places/\(id)")
}

private func saving(_ id: Int64, _ name: String) -> @Sendable (StoreConnection) throws -> Void {
    { try $0.save(Place(id: id, name: name)) }
}

private func names(_ store: CacheStore) async throws -> [String] {
    try await store.context.fetch(Place.self).map { "\($0.id ?? 0) \($0.name)" }
}

private func word(_ state: ChangeOutcome.State) -> String {
    switch state {
    case .waiting(let error): error == nil ? "waiting" : "waiting after an error"
    case .sent: "sent"
    case .refused(let reason, let isUndone): "refused \(reason), undone \(isUndone)"
    case .conflict(let policy, _): "conflict \(policy)"
    case .merged(let change): "merged into \(change.key)"
    case .discarded: "discarded"
    }
}

/// The next outcomes in words, each behind the key of its change.
private func words(
    _ count: Int,
    _ outcomes: AsyncStream<ChangeOutcome>,
    where isCounted: (ChangeOutcome.State) -> Bool = { _ in true }
) async -> [String] {
    var result: [String] = []
    for await outcome in outcomes where isCounted(outcome.state) {
        result.append("\(outcome.change.key) \(word(outcome.state))")
        if result.count == count { break }
    }
    return result
}

private func settled(_ facade: DataSourceFacade, leaving count: Int = 0) async throws {
    while try await facade.pendingChanges().count > count {
        try await Task.sleep(for: .milliseconds(5))
    }
}

/// Submits the change to a server that answers it with a conflict, and waits until it is held.
private func held(
    _ facade: DataSourceFacade,
    _ change: PendingChange,
    _ body: @escaping @Sendable (StoreConnection) throws -> Void
) async throws -> PendingChange {
    try await facade.submit(change, body)
    while try await facade.heldChanges().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    return change
}

/// A change to a mark or its note, and an answer after which the change would leave a mark without
/// its note.
struct BrokenKey: Sendable {
    let rule: String
    /// The note to which mark 1 refers at first.
    let note: Int
    let change: String
    /// The texts of the answer's notes.
    let answer: [Int: String]
    /// The identity, note and page of each mark after the answer.
    let marks: [String]

    init(
        _ rule: String,
        _ note: Int,
        _ change: String,
        _ answer: [Int: String],
        _ marks: [String]
    ) {
        (self.rule, self.note, self.change) = (rule, note, change)
        (self.answer, self.marks) = (answer, marks)
    }
}

@Suite(.serialized, .blocking) struct Outcomes {
    @Test func aRefusedChangeIsToldOfAndItsRecordIsPutRight() async throws {
        let server = try LoopbackServer { request, _ in
            request.path == "/places/2" ? .send(200, "") : .send(422, "the name is taken")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        try await store.context.save(Place(id: 1, name: "old"))
        try await store.context.save(Place(id: 3, name: "third"))
        let facade = facade(store, server)
        let outcomes = facade.outcomes
        var changes = store.changes.makeAsyncIterator()
        try await facade.submit(put(1, key: "a"), saving(1, "new"))
        try await facade.submit(put(2, key: "b"), saving(2, "kept"))
        let gone = PendingChange(key: "c", method: "DELETE", path: "/places/3")
        try await facade.submit(gone) { try $0.delete(Place.self, Place.Identity(3)) }
        try await facade.submit(put(4, key: "d"), saving(4, "phantom"))
        try await settled(facade)
        // A lost connection is told of, too.
        let told = await words(8, outcomes) { if case .waiting(.some) = $0 { false } else { true } }
        let reason = "refused \(RemoteError.refused(422, reason: "the name is taken")), undone true"
        #expect(told.filter { $0.hasPrefix("a") } == ["a waiting", "a \(reason)"])
        #expect(told.filter { $0.hasPrefix("b") } == ["b waiting", "b sent"])
        #expect(told.filter { $0.hasPrefix("c") } == ["c waiting", "c \(reason)"])
        #expect(told.filter { $0.hasPrefix("d") } == ["d waiting", "d \(reason)"])
        #expect(try await names(store) == ["1 old", "2 kept", "3 third"])
        #expect(server.requests.allSatisfy { $0.method != "GET" })
        // Lists are told as of any other change.
        for _ in 0..<7 { #expect(await changes.next()?.entities.isSubset(of: ["Place"]) == true) }
        #expect(try await facade.refusedChanges().map(\.change.key).sorted() == ["a", "c", "d"])
        try await facade.forget(gone)
        #expect(try await facade.refusedChanges().map(\.change.key).sorted() == ["a", "d"])
    }

    /// Changes to one record that wait together, of which any may be refused.
    @Test(arguments: 0..<16) func whatIsNotRefusedStays(_ refused: Int) async throws {
        let isReady = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if !isReady.withLock({ $0 }) { return .drop }
            let number = Int(request.headers["idempotency-key"] ?? "") ?? 0
            return refused >> number & 1 == 1 ? .send(422, "") : .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = facade(store, server)
        var expected: String?
        let names = ["a", "b", nil, "c"]
        for (number, name) in names.enumerated() {
            try await facade.submit(put(1, key: "\(number)")) { connection in
                if let name {
                    try connection.save(Place(id: 1, name: name))
                } else {
                    try connection.delete(Place.self, Place.Identity(1))
                }
            }
            if refused >> number & 1 == 0 { expected = name }
        }
        isReady.withLock { $0 = true }
        try await settled(facade)
        #expect(
            try await store.context.fetch(Place.self).map(\.name)
                == [expected].compactMap(\.self)
        )
    }

    @Test func whatElseHasChangedTheRecordSinceStays() async throws {
        let server = try LoopbackServer { _, number in number == 0 ? .drop : .send(400, "") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        try await store.context.save(Place(id: 1, name: "old"))
        let facade = DataSourceFacade(store: store, remote: HTTPRemote(base: server.url))
        try await facade.submit(put(1, key: "a"), saving(1, "mine"))
        try await store.context.save(Place(id: 1, name: "theirs"))
        while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        await #expect(throws: (any Error).self) {
            while true { try await facade.sendPending() }
        }
        while try await !facade.pendingChanges().isEmpty { _ = try? await facade.sendPending() }
        #expect(try await names(store) == ["1 theirs"])
    }

    @Test func aRefusalSurvivesTheEndOfTheProgramAndSoDoesTheUndoing() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("places.sqlite").path
        let isBack = Mutex(false)
        let server = try LoopbackServer { _, _ in
            isBack.withLock { $0 } ? .send(422, "no") : .drop
        }
        defer { server.stop() }
        let first = try CacheStore(fileAt: path, model: Place.model)
        try await first.context.save(Place(id: 1, name: "o'l\0d ünal"))
        let one = DataSourceFacade(store: first, remote: HTTPRemote(base: server.url))
        try await one.submit(put(1, key: "a"), saving(1, "new"))
        try await Task.sleep(for: .milliseconds(100))
        try first.close()
        let second = try CacheStore(fileAt: path, model: Place.model)
        isBack.withLock { $0 = true }
        let two = facade(second, server)
        // It may have been sent, and refused, before it is asked for.
        try? await two.sendPending()
        #expect(try await second.context.fetch(Place.self).map(\.name) == ["o'l\0d ünal"])
        #expect(
            try await two.refusedChanges()
                == [
                    RefusedChange(
                        change: put(1, key: "a"),
                        reason: .refused(422, reason: "no"),
                        isUndone: true
                    )
                ]
        )
        try second.close()
    }

    /// Rows that were noted for an earlier version of the model cannot be put back.
    @Test func aRefusalAfterAMigrationSaysThatNothingWasUndone() async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(
            UUID().uuidString
        )
        defer { try? FileManager.default.removeItem(at: folder) }
        let path = folder.appendingPathComponent("places.sqlite").path
        let isBack = Mutex(false)
        let server = try LoopbackServer { _, _ in
            isBack.withLock { $0 } ? .send(422, "no") : .drop
        }
        defer { server.stop() }
        let store = try CacheStore(fileAt: path, model: Place.model)
        try await store.context.save(Place(id: 1, name: "old"))
        let facade = facade(store, server)
        try await facade.submit(put(1, key: "a"), saving(1, "new"))
        try await store.write {
            try $0.executeOnce("CREATE TABLE \"Region\" (\"id\" INTEGER PRIMARY KEY)")
        }
        let outcomes = facade.outcomes
        isBack.withLock { $0 = true }
        try await settled(facade)
        let told = await words(1, outcomes) { if case .refused = $0 { true } else { false } }
        #expect(told.first?.hasSuffix("undone false") == true, "\(told)")
        #expect(try await facade.refusedChanges().map(\.isUndone) == [false])
        #expect(try await names(store) == ["1 new"])
        try store.close()
    }

    @Test func aConflictHoldsUpOnlyItsRecord() async throws {
        let server = try LoopbackServer { request, _ in
            switch (request.method, request.path) {
            case ("GET", _): .send(200, json("theirs", "b2", "c2"))
            case (_, "/places/1"):
                request.headers["if-match"] == "*" ? .send(200, "") : .send(409, "")
            default: .send(200, "")
            }
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = facade(store, server)
        try await facade.submit(put(1, key: "held"), saving(1, "mine"))
        let below = PendingChange(key: "below", method: "POST", path: "/places/1/photos")
        try await facade.submit(below) { _ in }
        let again = PendingChange(key: "again", method: "POST", path: "/renamings?x=1")
        try await facade.submit(again, saving(1, "mine again"))
        try await facade.submit(put(10, key: "other"), saving(10, "other"))
        try await settled(facade, leaving: 3)
        #expect(try await facade.pendingChanges().map(\.key) == ["held", "below", "again"])
        #expect(try await facade.heldChanges().map(\.key) == ["held"])
        // Lists go on, and what waits is still to be seen.
        let request = SourceRequest(Place.self, path: "/places")
        #expect(try await facade.refresh(request))
        #expect(
            try await names(store) == ["1 mine again", "2 b2", "3 c2", "10 other"]
        )
        var whole = request
        whole.isWhole = true
        whole.query = DataQuery(filter: .init("id < 10"))
        try await facade.refresh(whole)
        #expect(try await names(store).first == "1 mine again")

        // Undone, it is as the remote has it, but for the change after it.
        let held = try await facade.heldChanges()[0]
        try await facade.settle(held, by: .keepLocal)
        try await settled(facade)
        #expect(try await names(store).first == "1 mine again")
        let sent = server.requests.compactMap { $0.headers["idempotency-key"] }
        #expect(sent.suffix(2) == ["below", "again"])
    }

    @Test func aHeldChangeThatIsGivenUpLeavesWhatTheRemoteHas() async throws {
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, json("theirs")) : .send(409, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        try await store.context.save(Place(id: 1, name: "old"))
        let facade = facade(store, server)
        try await facade.submit(put(1, key: "held"), saving(1, "mine"))
        while try await facade.heldChanges().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        try await facade.refresh(SourceRequest(Place.self, path: "/places"))
        #expect(try await names(store) == ["1 mine"])
        try await facade.settle(put(1, key: "held"), by: .takeRemote)
        #expect(try await names(store) == ["1 theirs"])
        #expect(try await facade.pendingChanges() == [])
    }

    /// An answer that names the record, one that leaves out its text, and one without the record.
    @Test(arguments: [
        (#"[{"id": 1, "text": "mine"}]"#, ["1 mine"]),
        (#"[{"id": 1, "content": {"done": true}}]"#, ["1 old"]),
        (#"[{"id": 2, "text": "other"}]"#, ["1 old", "2 other"]),
    ]) func aHeldChangeThatIsGivenUpLeavesTheTextOfTheLastAnswer(
        _ answer: String,
        _ expected: [String]
    ) async throws {
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, answer) : .send(409, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server)
        let mine = Note(id: 1, text: "mine")
        let change = try await held(facade, mine.put(key: "held"), saving(mine))
        try await facade.refresh(SourceRequest(Note.self, path: "/notes"))
        #expect(try await noteTexts(store).first == "1 mine")
        try await facade.settle(change, by: .takeRemote)
        #expect(try await noteTexts(store) == expected)
    }

    @Test func aHeldDeletionThatIsGivenUpBringsNothingBackThatTheRemoteHasDeleted() async throws {
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, "[]") : .send(409, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server)
        let deletion = PendingChange(key: "held", method: "DELETE", path: Note.path(1))
        let change = try await held(facade, deletion) {
            try $0.delete(Note.self, Note.Identity(1))
        }
        try await facade.refresh(Note.request)
        try await facade.settle(change, by: .takeRemote)
        #expect(try await noteTexts(store) == [])
    }

    @Test func aHeldDeletionThatIsGivenUpRestoresWhatTheLastAnswerLeftOut() async throws {
        let server = try LoopbackServer { request, _ in
            let answer = #"[{"id": 1, "content": {"text": "theirs"}}]"#
            return request.method == "GET" ? .send(200, answer) : .send(409, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let due = Date(timeIntervalSinceReferenceDate: 86_400)
        try await store.context.save(Note(id: 1, text: "old", due: due, isDone: true))
        let facade = noteFacade(store, server)
        let deletion = PendingChange(key: "held", method: "DELETE", path: Note.path(1))
        let change = try await held(facade, deletion) {
            try $0.delete(Note.self, Note.Identity(1))
        }
        try await facade.refresh(Note.request)
        #expect(try await noteTexts(store) == [])
        try await facade.settle(change, by: .takeRemote)
        let notes = try await store.context.fetch(Note.self)
        #expect(notes.map(\.text) == ["theirs"])
        #expect(notes.map(\.due) == [due])
        #expect(notes.map(\.isDone) == [true])
    }

    /// A whole answer that lacks a record with a waiting change, to which local records refer.
    @Test(arguments: ["CASCADE", "SET NULL"], ["", "DEFERRABLE INITIALLY DEFERRED"])
    func whatRefersToARecordWithAWaitingChangeStays(_ rule: String, _ time: String) async throws {
        let answer = Mutex(#"[{"id": 1, "text": "old"}]"#)
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, answer.withLock { $0 }) : .send(409, "")
        }
        defer { server.stop() }
        let mark = """
            CREATE TABLE Mark (
                id INTEGER PRIMARY KEY,
                note INTEGER REFERENCES Note (id) ON DELETE \(rule) \(time)
            )
            """
        let model = StoreModel(
            name: "Marks",
            statements: Note.model.statements + [mark],
            entities: [Note.entity]
        )
        let store = try CacheStore(inMemory: model)
        try await store.context.save(Note(id: 1, text: "old"))
        let facade = noteFacade(store, server)
        let mine = Note(id: 1, text: "mine")
        let edit = try await held(facade, mine.put(key: "held"), saving(mine))
        let new = PendingChange(key: "new", method: "PUT", path: "/notes/1/replies/7")
        try await facade.submit(new, saving(Note(id: 7, text: "new")))
        try await store.write { connection in
            try connection.executeOnce("INSERT INTO Mark VALUES (1, 1), (7, 7)")
        }
        func marks() async throws -> [Int64?] {
            try await store.read { try $0.rows("SELECT note FROM Mark") { $0.int64(0) } }
        }
        #expect(try await facade.refresh(Note.request) == false)
        #expect(try await noteTexts(store) == ["1 mine", "7 new"])
        answer.withLock { $0 = "[]" }
        #expect(try await facade.refresh(Note.request) == false)
        #expect(try await noteTexts(store) == ["1 mine", "7 new"])
        #expect(try await marks() == [1, 7])

        try await facade.discard(new, undoing: true)
        #expect(try await noteTexts(store) == ["1 mine"])
        try await facade.settle(edit, by: .takeRemote)
        #expect(try await noteTexts(store) == [])
        #expect(try await marks().allSatisfy { $0 == nil })
    }

    /// Foreign keys are deferred, as in generated models. A new note "marked" gets mark 9.
    @Test(arguments: [
        BrokenKey("CASCADE", 2, "UPDATE Mark SET page = 7", [1: "a2"], []),
        BrokenKey("CASCADE", 1, "UPDATE Mark SET note = 2", [1: "a2"], []),
        BrokenKey("SET NULL", 1, "UPDATE Mark SET note = 2", [1: "a2"], ["1 nil 0"]),
        BrokenKey(
            "NO ACTION",
            2,
            "DELETE FROM Note WHERE id = 1",
            [1: "marked", 2: "b2"],
            ["1 2 0", "9 1 0"]
        ),
    ])
    func aWaitingChangeThatWouldBreakAReferenceDoesNotPreventAnAnswer(
        _ test: BrokenKey
    ) async throws {
        let answer = String(decoding: notes(test.answer), as: UTF8.self)
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, answer) : .send(409, "")
        }
        defer { server.stop() }
        let mark = """
            CREATE TABLE Mark (
                id INTEGER PRIMARY KEY, note INTEGER REFERENCES Note (id) ON DELETE \(test.rule)
                DEFERRABLE INITIALLY DEFERRED, page INTEGER
            )
            """
        let marking = """
            CREATE TRIGGER marking AFTER INSERT ON Note WHEN NEW.text = 'marked'
            BEGIN INSERT INTO Mark VALUES (9, NEW.id, 0); END
            """
        let model = StoreModel(
            name: "DeferredMarks",
            statements: Note.model.statements + [mark, marking],
            entities: [Note.entity]
        )
        let store = try CacheStore(inMemory: model)
        for (id, text) in [(1, "a"), (2, "b")] as [(Int64, String)] {
            try await store.context.save(Note(id: id, text: text))
        }
        try await store.write { try $0.executeOnce("INSERT INTO Mark VALUES (1, \(test.note), 0)") }
        let facade = noteFacade(store, server)
        let change = PendingChange(key: "held", method: "PATCH", path: "/marks/1")
        _ = try await held(facade, change) { try $0.executeOnce(test.change) }
        for _ in 1...2 {
            try await facade.refresh(Note.request)
            let texts = test.answer.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
            #expect(try await noteTexts(store) == texts)
            let marks = try await store.read { connection in
                try connection.rows("SELECT id, note, page FROM Mark ORDER BY id") { row in
                    let values = [row.int64(0), row.int64(1), row.int64(2)]
                    return values.map { $0.map(String.init) ?? "nil" }.joined(separator: " ")
                }
            }
            #expect(marks == test.marks)
        }
    }

    @Test func aUniqueValueOfAWaitingChangeDoesNotPreventAnAnswer() async throws {
        let answer = Mutex("")
        let server = try LoopbackServer { request, _ in
            request.method == "GET" ? .send(200, answer.withLock { $0 }) : .send(409, "")
        }
        defer { server.stop() }
        let model = StoreModel(
            name: "UniqueNotes",
            statements: Note.model.statements + ["CREATE UNIQUE INDEX texts ON Note (text)"],
            entities: [Note.entity]
        )
        let store = try CacheStore(inMemory: model)
        try await store.context.save(Note(id: 1, text: "a"))
        let facade = noteFacade(store, server)
        let mine = Note(id: 1, text: "b")
        let change = try await held(facade, mine.put(key: "held"), saving(mine))
        for text in ["a2", "a3"] {
            answer.withLock {
                $0 = """
                    [{"id": 1, "text": "\(text)"}, {"id": 2, "text": "b"}, {"id": 3, "text": "c"}]
                    """
            }
            #expect(try await facade.refresh(Note.request))
            #expect(try await noteTexts(store) == ["1 \(text)", "2 b", "3 c"])
            #expect(try await facade.heldChanges().map(\.key) == ["held"])
        }
        try await facade.settle(change, by: .takeRemote)
        #expect(try await noteTexts(store) == ["1 a3", "2 b", "3 c"])
        #expect(try await facade.pendingChanges() == [])
    }

    /// Notes 1 "a" and 3 "b" are stored before the answer. The texts are unique.
    @Test(arguments: [
        // Note 1 was deleted, and a new note has its text.
        (#"[{"id": 2, "text": "a"}, {"id": 3, "text": "b"}]"#, ["2 a", "3 b"]),
        // The notes have exchanged their texts.
        (#"[{"id": 1, "text": "b"}, {"id": 3, "text": "a"}]"#, ["1 b", "3 a"]),
        // The text of note 1 becomes free only with the last item.
        (
            #"[{"id": 3, "text": "a"}, {"id": 4, "text": "b"}, {"id": 1, "text": "c"}]"#,
            ["1 c", "3 a", "4 b"]
        ),
        // Two notes of the answer have the same text, so nothing is deleted.
        (
            #"[{"id": 5, "text": "x"}, {"id": 6, "text": "x"}, {"id": 3, "text": "a"}]"#,
            ["1 a", "3 b", "5 x"]
        ),
        // The answer contradicts itself only for note 6.
        (
            #"[{"id": 1, "text": "b"}, {"id": 3, "text": "a"}, {"id": 6, "text": "a"}]"#,
            ["1 b", "3 a"]
        ),
    ]) func aUniqueValueCanMoveToAnotherRecord(_ answer: String, _ texts: [String]) async throws {
        let server = try LoopbackServer { _, _ in .send(200, answer) }
        defer { server.stop() }
        let unique = EntityDescription(
            name: "Note",
            identity: "id",
            attributes: Note.entity.attributes,
            uniqueness: [["text"]]
        )
        let model = StoreModel(
            name: "UniqueNotes",
            statements: Note.model.statements + ["CREATE UNIQUE INDEX texts ON Note (text)"],
            entities: [unique]
        )
        let store = try CacheStore(inMemory: model)
        try await store.context.save(Note(id: 1, text: "a"))
        try await store.context.save(Note(id: 3, text: "b"))
        let facade = noteFacade(store, server)
        try await facade.refresh(Note.request)
        #expect(try await noteTexts(store) == texts)
        #expect(try await !facade.refresh(Note.request))
        #expect(try await noteTexts(store) == texts)
    }

    @Test func outcomesOfEachConflictPolicy() async throws {
        let server = try LoopbackServer { request, _ in
            request.headers["if-match"] == "*" ? .send(200, "") : .send(409, "")
        }
        defer { server.stop() }
        let expected: [(ConflictPolicy, [String])] = [
            (.hold, ["k waiting", "k conflict hold"]),
            (.takeRemote, ["k waiting", "k conflict takeRemote"]),
            (.keepLocal, ["k waiting", "k conflict keepLocal", "k sent"]),
        ]
        for (policy, list) in expected {
            let store = try CacheStore(inMemory: Place.model)
            let facade = facade(store, server, conflicts: policy)
            let outcomes = facade.outcomes
            try await facade.submit(put(1, key: "k"), saving(1, "mine"))
            #expect(await words(list.count, outcomes) == list)
            #expect(try await names(store) == (policy == .takeRemote ? [] : ["1 mine"]))
        }
    }

    @Test func aChangeThatCannotOverwriteIsHeld() async throws {
        let server = try LoopbackServer { request, _ in
            if request.method == "GET" { return .send(200, json("theirs")) }
            return request.path == "/places/1" ? .send(409, "") : .send(200, "")
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = facade(store, server, conflicts: .keepLocal)
        let outcomes = facade.outcomes
        try await facade.submit(put(1, key: "k1"), saving(1, "mine"))
        try await facade.submit(put(2, key: "k2"), saving(2, "mine"))
        try await settled(facade, leaving: 1)
        try await facade.refresh(SourceRequest(Place.self, path: "/places"))
        #expect(try await facade.heldChanges().map(\.key) == ["k1"])
        let told = await words(2, outcomes) { if case .conflict = $0 { true } else { false } }
        #expect(told == ["k1 conflict keepLocal", "k1 conflict hold"])
        await #expect(throws: RemoteError.conflict(nil)) {
            try await facade.settle(put(1, key: "k1"), by: .keepLocal)
        }
        #expect(try await facade.heldChanges().map(\.key) == ["k1"])
        let texts = try await names(store)
        #expect(texts == ["1 mine", "2 mine"])
    }

    @Test func theCancellationOfASettlingLosesNoAnswer() async throws {
        let isCancelled = Mutex(false)
        let server = try LoopbackServer { request, _ in
            if request.headers["if-match"] != "*" { return .send(409, "") }
            while !isCancelled.withLock({ $0 }) { try? await Task.sleep(for: .milliseconds(5)) }
            return .send(200, "")
        }
        defer { server.stop() }
        let facade = facade(try CacheStore(inMemory: Place.model), server)
        try await facade.submit(put(1, key: "k"), saving(1, "mine"))
        while try await facade.heldChanges().isEmpty { try await Task.sleep(for: .milliseconds(5)) }
        let settling = Task { try await facade.settle(put(1, key: "k"), by: .keepLocal) }
        while server.requests.count < 2 { try await Task.sleep(for: .milliseconds(5)) }
        settling.cancel()
        isCancelled.withLock { $0 = true }
        _ = await settling.result
        #expect(try await facade.pendingChanges().isEmpty)
        #expect(try await facade.heldChanges().isEmpty)
    }
}
