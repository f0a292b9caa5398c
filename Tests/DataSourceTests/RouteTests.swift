import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import Testing

/// A record that has its identity before it is saved.
struct Chore: IdentifiedRecord {
    typealias Identity = RecordID<Chore, String>
    var identity: Identity { Identity(id) }

    var id: String
    var title: String
}

extension Chore: StoredRecord {
    static let statements = EntityDescription("Chore", identity: "id").attributes([
        .string("id", .required), .string("title", .required),
    ]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            title: row.required(row.string(1), 1)
        )
    }

    func bind(to row: any ColumnBinder) throws { try row.bind(id, title, at: 1) }

    var violations: [Violation] { Violation.check("title", title, minimumLength: 1) }

    static let model = StoreModel(name: "Chores", records: [Chore.self])
    static let request = SourceRequest(Chore.self, path: "/chores", isWhole: true)

    var put: PendingChange { PendingChange(path: "/chores/\(id)", self) }
}

private struct Rack: IdentifiedRecord {
    typealias Identity = RecordID<Rack, String>
    var identity: Identity { Identity(id) }

    var id: String
}

extension Rack: StoredRecord {
    static let statements = EntityDescription("Rack", identity: "id").attributes([
        .string("id", .required)
    ]).statements

    init(row: some ColumnReader) throws { try self.init(id: row.required(row.string(0), 0)) }

    func bind(to row: any ColumnBinder) throws { try row.bind(id, at: 1) }
}

/// A record that refers to one of another list.
private struct Volume: IdentifiedRecord {
    typealias Identity = RecordID<Volume, String>
    var identity: Identity { Identity(id) }

    var id: String
    var title: String
    var rack: Rack.Identity?
}

extension Volume: StoredRecord {
    static let statements = EntityDescription("Volume", identity: "id").attributes([
        .string("id", .required), .string("title", .required),
    ]).relationships([.toOne("rack", "Rack")]).statements

    static let model = StoreModel(name: "Racks", records: [Rack.self, Volume.self])

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            title: row.required(row.string(1), 1),
            rack: row.string(2).map { Rack.Identity($0) }
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(title, at: 2)
        try row.bind(rack?.value, at: 3)
    }
}

/// A record with a version.
private struct Errand: IdentifiedRecord {
    typealias Identity = RecordID<Errand, String>
    var identity: Identity { Identity(id) }

    var id: String
    var title: String
    var version: String?
}

extension Errand: StoredRecord {
    static let statements = EntityDescription("Errand", identity: "id").attributes([
        .string("id", .required), .string("title", .required), .string("version"),
    ]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.string(0), 0),
            title: row.required(row.string(1), 1),
            version: row.string(2)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(title, at: 2)
        try row.bind(version, at: 3)
    }
}

/// A server that accepts a change only if it starts from the record's version.
private final class StrictShelf: Remote {
    struct Entry: Equatable {
        var title: String
        var number: Int
    }

    let entries = Mutex<[String: Entry]>([:])

    func fetch(_ path: String) async throws -> Data {
        let items = entries.withLock { $0 }.sorted { $0.key < $1.key }.map { path, entry in
            let id = path.dropFirst("/errands/".count)
            return #"{"id": "\#(id)", "title": "\#(entry.title)", "version": "\#(entry.number)"}"#
        }
        return Data("[\(items.joined(separator: ","))]".utf8)
    }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        let body = try change.body.map { try JSONSerialization.jsonObject(with: $0) }
        let title = (body as? [String: Any])?["title"] as? String
        return try entries.withLock { entries in
            let current = entries[change.path]
            if change.version != current.map({ "\($0.number)" }) { throw RemoteError.conflict() }
            let number = (current?.number ?? 0) + 1
            entries[change.path] = title.map { Entry(title: $0, number: number) }
            return title.map { _ in "\(number)" }
        }
    }
}

private enum Reading {
    @TaskLocal static var number = 0
}

/// A server that keeps bodies by path.
private final class Shelf: Remote {
    let bodies = Mutex<[String: Data]>([:])
    let isDown = Mutex(false)

    func fetch(_ path: String) async throws -> Data {
        if isDown.withLock({ $0 }) { throw RemoteError.status(503) }
        let all = bodies.withLock { $0.sorted { $0.key < $1.key }.map(\.value) }
        return Data("[".utf8) + Data(all.joined(separator: Data(",".utf8))) + Data("]".utf8)
    }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        if isDown.withLock({ $0 }) { throw RemoteError.status(503) }
        bodies.withLock { $0[change.path] = change.method == "DELETE" ? nil : change.body }
        return nil
    }
}

private func volumesAndRacks(_ store: CacheStore, _ server: LoopbackServer) -> DataSourceFacade {
    DataSourceFacade(store: store, remote: HTTPRemote(base: server.url, timeout: 60))
}

/// Lists that refer to each other, and are requested in any order.
@Suite(.timeLimit(.minutes(15))) struct ReferenceTests {
    private let racks = SourceRequest(Rack.self, path: "/racks")
    private let volumes = SourceRequest(Volume.self, path: "/volumes", isWhole: true)

    private func found(_ store: CacheStore) async throws -> [String] {
        try await store.context.fetch(Volume.self).map { "\($0.id) \($0.rack?.value ?? "-")" }
    }

    @Test(arguments: [false, true])
    func theOrderOfTwoListsDoesNotMatter(_ isRackFirst: Bool) async throws {
        let body =
            #"[{"id": "a", "title": "A", "rack": "r"}, {"id": "b", "title": "B", "rack": "t"}]"#
        let server = try LoopbackServer { request, _ in
            .send(200, request.path == "/racks" ? #"[{"id": "r"}, {"id": "s"}]"# : body)
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Volume.model)
        let facade = volumesAndRacks(store, server)
        if isRackFirst { try await facade.refresh(racks) }
        try await facade.refresh(volumes)
        if !isRackFirst { #expect(try await facade.refresh(racks)) }
        #expect(try await found(store) == ["a r", "b -"])
        #expect(try await !facade.refresh(racks))
    }

    /// Volume a refers to rack r, which is not there yet.
    @Test func aReferenceThatHasChangedSinceIsNotSet() async throws {
        let body = Mutex(
            #"[{"id": "a", "title": "A", "rack": "r"}, {"id": "b", "title": "B", "rack": "r"}]"#
        )
        let server = try LoopbackServer { request, _ in
            .send(
                200,
                request.path == "/racks" ? #"[{"id": "r"}, {"id": "s"}]"# : body.withLock { $0 }
            )
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Volume.model)
        let facade = volumesAndRacks(store, server)
        try await facade.refresh(volumes)
        // The program sets one rack, and a later answer clears the other.
        try await store.context.save(Rack(id: "s"))
        try await store.context.save(
            Volume(id: "a", title: "A", rack: Rack.Identity("s"))
        )
        body.withLock {
            $0 = #"[{"id": "a", "title": "A"}, {"id": "b", "title": "B", "rack": null}]"#
        }
        try await facade.refresh(volumes)
        try await facade.refresh(racks)
        #expect(try await found(store) == ["a s", "b -"])
    }

    /// An answer refers to rack r, which is not there yet. A change to the volume's rack waits.
    @Test func aReferenceThatWasSentIsNotReplaced() async throws {
        let isFailing = Mutex(true)
        let server = try LoopbackServer { request, _ in
            if request.method == "PUT" { return .send(isFailing.withLock { $0 } ? 500 : 200, "") }
            let racks = #"[{"id": "r"}, {"id": "s"}]"#
            let volumes = #"[{"id": "a", "title": "A", "rack": "r"}]"#
            return .send(200, request.path == "/racks" ? racks : volumes)
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Volume.model)
        try await store.context.save(Rack(id: "s"))
        try await store.context.save(Volume(id: "a", title: "A", rack: nil))
        let facade = volumesAndRacks(store, server)
        let moved = Volume(id: "a", title: "A", rack: Rack.Identity("s"))
        try await facade.submit(PendingChange(path: "/volumes/a", moved)) { try $0.save(moved) }
        try await facade.refresh(volumes)
        isFailing.withLock { $0 = false }
        while try await !facade.pendingChanges().isEmpty { try? await facade.sendPending() }
        try await facade.refresh(racks)
        #expect(try await found(store) == ["a s"])
    }

    /// The answer to a change is lost, and a later answer has another rack, which is then deleted.
    @Test func aLateConfirmationDoesNotRestoreAReferenceToAMissingRecord() async throws {
        let (isTheirs, isConfirmed) = (Gate(), Gate())
        let remote = ScriptedRemote(
            fetch: {
                let (title, rack) = isTheirs.isOpen ? ("C", "t") : ("A", "r")
                return Data(#"[{"id": "a", "title": "\#(title)", "rack": "\#(rack)"}]"#.utf8)
            }
        ) { _, _ in
            if !isConfirmed.isOpen { throw RemoteError.truncated }
            return "B"
        }
        let store = try CacheStore(inMemory: Volume.model)
        for id in ["r", "s", "t"] { try await store.context.save(Rack(id: id)) }
        let facade = DataSourceFacade(store: store, remote: remote, retryInterval: .seconds(3600))
        let request = SourceRequest(
            Volume.self,
            path: "/volumes",
            versions: RecordVersions(path: { "/volumes/\($0.id)" }, version: { $0.title })
        )
        try await facade.refresh(request)
        let moved = Volume(id: "a", title: "A", rack: Rack.Identity("s"))
        try await facade.submit(PendingChange(path: "/volumes/a", moved)) { try $0.save(moved) }
        isTheirs.open()
        try await facade.refresh(request)
        try await store.context.delete(Rack.self, Rack.Identity("t"))
        isConfirmed.open()
        await facade.networkIsBack()
        #expect(try await eventually { try await facade.pendingChanges().isEmpty })
        #expect(try await found(store) == ["a s"])
    }
}

@Suite(.timeLimit(.minutes(15))) struct RouteTests {
    private func remote(_ shelf: Shelf) -> some DataAccessObject<Chore> {
        let versions = RecordVersions<Chore>(path: { "/chores/\($0.id)" }, version: { _ in nil })
        let route = RemoteRecords(
            shelf,
            Chore.request,
            versions: versions,
            model: Chore.model
        )
        return RoutedDAO(route)
    }

    @Test func aServersRecordsAreADataAccessObject() async throws {
        let shelf = Shelf()
        let chores = remote(shelf)
        #expect(try await chores.list().isEmpty)
        try await chores.save([Chore(id: "b", title: "Sweep"), Chore(id: "a", title: "Cook")])
        #expect(try await chores.list().map(\.title) == ["Cook", "Sweep"])
        let query = DataQuery(filter: .init("title BEGINSWITH \"S\""))
        #expect(try await chores.count(query) == 1)
        await #expect(throws: StoreError.constraint(reason: "another record has the same identity"))
        {
            try await chores.insert(Chore(id: "a", title: "Bake"))
        }
        await #expect(throws: StoreError.noRecord(entity: "Chore")) {
            try await chores.update(Chore(id: "c", title: "Bake"))
        }
        await #expect(throws: StoreError.self) { try await chores.save(Chore(id: "c", title: "")) }
        let kept = try await chores.update(Chore.Identity("a")) { chore in
            chore.title = "Burn"
            return .rollback
        }
        #expect(!kept)
        try await chores.update(Chore.Identity("a")) { chore in
            chore.title = "Bake"
            return .commit
        }
        #expect(try await chores.retrieve(Chore.Identity("a"))?.title == "Bake")
        #expect(try await chores.delete(Chore.Identity("b")))
        #expect(try await !chores.delete(Chore.Identity("b")))
        #expect(shelf.bodies.withLock { Array($0.keys) } == ["/chores/a"])
        shelf.isDown.withLock { $0 = true }
        await #expect(throws: RemoteError.status(503)) { try await chores.list() }
        await #expect(throws: RemoteError.status(503)) { try await chores.deleteAll() }
    }

    @Test func aListThatCannotBeReadCompletelyIsAnError() async throws {
        let shelf = Shelf()
        let chores = remote(shelf)
        try await chores.save([Chore(id: "a", title: "Cook")])
        #expect(try await chores.count() == 1)
        shelf.bodies.withLock { $0 = ["/chores/b": Data(#"{"id": "b", "title": null}"#.utf8)] }
        let reason =
            "the server's list /chores cannot be read completely (item 0, title: the value must not be null)"
        await #expect(throws: StoreError.refused(reason: reason)) { try await chores.list() }
        shelf.bodies.withLock { $0 = ["/chores/b": Data(#"{"id": "b", "title": "Sweep"}"#.utf8)] }
        #expect(try await chores.list().map(\.id) == ["b"])
    }

    /// The reads had one copy of the list, in which each saw the answer that came last.
    @Test func concurrentReadsSeeTheirOwnAnswers() async throws {
        let remote = ScriptedRemote(
            fetch: { Data(#"[{"id": "a", "title": "\#(Reading.number)"}]"#.utf8) },
            send: { _, _ in nil }
        )
        let route = RemoteRecords(
            remote,
            Chore.request,
            versions: RecordVersions<Chore>(path: { $0.id }, version: { _ in nil }),
            model: Chore.model
        )
        try await withThrowingTaskGroup(of: [String].self) { group in
            for number in 1...100 {
                group.addTask {
                    try await Reading.$number.withValue(number) {
                        let found = try await route.read { try $0.fetch(Chore.self, .all) }
                        return found.map(\.title) + ["\(number)"]
                    }
                }
            }
            for try await titles in group { #expect(Set(titles).count == 1) }
        }
    }

    private func errands(_ shelf: StrictShelf) -> some DataAccessObject<Errand> {
        let route = RemoteRecords(
            shelf,
            SourceRequest(Errand.self, path: "/errands", isWhole: true),
            versions: RecordVersions(path: { "/errands/\($0.id)" }, version: { $0.version }),
            model: StoreModel(name: "Errands", records: [Errand.self])
        )
        return RoutedDAO(route)
    }

    /// The version in the answer to a change was ignored, so the next change was outdated.
    @Test func aSavedRecordCanBeSavedAgain() async throws {
        let shelf = StrictShelf()
        shelf.entries.withLock { $0["/errands/a"] = StrictShelf.Entry(title: "A", number: 1) }
        let errands = errands(shelf)
        var errand = try #require(try await errands.retrieve(Errand.Identity("a")))
        for title in ["B", "C", "D"] {
            errand.title = title
            errand = try await errands.save(errand)
        }
        var new = try await errands.insert(Errand(id: "n", title: "N"))
        for title in ["O", "P"] {
            new.title = title
            new = try await errands.save(new)
        }
        let expected: [String: StrictShelf.Entry] = [
            "/errands/a": StrictShelf.Entry(title: "D", number: 4),
            "/errands/n": StrictShelf.Entry(title: "P", number: 3),
        ]
        #expect(shelf.entries.withLock { $0 } == expected)
        // A record that was deleted and inserted again has a new version.
        #expect(try await errands.delete(Errand.Identity("n")))
        new = try await errands.insert(Errand(id: "n", title: "Q"))
        new.title = "R"
        try await errands.save(new)
        #expect(shelf.entries.withLock { $0["/errands/n"]?.title } == "R")
    }

    @Test func aSavedRecordThatAnotherDeviceHasChangedIsAConflict() async throws {
        let shelf = StrictShelf()
        shelf.entries.withLock { $0["/errands/a"] = StrictShelf.Entry(title: "A", number: 1) }
        let errands = errands(shelf)
        let read = try #require(try await errands.retrieve(Errand.Identity("a")))
        let saved = try await errands.save(read)
        shelf.entries.withLock { $0["/errands/a"] = StrictShelf.Entry(title: "theirs", number: 3) }
        for errand in [read, saved] {
            await #expect(throws: RemoteError.conflict()) { try await errands.save(errand) }
        }
        #expect(shelf.entries.withLock { $0["/errands/a"]?.title } == "theirs")
        let current = try #require(try await errands.retrieve(Errand.Identity("a")))
        for _ in 0..<2 { try await errands.save(current) }
        // A server that derives versions from the data can have a version again.
        shelf.entries.withLock { $0["/errands/a"] = StrictShelf.Entry(title: "theirs", number: 3) }
        try await errands.save(current)
    }

    @Test func aRecordWithoutAVersionIsSavedWithoutOne() async throws {
        let sent = Mutex<[String?]>([])
        let remote = ScriptedRemote(
            fetch: { Data(#"[{"id": "a", "title": "A"}]"#.utf8) },
            send: { change, _ in
                sent.withLock { $0.append(change.version) }
                return "1"
            }
        )
        let route = RemoteRecords(
            remote,
            Chore.request,
            versions: RecordVersions<Chore>(path: { "/chores/\($0.id)" }, version: { _ in nil }),
            model: Chore.model
        )
        let chores = RoutedDAO(route)
        let chore = try #require(try await chores.retrieve(Chore.Identity("a")))
        for _ in 0..<2 { try await chores.save(chore) }
        #expect(sent.withLock { $0 } == [nil, nil])
    }

    /// The copy of the list does not contain the related record.
    @Test func anUpdateDoesNotClearARelationship() async throws {
        let shelf = Shelf()
        let path = "/volumes/a"
        shelf.bodies.withLock { $0[path] = Data(#"{"id": "a", "title": "T", "rack": "r"}"#.utf8) }
        let route = RemoteRecords(
            shelf,
            SourceRequest(Volume.self, path: "/volumes", isWhole: true),
            versions: RecordVersions<Volume>(path: { "/volumes/\($0.id)" }) { _ in nil },
            model: Volume.model
        )
        let volumes = RoutedDAO(route)
        #expect(try await volumes.list().map(\.rack) == [Rack.Identity("r")])
        try await volumes.update(Volume.Identity("a")) { volume in
            volume.title = "U"
            return .commit
        }
        let body = try #require(shelf.bodies.withLock { $0[path] })
        let sent = try JSONSerialization.jsonObject(with: body) as? [String: Any]
        #expect(sent?["rack"] as? String == "r")
        #expect(sent?["title"] as? String == "U")
    }

    private func document() throws -> StoreDocument {
        let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        return try StoreDocument(
            user: "ada",
            in: home,
            model: Chore.model,
            autosaveInterval: .seconds(3600)
        )
    }

    @Test func aListOfADocumentShowsEditsBeforeTheyAreSaved() async throws {
        let document = try document()
        let facade = DataSourceFacade(store: document.store, remote: Shelf())
        let source = DataSource(document, facade, Chore.request)
        var events = source.events(.cacheOnly).makeAsyncIterator()
        guard case .cached(let empty)? = await events.next() else { throw Unexpected() }
        #expect(empty.count == 0)
        await document.edit { try $0.save(Chore(id: "a", title: "Cook")) }
        guard case .changed(let batch)? = await events.next() else { throw Unexpected() }
        #expect(batch.inserts == [ListPlace(section: 0, element: 0)])
        #expect(try await document.store.context.count(Chore.self) == 0)
        await document.revert()
        guard case .changed(let reverted)? = await events.next() else { throw Unexpected() }
        #expect(reverted.snapshot.count == 0)
    }

    @Test func anEditAndItsChangeAreOneTransactionAndSoIsTheirReversal() async throws {
        let document = try document()
        let shelf = Shelf()
        let facade = DataSourceFacade(
            store: document.store,
            remote: shelf,
            retryInterval: .seconds(3600)
        )
        try await facade.prepare()
        let chore = Chore(id: "a", title: "Cook")
        await document.edit { connection in
            try facade.queue(on: connection) {
                try connection.save(chore)
                return chore.put
            }
        }
        #expect(try await document.fetch(Chore.self) == [chore])
        #expect(try await facade.pendingChanges().isEmpty)
        try await document.save()
        #expect(try await facade.pendingChanges().map(\.path) == ["/chores/a"])
        try await facade.sendPending()
        #expect(shelf.bodies.withLock { $0.count } == 1)

        let reversal: StoreDocument.Reversal = { connection, reverse in
            try facade.queue(on: connection) {
                try reverse()
                let isThere = try connection.retrieve(Chore.self, chore.identity) != nil
                return isThere ? chore.put : PendingChange(method: "DELETE", path: "/chores/a")
            }
        }
        #expect(try await document.undo(reversal))
        #expect(try await document.fetch(Chore.self).isEmpty)
        #expect(try await facade.pendingChanges().map(\.method) == ["DELETE"])
        try await facade.sendPending()
        #expect(shelf.bodies.withLock { $0.isEmpty })
        #expect(try await document.redo(reversal))
        #expect(try await document.fetch(Chore.self) == [chore])
        // Nil: nothing is for the server.
        await document.edit { connection in
            try facade.queue(on: connection) {
                try connection.save(Chore(id: "b", title: "Mine alone"))
                return nil
            }
        }
        try await document.save()
        #expect(try await facade.pendingChanges().map(\.method) == ["PUT"])
    }

    /// The refusal undoes what the edit did, although the edit was one of a document.
    @Test func aRefusedEditOfADocumentIsUndone() async throws {
        let document = try document()
        let facade = DataSourceFacade(store: document.store, remote: Refusing())
        try await facade.prepare()
        await document.edit { connection in
            try facade.queue(on: connection) {
                let chore = Chore(id: "a", title: "Cook")
                try connection.save(chore)
                return chore.put
            }
        }
        try await document.save()
        await #expect(throws: RemoteError.refused(422, reason: "no")) {
            try await facade.sendPending()
        }
        #expect(try await document.fetch(Chore.self).isEmpty)
        #expect(try await facade.refusedChanges().count == 1)
    }

    private struct Unexpected: Error {}
}

private struct Refusing: Remote {
    func fetch(_ path: String) async throws -> Data { Data("[]".utf8) }

    func send(_ change: PendingChange, overwriting: Bool) async throws -> String? {
        throw RemoteError.refused(422, reason: "no")
    }
}
