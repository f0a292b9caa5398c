import CacheStore
import DataAccess
import DataSource
import Foundation
import Synchronization
import Testing

private func withHome<T>(_ body: (URL) async throws -> T) async throws -> T {
    let home = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: home) }
    return try await body(home)
}

/// What happened, in order.
private final class Log: Sendable {
    private let kept = Mutex<[String]>([])

    var lines: [String] { kept.withLock { $0 } }

    func add(_ line: String) { kept.withLock { $0.append(line) } }
}

private struct Unfit: Error {}

private func add(_ id: Int64) -> StoreDocument.Edit {
    { connection in try connection.insert(Place(id: id, name: "p\(id)")) }
}

@Suite(.serialized) struct Documents {
    @Test func editsAreSavedTogetherWhenAsked() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            var changes = document.store.changes.makeAsyncIterator()
            await document.edit(add(1))
            await document.edit(add(2))
            #expect(try await document.store.context.count(Place.self) == 0)
            #expect(try await document.save())
            #expect(try await document.store.context.count(Place.self) == 2)
            #expect(await changes.next()?.number == 1)
            #expect(try await document.save() == false)
        }
    }

    /// A refresh has deleted a record that one edit updates and another refers to. A third edit
    /// inserts a record that exists.
    @Test func anEditThatDoesNotFitHoldsUpNoOther() async throws {
        try await withHome { home in
            let document = try StoreDocument(
                user: "ann",
                in: home,
                model: Folder.model,
                autosaveInterval: .seconds(3600)
            )
            func save(_ id: Int64, _ name: String, in parent: Int64? = nil) -> StoreDocument.Edit {
                let folder = Folder(id: id, name: name, parent: parent.map { Folder.Identity($0) })
                return { try $0.save(folder) }
            }
            func names() async throws -> [String] {
                try await document.fetch(Folder.self).map(\.name).sorted()
            }
            for id in 1...2 as ClosedRange<Int64> { await document.edit(save(id, "old \(id)")) }
            try await document.save()
            try await document.store.context.delete(Folder.self, Folder.Identity(1))

            await document.edit(save(3, "a"))
            await document.edit(key: "record") { try $0.update(Folder(id: 1, name: "b")) }
            await document.edit(key: "target", save(4, "c", in: 1))
            await document.edit(key: "taken") { try $0.insert(Folder(id: 2, name: "d")) }
            await document.edit(save(5, "e", in: 3))
            await #expect(throws: StoreError.noRecord(entity: "Folder")) {
                try await document.save()
            }
            #expect(try await names() == ["a", "e", "old 2"])
            #expect(await document.hasUnsavedEdits == false)
            let refused = await document.refusedEdits
            #expect(refused.map(\.key) == ["record", "target", "taken"])
            guard case .brokenRelationship(let broken)? = refused[1].reason as? StoreError,
                case .constraint? = refused[2].reason as? StoreError
            else { throw Unfit() }
            #expect(broken?.relationship == "parent")
            #expect(broken?.identity == .integer(4))

            await document.discard(refused[0])
            #expect(await document.refusedEdits.map(\.key) == ["target", "taken"])
            try await document.store.context.save(Folder(id: 1, name: "new"))
            await document.edit(key: "target", refused[1].edit)
            #expect(try await document.save())
            #expect(try await names() == ["a", "c", "e", "new", "old 2"])

            for left in [["a", "e", "new", "old 2"], ["a", "new", "old 2"], ["new", "old 2"]] {
                #expect(try await document.undo())
                #expect(try await names() == left)
            }
            await document.edit(save(6, "f", in: 9))
            await #expect(throws: StoreError.self) { try await document.redo() }
            #expect(try await document.redo())
            #expect(try await names() == ["a", "new", "old 2"])
            await document.revert()
            #expect(await document.refusedEdits.isEmpty)
        }
    }

    @Test func editsAreSavedAtTheInterval() async throws {
        try await withHome { home in
            let document = try StoreDocument(
                user: "ann",
                in: home,
                model: Place.model,
                autosaveInterval: .milliseconds(20)
            )
            var changes = document.store.changes.makeAsyncIterator()
            await document.edit(add(1))
            #expect(await changes.next()?.entities == ["Place"])
            #expect(await document.hasUnsavedEdits == false)
        }
    }

    /// The longest interval, for a program that saves by itself, ended the process at the first edit.
    @Test(arguments: [Duration.seconds(Int64.max), .seconds(-1)])
    func anyIntervalIsAccepted(_ interval: Duration) async throws {
        try await withHome { home in
            let document = try StoreDocument(
                user: "ann",
                in: home,
                model: Place.model,
                autosaveInterval: interval
            )
            await document.edit(add(1))
            try await Task.sleep(for: .milliseconds(50))
            try await document.save()
            #expect(try await document.store.context.count(Place.self) == 1)
        }
    }

    @Test func editsThatCouldNotBeSavedAreSavedAtTheNextInterval() async throws {
        try await withHome { home in
            let document = try StoreDocument(
                user: "ann",
                in: home,
                model: Place.model,
                autosaveInterval: .milliseconds(300)
            )
            let step = Shared()
            await document.edit { connection in
                if step.number == 0 { throw StoreError.diskFull }
                try connection.insert(Place(id: 1, name: "a"))
            }
            await #expect(throws: StoreError.diskFull) { try await document.save() }
            step.number = 1
            #expect(
                try await eventually { try await document.store.context.count(Place.self) == 1 }
            )
            #expect(await !document.hasUnsavedEdits)
        }
    }

    @Test func theErrorOfAnAutosaveIsForgottenWithItsEdits() async throws {
        try await withHome { home in
            let document = try StoreDocument(
                user: "ann",
                in: home,
                model: Place.model,
                autosaveInterval: .milliseconds(20)
            )
            await document.edit { _ in throw StoreError.refused(reason: "no") }
            while await document.lastError == nil { try await Task.sleep(for: .milliseconds(5)) }
            let refused = try #require(await document.refusedEdits.first)
            #expect(await document.hasUnsavedEdits == false)
            await document.discard(refused)
            #expect(await document.lastError == nil)
            #expect(try await document.save() == false)
        }
    }

    @Test func eachUserHasADocumentAndNoNameLeadsOutOfIt() async throws {
        try await withHome { home in
            for user in ["ann", "../ann", "a/n", "", "ünal"] {
                let document = try StoreDocument(user: user, in: home, model: Place.model)
                try document.attach(Data(user.utf8), named: "../../photo.jpg")
                await document.edit(add(1))
                try await document.close()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
            #expect(names.count == 5)
            let again = try StoreDocument(user: "a/n", in: home, model: Place.model)
            #expect(try again.attachment(named: "../../photo.jpg") == Data("a/n".utf8))
            #expect(try again.attachment(named: "none") == nil)
            #expect(try await again.store.context.count(Place.self) == 1)
            try again.removeAttachment(named: "../../photo.jpg")
            #expect(try again.attachment(named: "../../photo.jpg") == nil)
        }
    }

    /// Some file systems ignore the case of names.
    @Test func usersAndAttachmentsWhoseNamesDifferInCaseShareNothing() async throws {
        try await withHome { home in
            let users = ["ann", "Ann", "ANN", "%41nn", "Ünal", "ünal"]
            for user in users {
                let document = try StoreDocument(user: user, in: home, model: Place.model)
                try document.attach(Data("1".utf8), named: "photo.jpg")
                try document.attach(Data("2".utf8), named: "Photo.JPG")
                let attachments = document.folder.appendingPathComponent("Attachments").path
                let names = try FileManager.default.contentsOfDirectory(atPath: attachments)
                #expect(Set(names.map { $0.lowercased() }).count == 2)
                #expect(try document.attachment(named: "photo.jpg") == Data("1".utf8))
                try await document.close()
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: home.path)
            #expect(Set(names.map { $0.lowercased() }).count == users.count)
        }
    }

    /// Earlier versions kept the capital letters of a user and of an attachment.
    @Test func aDocumentOfAnEarlierVersionIsFound() async throws {
        try await withHome { home in
            let earlier = home.appendingPathComponent("=Ann")
            let attachments = earlier.appendingPathComponent("Attachments")
            try FileManager.default.createDirectory(
                at: attachments,
                withIntermediateDirectories: true
            )
            try Data("1".utf8).write(to: attachments.appendingPathComponent("=Photo"))
            let document = try StoreDocument(user: "Ann", in: home, model: Place.model)
            #expect(document.folder.lastPathComponent == "=Ann")
            #expect(try document.attachment(named: "Photo") == Data("1".utf8))
            try document.attach(Data("2".utf8), named: "Photo")
            let names = try FileManager.default.contentsOfDirectory(atPath: attachments.path)
            #expect(names == ["=Photo"])
            try await document.close()
        }
    }

    /// A file system limits a name to 255 bytes.
    @Test func aLongNameIsTheNameOfADocumentAndOfAnAttachment() async throws {
        try await withHome { home in
            let user = String(repeating: "ü", count: 50)
            for suffix in ["", "a", "b"] {
                let document = try StoreDocument(user: user + suffix, in: home, model: Place.model)
                let name = String(repeating: "写真", count: 100) + suffix
                try document.attach(Data(suffix.utf8), named: name)
                #expect(try document.attachment(named: name) == Data(suffix.utf8))
                #expect(try document.attachment(named: name + "x") == nil)
                try document.removeAttachment(named: name)
                #expect(try document.attachment(named: name) == nil)
                try await document.close()
            }
        }
    }
}

@Suite(.serialized) struct Commands {
    @Test func aCommandWaitsForThoseItDependsOn() async throws {
        let log = Log()
        let first = Command("first") {
            try await Task.sleep(for: .milliseconds(30))
            log.add("first")
        }
        let second = Command("second", after: [first]) { log.add("second") }
        second.start()
        first.start()
        try await second.value
        #expect(log.lines == ["first", "second"])
    }

    @Test func aCancelledCommandDoesNotRun() async throws {
        let log = Log()
        let command = Command("never") { log.add("ran") }
        command.cancel()
        await #expect(throws: CancellationError.self) { try await command.value }
        #expect(log.lines.isEmpty)
    }

    @Test func acquireThenStoreThenFetchGivesWhatTheRemoteHas() async throws {
        let server = try LoopbackServer { _, _ in .send(200, json("a", "b")) }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Place.model)
        let facade = DataSourceFacade(store: store, remote: HTTPRemote(base: server.url))
        let request = SourceRequest(Place.self, path: "/places")
        let acquire = facade.acquireCommand(request)
        let keep = facade.storeCommand(request, of: acquire)
        let fetch = facade.fetchCommand(request, after: [keep])
        acquire.start()
        keep.start()
        #expect(try await fetch.value.map(\.name) == ["a", "b"])
        #expect(try await keep.value.items.inserted == 2)
    }

    @Test func rowsAreMadeByTheStrategy() async throws {
        let store = try CacheStore(inMemory: Place.model)
        let server = try LoopbackServer { _, _ in .send(200, json("a", "b")) }
        defer { server.stop() }
        let facade = DataSourceFacade(store: store, remote: HTTPRemote(base: server.url))
        let source = DataSource(facade, SourceRequest(Place.self, path: "/places")) { $0.name }
        var rows: [[String]] = []
        for await event in RowSource(source, row: { "<\($0.name)>" }).events(.cacheAndNetwork) {
            if case .changed(let batch) = event { rows.append(batch.snapshot.elements) }
            if case .refreshed = event { break }
        }
        #expect(rows == [["<a>", "<b>"]])
    }

    /// The records of a section need not follow each other, as in a list without a document.
    @Test func aSectionOfADocumentHasAllItsRecords() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            for (id, name) in [(1, "a"), (2, "b"), (3, "a")] as [(Int64, String)] {
                await document.edit { try $0.save(Place(id: id, name: name)) }
            }
            let facade = DataSourceFacade(
                store: document.store,
                remote: HTTPRemote(base: home),
                sendsAtStart: false
            )
            let request = SourceRequest(Place.self, path: "/places")
            let source = DataSource(document, facade, request) { $0.name }
            for await event in source.events(.cacheOnly) {
                guard case .cached(let list) = event else { continue }
                #expect(list.sections.map(\.name) == ["a", "b"])
                #expect(list.elements.map(\.id) == [1, 3, 2])
                break
            }
        }
    }

    @Test func editsAreUndoneAndRedoneOneByOne() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            func names() async throws -> [String] {
                try await document.fetch(Place.self).map(\.name)
            }
            #expect(await document.canUndo == false)
            await document.edit(add(1))
            await document.edit { try $0.save(Place(id: 1, name: "renamed")) }
            await document.edit { try $0.delete(Place.self, Place.Identity(1)) }
            #expect(try await names() == [])
            var seen: [[String]] = []
            while try await document.undo() { seen.append(try await names()) }
            #expect(seen == [["renamed"], ["p1"], []])
            seen = []
            while try await document.redo() { seen.append(try await names()) }
            #expect(seen == [["p1"], ["renamed"], []])
            try await document.undo()
            await document.edit(add(2))
            try await document.save()
            #expect(await document.canRedo == false)
            #expect(try await names() == ["renamed", "p2"])
            try await document.undo()
            #expect(try await names() == ["renamed"])
        }
    }

    /// Edits that were saved together could all be undone.
    @Test func theLastTwoHundredEditsCanBeUndone() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            for id in 1...205 { await document.edit(add(Int64(id))) }
            try await document.save()
            for id in 206...208 {
                await document.edit(add(Int64(id)))
                try await document.save()
            }
            var undone = 0
            while try await document.undo() { undone += 1 }
            #expect(undone == 200)
            let left = try await document.fetch(Place.self).compactMap(\.id)
            #expect(left.sorted() == Array(1...8))
        }
    }

    /// Two windows, or an app and its extension, can show one document.
    @Test func aSecondDocumentOfTheFolderLeavesTheUndoHistory() async throws {
        try await withHome { home in
            let first = try StoreDocument(user: "ann", in: home, model: Note.model)
            await first.edit { try $0.save(Note(id: 1, text: "a")) }
            try await first.save()
            let second = try StoreDocument(user: "ann", in: home, model: Note.model)
            await second.edit { try $0.save(Note(id: 2, text: "b")) }
            try await second.save()
            #expect(try await first.undo())
            #expect(try await noteTexts(first.store) == ["2 b"])
            #expect(try await second.undo())
            #expect(try await noteTexts(first.store) == [])
            #expect(try await first.redo())
            #expect(try await noteTexts(second.store) == ["1 a"])
        }
    }

    /// The undo history is in a temporary table, whose pages have the same numbers as pages of the
    /// store's file.
    @Test func theUndoHistoryIsNoChangeOfAnotherEntity() async throws {
        try await withHome { home in
            let model = StoreModel(
                name: "NotesAndPlaces",
                statements: Note.model.statements + Place.model.statements,
                entities: [Note.entity, Place.entity]
            )
            let document = try StoreDocument(user: "ann", in: home, model: model)
            var changes = document.store.changes.makeAsyncIterator()
            for id in [1, 2] as [Int64] {
                await document.edit(add(id))
                try await document.save()
                #expect(await changes.next()?.entities == ["Place"])
            }
        }
    }

    @Test func theCreationOfARecordIsUndoneAfterAnAnswer() async throws {
        try await withHome { home in
            let answer = #"[{"id": 1, "content": {"text": "a"}, "version": "\"1\""}]"#
            let server = try LoopbackServer { _, _ in .send(200, answer) }
            defer { server.stop() }
            let document = try StoreDocument(user: "ann", in: home, model: Note.model)
            await document.edit { try $0.save(Note(id: 1, text: "a")) }
            try await document.save()
            try await noteFacade(document.store, server).refresh(Note.request)
            #expect(try await document.undo())
            #expect(try await noteTexts(document.store) == [])
            #expect(try await document.redo())
            #expect(try await noteTexts(document.store) == ["1 a"])
        }
    }

    /// Restoring one row changes others through triggers and foreign keys, and can need a unique
    /// value that another row still has.
    @Test(arguments: [
        [
            "INSERT INTO Shelf VALUES (9, 0)", "INSERT INTO Book VALUES (8, 8, 9, 1, NULL)",
            "INSERT INTO Book VALUES (9, 9, 9, 2, NULL)",
        ],
        ["DELETE FROM Shelf"],
        [
            "INSERT INTO Book VALUES (8, 8, NULL, NULL, NULL)",
            "INSERT INTO Book VALUES (9, 9, NULL, NULL, 8)",
            "UPDATE Book SET partner = 9 WHERE id = 8",
        ],
        ["DELETE FROM Book WHERE id = 3"],
        ["UPDATE Book SET shelf = NULL WHERE id = 1"],
        [
            "UPDATE Book SET number = 99 WHERE id = 1", "UPDATE Book SET number = 1 WHERE id = 2",
            "UPDATE Book SET number = 2 WHERE id = 1",
        ],
        [
            "UPDATE Book SET number = 5 WHERE id = 1", "INSERT INTO Shelf VALUES (9, 0)",
            "UPDATE Book SET shelf = 9 WHERE id = 1",
        ],
    ]) func anEditIsUndoneAndRedoneInAllItsRows(_ statements: [String]) async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: books)
            func rows() async throws -> [String] {
                try await document.store.read { connection in
                    let sql = """
                        SELECT json_array('shelf', id, books) FROM Shelf UNION ALL
                        SELECT json_array(id, number, shelf, position, partner) FROM Book
                        """
                    return try connection.rows(sql) { $0.string(0) ?? "" }
                }
            }
            try await document.store.write { connection in
                try connection.executeOnce("INSERT INTO Shelf VALUES (1, 0)")
                for row in ["1, 1, 1, 2, NULL", "2, 2, 1, 1, NULL", "3, 3, 1, 3, 1"] {
                    try connection.executeOnce("INSERT INTO Book VALUES (\(row))")
                }
                try connection.executeOnce("UPDATE Book SET partner = 3 WHERE id = 1")
            }
            let before = try await rows()
            await document.edit { connection in
                for statement in statements { try connection.executeOnce(statement) }
            }
            try await document.save()
            let after = try await rows()
            for _ in 1...2 {
                #expect(try await document.undo())
                #expect(try await rows() == before)
                #expect(try await document.redo())
                #expect(try await rows() == after)
            }
        }
    }

    /// Constraints and triggers of a model's own, which a placeholder would violate or meet.
    @Test(arguments: [
        "UPDATE Book SET isbn = 'xyz'", "UPDATE Count SET number = 2",
        "UPDATE Book SET shelf = 2", "DELETE FROM Shelf WHERE id = 1",
        "INSERT INTO Shelf VALUES (3)", "INSERT INTO Book VALUES (2, 'two', 2)",
    ]) func constraintsOfAModelDoNotPreventUndo(_ statement: String) async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: strictBooks)
            func rows(_ sql: String) async throws -> [String] {
                try await document.store.read { try $0.rows(sql) { $0.string(0) ?? "" } }
            }
            let all = """
                SELECT json_array('shelf', id) FROM Shelf UNION ALL
                SELECT json_array(id, isbn, shelf) FROM Book UNION ALL
                SELECT json_array('count', id, number) FROM Count
                """
            try await document.store.write { connection in
                for sql in [
                    "INSERT INTO Shelf VALUES (1), (2)", "INSERT INTO Book VALUES (1, 'abc', 1)",
                    "INSERT INTO Count VALUES (1, 1)",
                ] {
                    try connection.executeOnce(sql)
                }
            }
            let before = try await rows(all)
            await document.edit { try $0.executeOnce(statement) }
            try await document.save()
            let after = try await rows(all)
            #expect(after != before)
            for _ in 1...2 {
                #expect(try await document.undo())
                #expect(try await rows(all) == before)
                #expect(try await document.redo())
                #expect(try await rows(all) == after)
            }
            #expect(try await rows("SELECT shelf FROM Move WHERE typeof(shelf) = 'text'") == [])
        }
    }

    @Test func aRowWithAnInfiniteNumberIsRestored() async throws {
        try await withHome { home in
            let sizes = StoreModel(
                name: "Sizes",
                statements: ["CREATE TABLE Size (id INTEGER PRIMARY KEY, value REAL)"]
            )
            let document = try StoreDocument(user: "ann", in: home, model: sizes)
            try await document.store.write { connection in
                try connection.executeOnce("INSERT INTO Size VALUES (1, 9e999), (2, -9e999)")
            }
            await document.edit { try $0.executeOnce("DELETE FROM Size") }
            try await document.save()
            #expect(try await document.undo())
            let found = try await document.store.read { connection in
                try connection.rows("SELECT value FROM Size ORDER BY id") { $0.double(0) }
            }
            #expect(found == [Double.infinity, -Double.infinity])
        }
    }

    @Test func editsAreUndoneOneByOneWhenUndoIsCalledTwiceAtOnce() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            for id in 1...4 as ClosedRange<Int64> { await document.edit(add(id)) }
            try await document.save()
            func count() async throws -> Int { try await document.store.context.count(Place.self) }
            async let first = document.undo()
            async let second = document.undo()
            #expect(try await [first, second] == [true, true])
            #expect(try await count() == 2)
            async let undone = document.undo()
            async let redone = document.redo()
            #expect(try await [undone, redone] == [true, true])
            #expect(try await count() == 2)
            #expect(try await document.redo())
            #expect(try await document.redo())
            #expect(try await document.redo() == false)
            #expect(try await count() == 4)
        }
    }

    @Test func editsThatAreRevertedDuringASaveAreGoneIfTheSaveFails() async throws {
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Place.model)
            let step = Shared()
            await document.edit { _ in
                step.number = 1
                while step.number == 1 { Thread.sleep(forTimeInterval: 0.001) }
                throw StoreError.refused(reason: "no")
            }
            let save = Task { try await document.save() }
            while step.number == 0 { try await Task.sleep(for: .milliseconds(1)) }
            await document.revert()
            step.number = 2
            await #expect(throws: StoreError.self) { try await save.value }
            #expect(await document.hasUnsavedEdits == false)
            #expect(try await document.save() == false)
        }
    }

    @Test func anEditOfANewDocumentCanQueueAChange() async throws {
        let server = try LoopbackServer { _, _ in .drop }
        defer { server.stop() }
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Note.model)
            let facade = noteFacade(document.store, server)
            let note = Note(id: 1, text: "a")
            await document.edit { connection in
                try facade.queue(on: connection) {
                    try connection.save(note)
                    return note.put(key: "k")
                }
            }
            #expect(try await document.fetch(Note.self).count == 1)
            #expect(try await document.save())
            #expect(try await facade.pendingChanges().map(\.key) == ["k"])
        }
    }

    @Test func aQueuedChangeThatFailsInsideAnEditLeavesNoTrace() async throws {
        struct Unable: Error {}
        let server = try LoopbackServer { _, _ in .send(422, "no") }
        defer { server.stop() }
        try await withHome { home in
            let document = try StoreDocument(user: "ann", in: home, model: Note.model)
            let facade = noteFacade(document.store, server)
            await document.edit { connection in
                do {
                    try facade.queue(on: connection) {
                        try connection.save(Note(id: 3, text: "half"))
                        throw Unable()
                    }
                } catch {
                    try connection.save(Note(id: 1, text: "local"))
                }
            }
            #expect(try await document.save())
            #expect(try await noteTexts(document.store) == ["1 local"])
            let note = Note(id: 2, text: "b")
            try await facade.submit(note.put(key: "k"), saving(note))
            try await drained(facade)
            // Undoing the refused change does not undo the edit.
            #expect(try await noteTexts(document.store) == ["1 local"])
            try await document.undo()
            #expect(try await noteTexts(document.store) == [])
        }
    }

    /// The log can have rows without a change from before that was prevented.
    @Test func aChangeIsNotChargedWithRowsOfNoChange() async throws {
        let isBack = Mutex(false)
        let server = try LoopbackServer { _, _ in
            isBack.withLock { $0 } ? .send(422, "no") : .drop
        }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        let (local, note) = (Note(id: 1, text: "local"), Note(id: 2, text: "b"))
        try await facade.submit(local.put(key: "local"), saving(local))
        try await store.write { connection in
            try connection.executeOnce("UPDATE store_undo SET change = ''")
            try connection.executeOnce("DELETE FROM store_pending")
        }
        isBack.withLock { $0 = true }
        try await facade.submit(note.put(key: "k"), saving(note))
        try await drained(facade)
        #expect(try await noteTexts(store) == ["1 local"])
    }

    @Test func aChangeCannotBeQueuedInsideAnother() async throws {
        let server = try LoopbackServer { _, _ in .send(200, "") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: Note.model)
        let facade = noteFacade(store, server)
        let note = Note(id: 1, text: "a")
        await #expect {
            try await facade.submit(note.put(key: "outer")) { connection in
                try facade.queue(on: connection) { note.put(key: "inner") }
            }
        } throws: { error in
            guard case .refused(let reason)? = error as? StoreError else { return false }
            return reason.contains("a change cannot be queued inside")
        }
        #expect(try await facade.pendingChanges() == [])
    }

    /// SQLite reserves names that begin with `sqlite_`, not those that begin with `sqlite`.
    @Test func aRefusedChangeIsUndoneWhateverTheTableIsCalled() async throws {
        let server = try LoopbackServer { _, _ in .send(422, "no") }
        defer { server.stop() }
        let files = StoreModel(
            name: "Files",
            statements: ["CREATE TABLE SQLiteFile (id INTEGER PRIMARY KEY, name TEXT)"]
        )
        let store = try CacheStore(inMemory: files)
        let facade = noteFacade(store, server)
        try await facade.submit(PendingChange(method: "PUT", path: "/files/1")) { connection in
            try connection.executeOnce("INSERT INTO SQLiteFile VALUES (1, 'a')")
        }
        try await drained(facade)
        let left = try await store.read { connection in
            try connection.rows("SELECT count(*) FROM SQLiteFile") { $0.int64(0) }
        }
        #expect(left == [0])
    }

    @Test func aRefusedChangeIsUndoneInAllItsRows() async throws {
        let server = try LoopbackServer { _, _ in .send(422, "no") }
        defer { server.stop() }
        let store = try CacheStore(inMemory: books)
        let facade = noteFacade(store, server)
        let change = PendingChange(method: "PUT", path: "/shelves/1")
        try await facade.submit(change) { connection in
            try connection.executeOnce("INSERT INTO Shelf VALUES (1, 0)")
            try connection.executeOnce("INSERT INTO Book VALUES (1, 1, 1, NULL, NULL)")
        }
        try await drained(facade)
        let left = try await store.read { connection in
            let sql = "SELECT (SELECT count(*) FROM Shelf) + (SELECT count(*) FROM Book)"
            return try connection.rows(sql) { $0.int64(0) }
        }
        #expect(left == [0])
    }
}

/// Ordered books with unique numbers on shelves that count them; two books can be partners.
private let books = StoreModel(
    name: "Books",
    statements: [
        "CREATE TABLE Shelf (id INTEGER PRIMARY KEY, books INTEGER)",
        """
        CREATE TABLE Book (
            id INTEGER PRIMARY KEY, number INTEGER NOT NULL,
            shelf INTEGER REFERENCES Shelf (id) ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
            position INTEGER,
            partner INTEGER REFERENCES Book (id)
                ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
        )
        """,
        "CREATE UNIQUE INDEX numbers ON Book (number)",
        "CREATE TRIGGER added AFTER INSERT ON Book BEGIN \(count("NEW")) END",
        "CREATE TRIGGER removed AFTER DELETE ON Book BEGIN \(count("OLD")) END",
        """
        CREATE TRIGGER moved AFTER UPDATE OF shelf ON Book WHEN OLD.shelf IS NOT NEW.shelf BEGIN
            UPDATE Book SET position = NULL WHERE id = NEW.id; \(count("OLD")) \(count("NEW"))
        END
        """,
    ]
)

private let strictBooks = StoreModel(
    name: "StrictBooks",
    statements: [
        "CREATE TABLE Shelf (id INTEGER PRIMARY KEY)",
        """
        CREATE TABLE Book (
            id INTEGER PRIMARY KEY, isbn TEXT NOT NULL UNIQUE CHECK (length(isbn) = 3),
            shelf INTEGER REFERENCES Shelf (id) ON DELETE SET NULL
        )
        """,
        "CREATE TABLE Count (id INTEGER PRIMARY KEY, number INTEGER NOT NULL UNIQUE) STRICT",
        "CREATE TABLE Move (id INTEGER PRIMARY KEY AUTOINCREMENT, shelf INTEGER)",
        """
        CREATE TRIGGER move AFTER UPDATE OF shelf ON Book BEGIN
            INSERT INTO Move (shelf) VALUES (NEW.shelf);
        END
        """,
    ]
)

/// Returns SQL that counts the books on the shelf of a row.
private func count(_ row: String) -> String {
    """
    UPDATE Shelf SET books = (SELECT count(*) FROM Book WHERE shelf = \(row).shelf)
    WHERE id = \(row).shelf;
    """
}
