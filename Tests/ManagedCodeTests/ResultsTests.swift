import CoreData
import DataAccess
import ManagedStore
import Testing

/// Lists that follow Core Data, as they follow the store of SQLite.
@Suite(.timeLimit(.minutes(15))) struct ResultsTests {
    private let byPages = DataQuery(orderBy: [.descending("pages"), .ascending("title")])

    private func began(
        _ events: inout AsyncStream<ResultsController<Book>.Event>.AsyncIterator
    ) async throws -> ListSnapshot<Book> {
        guard case .began(let shown)? = await events.next() else { throw StoreError.busy }
        return shown
    }

    private func changed(
        _ events: inout AsyncStream<ResultsController<Book>.Event>.AsyncIterator
    ) async throws -> ListBatch<Book> {
        guard case .changed(let batch)? = await events.next() else { throw StoreError.busy }
        return batch
    }

    @Test func aListWithSectionsFollowsTheStore() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        try await manager.books.save(Book(isbn: "1", pages: 5, title: "A"))
        let controller = manager.stack.resultsController(Book.self, byPages) {
            "\($0.pages ?? 0) pages"
        }
        var events = controller.events().makeAsyncIterator()
        var shown = try await began(&events)
        #expect(shown.sections.map(\.name) == ["5 pages"])

        try await manager.books.save([
            Book(isbn: "2", pages: 9, title: "B"), Book(isbn: "3", pages: 5, title: "C"),
        ])
        let first = try await changed(&events)
        #expect(first.insertedSections == [0])
        #expect(first.inserts.count == 2)
        shown = first.applied(to: shown)
        #expect(shown.sections.map { $0.elements.map(\.isbn) } == [["2"], ["1", "3"]])

        // Another entity, and a record saved as it was, show nothing.
        try await manager.authors.save(Author(id: "u", name: "Ursula"))
        try await manager.books.save(Book(isbn: "2", pages: 9, title: "B"))
        try await manager.books.save(Book(isbn: "1", pages: 9, title: "Z"))
        let second = try await changed(&events)
        #expect(second.moves.count == 1)
        #expect(second.updates == [.init(section: 0, element: 1)])
        shown = second.applied(to: shown)
        #expect(shown.sections.map { $0.elements.map(\.isbn) } == [["2", "1"], ["3"]])

        try await manager.books.delete(Book.Identity("3"))
        let third = try await changed(&events)
        #expect(third.deletedSections == [1])
        #expect(third.applied(to: shown).sections.count == 1)
    }

    /// A context of the application, which records know nothing of.
    @Test func savesOfOtherContextsOnTheStackAreSeen() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        var events = manager.stack.resultsController(Book.self).events().makeAsyncIterator()
        #expect(try await began(&events).count == 0)
        try await manager.stack.read { context in
            let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
            book.setValue("1", forKey: "isbn")
            book.setValue("t", forKey: "title")
            book.setValue(false, forKey: "isRead")
            try context.save()
        }
        #expect(try await changed(&events).inserts.count == 1)
    }

    @Test func anotherStoreOfTheSameModelIsNoChange() async throws {
        let (manager, other) = try (
            LibraryManager.inMemory(.coreData), LibraryManager.inMemory(.coreData)
        )
        var changes = manager.stack.changes.makeAsyncIterator()
        try await other.books.save(Book(isbn: "1", title: "t"))
        try await manager.authors.save(Author(id: "u", name: "Ursula"))
        #expect(await changes.next()?.entities == ["Author"])
    }

    /// A condition over a relationship is asked again when the other entity changes.
    @Test func aFilterOverARelationshipFollowsTheRelatedRecords() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        let author = try await manager.authors.save(Author(id: "u", name: "Ursula"))
        try await manager.books.save(Book(isbn: "1", title: "t", author: author.identity))
        let query = DataQuery(filter: "author.name BEGINSWITH 'K'")
        var events = manager.stack.resultsController(Book.self, query).events()
            .makeAsyncIterator()
        #expect(try await began(&events).count == 0)
        try await manager.authors.save(Author(id: "u", name: "Kroeber"))
        #expect(try await changed(&events).inserts == [.init(section: 0, element: 0)])
    }

    @Test func aQueryThatFailsIsAnEventAndLaterChangesStillCome() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        let query = DataQuery(filter: "titel == 'a'")
        var events = manager.stack.resultsController(Book.self, query).events()
            .makeAsyncIterator()
        guard case .failed(let error)? = await events.next() else {
            Issue.record("it did not fail")
            return
        }
        #expect("\(error)".hasPrefix("\"Book\" has no \"titel\""))
        try await manager.books.save(Book(isbn: "1", title: "t"))
        guard case .failed? = await events.next() else {
            Issue.record("no second try")
            return
        }
    }

    /// Core Data has the records of an unordered relationship as a set, which has no first element.
    @Test func anIndexNeedsAnOrderedRelationship() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        for filter: DataQuery.Filter in ["books[0].title == 'a'", "'a' == books[LAST].title"] {
            let error = await #expect(throws: StoreError.self) {
                try await manager.authors.list(DataQuery(filter: filter))
            }
            #expect("\(try #require(error))".contains("\"books\" is not ordered"))
        }
        #expect(try await manager.authors.list(DataQuery(filter: "books[SIZE] == 0")).isEmpty)
        // This relationship is ordered, and kept in a join table.
        let rules = try RulesManager.inMemory(.coreData)
        try await rules.tags.save([Tag(name: "red"), Tag(name: "blue")])
        let album = try await rules.albums.save(Album(shelf: "a", number: 1))
        let (red, blue) = (Tag.Identity("red"), Tag.Identity("blue"))
        try await rules.setTags([red, blue], of: album)
        let first = DataQuery(filter: "tags[FIRST].name == 'red' AND tags[1].name == 'blue'")
        #expect(try await rules.albums.count(first) == 1)
    }

    @Test func closingTheStackEndsItsChanges() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        var changes = manager.stack.changes.makeAsyncIterator()
        try manager.close()
        #expect(await changes.next() == nil)
        // A sequence that begins after the close ends, too.
        var later = manager.stack.changes.makeAsyncIterator()
        #expect(await later.next() == nil)
        var events = manager.stack.resultsController(Book.self).events().makeAsyncIterator()
        guard case .failed? = await events.next() else {
            Issue.record("it did not fail")
            return
        }
        #expect(await events.next() == nil)
    }

    /// Random work, and the list that follows it.
    @Test func aControllerAgreesWithTheStoreAfterRandomWork() async throws {
        let manager = try LibraryManager.inMemory(.coreData)
        let query = DataQuery(orderBy: [.ascending("pages"), .descending("title")], top: 15)
        let controller = manager.stack.resultsController(Book.self, query) { "\($0.pages ?? -1)" }
        var events = controller.events().makeAsyncIterator()
        var shown = try await began(&events)
        var seed: UInt32 = 11
        func random(_ count: UInt32) -> UInt32 {
            seed = seed &* 1_664_525 &+ 1_013_904_223
            return (seed >> 16) % count
        }
        for round in 0..<60 {
            var books = (0..<1 + random(4)).map { _ in
                Book(isbn: "\(random(25))", pages: Int32(random(4)), title: "t\(random(9))")
            }
            // Always visible: the round is part of it.
            books.append(Book(isbn: "round", pages: 0, title: "z round \(round)"))
            try await manager.books.save(books)
            let batch = try await changed(&events)
            #expect(batch.applied(to: shown) == batch.snapshot)
            shown = batch.snapshot
            #expect(try await controller.snapshot() == shown)
        }
    }
}
