import CoreData
import DataAccess
import Foundation
import ManagedStore
import Testing

@Test func recordsOutliveTheManagerInTheirFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("library.sqlite").path
    let manager = try LibraryManager(fileAt: path)
    #expect(manager.path == path)
    let loan = try await {
        try await manager.books.save(Book(isbn: "1", title: "t"))
        return try await manager.loans.save(Loan(book: Book.Identity("1")))
    }()
    try manager.close()
    await #expect(throws: StoreError.self) { try await manager.books.list() }
    await #expect(throws: StoreError.self) { try await manager.books.deleteAll() }
    let again = try LibraryManager(fileAt: path)
    #expect(try await again.loans.list() == [loan])
    #expect(try await again.loans.retrieve(try #require(loan.identity)) == loan)
    try again.close()
    try LibraryManager.removeFile(at: path)
    #expect(!FileManager.default.fileExists(atPath: path))
}

@Test func aModelThatTheBundleDoesNotHoldIsNamed() throws {
    let empty = try #require(Bundle(path: FileManager.default.temporaryDirectory.path))
    let error = try #require(
        #expect(throws: StoreError.self) { try LibraryManager.inMemory(bundle: empty) }
    )
    if case .unknownModel("Library", _) = error { return }
    Issue.record("\(error)")
}

/// Apple's Core Data raises an exception if a model that a stack uses is changed.
@Test func stacksOfOneModelLeaveItAsItIs() async throws {
    let bundle = try Models.bundle.get()
    let found =
        bundle.url(forResource: "Library", withExtension: "momd")
        ?? bundle.url(forResource: "Library", withExtension: "mom")
    let file = try #require(found)
    let compiled = try #require(NSManagedObjectModel(contentsOf: file))
    for entity in compiled.entities { entity.managedObjectClassName = "Own" }
    for _ in 0..<2 {
        let stack = try ManagedStack(fileAt: nil, model: LibraryModel.definition, compiled)
        let shelf = try await ManagedDAO<Shelf>(stack: stack).save(Shelf(id: 3, room: "r"))
        #expect(try await ManagedDAO<Shelf>(stack: stack).list() == [shelf])
    }
    #expect(Set(compiled.entities.map(\.managedObjectClassName)) == ["Own"])
}

@Test func whatMayNotBeIsRefusedAndChangesNothing() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.books.save(Book(isbn: "1", title: "t"))
    await #expect(throws: StoreError.self) {
        try await manager.books.insert(Book(isbn: "1", title: "other"))
    }
    await #expect(throws: StoreError.noRecord(entity: "Book")) {
        try await manager.books.update(Book(isbn: "2", title: "other"))
    }
    // The store gives the numbers.
    await #expect(throws: StoreError.noRecord(entity: "Loan")) {
        try await manager.loans.save(
            Loan(identity: Loan.Identity(77), book: Book.Identity("1"))
        )
    }
    #expect(try await manager.books.list().map(\.title) == ["t"])
    #expect(try await manager.loans.count() == 0)
}

@Test func queriesAreCheckedBeforeCoreDataSeesThem() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    for text in [
        "titel == 'a'", "author.nmae == 'a'", "title ==", "title == $missing", "loans.due < 5",
        "NOT loans.due BETWEEN {1, 2}", "pages CONTAINS '1'", "ANY loans.due LIKE 'a'",
        "title[0] == 'Z'", "ANY loans.due >= 10", "pages == 'a'", "title == pages",
        "ANY 'Zebra' CONTAINS 'a'", "ANY title == 'a'", "loans.@sum.pages > 3",
        "author.@count == 1", "SUBQUERY(loans, $l, $l.nothing == 1).@count > 0",
        "SUBQUERY(loans, $l, $l.due > 1).@count > 0", "loans.@count == 'a'", "pages BETWEEN {1}",
        "SUBQUERY(loans, $l, $l.book.loans[0].due == nil).@count > 0", "author == 'u'",
        "SELF IN {'1'}", "ANY loans == 1", "SUBQUERY(loans, $l, $l.book == '1').@count > 0",
        "title MATCHES '('",
    ] {
        await #expect(throws: StoreError.self, "\(text)") {
            try await manager.books.list(DataQuery(filter: .init(text)))
        }
    }
    for (text, value) in [("pages == $v", DataQuery.Argument.text("5")), ("title == $v", 5)] {
        await #expect(throws: StoreError.self, "\(text)") {
            try await manager.books.list(DataQuery(filter: .init(text, ["v": value])))
        }
    }
    await #expect(throws: StoreError.self) {
        try await manager.books.list(DataQuery(orderBy: [.ascending("author.nmae")]))
    }
    await #expect(throws: StoreError.self) {
        try await manager.books.list(DataQuery(orderBy: [.ascending("loans.due")]))
    }
    await #expect(throws: StoreError.self) {
        try await manager.books.count(DataQuery(filter: .init("title MATCHES $p", ["p": "("])))
    }
}

@Test func aQueryIsAskedOfTheStoreAndTheRestOfTheObjectsFound() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    let author = try await manager.authors.save(Author(id: "u", name: "Ursula"))
    try await manager.shelves.save(Shelf(id: 3, room: "hall \"B\" 50% \\"))
    try await manager.books.save([
        Book(isbn: "1", pages: 5, title: "it's", author: author.identity),
        Book(isbn: "2", pages: 7, title: "b", shelf: Shelf.Identity(3)),
        Book(isbn: "3", pages: nil, title: "b"),
    ])
    let loan = try await manager.loans.save(Loan(book: Book.Identity("2")))
    func found(_ text: String, _ values: [String: DataQuery.Argument] = [:]) async throws
        -> [String]
    {
        try await manager.books.list(DataQuery(filter: .init(text, values))).map(\.isbn)
    }
    #expect(try await found("author == $a", ["a": .init(Author.Identity("u"))]) == ["1"])
    #expect(try await found("author == nil") == ["2", "3"])
    #expect(try await found("ANY loans == $l", ["l": .init(try #require(loan.identity))]) == ["2"])
    let number = DataQuery.Argument.integer(try #require(loan.identity).value)
    #expect(try await found("ANY loans == $l", ["l": number]) == ["2"])
    #expect(try await found("author == $a", ["a": "u"]) == ["1"])
    #expect(try await found("SELF IN $s", ["s": .list([.init(Book.Identity("3"))])]) == ["3"])
    #expect(try await found("title == \"it's\"") == ["1"])
    #expect(try await found("shelf.room == 'hall \"B\" 50% \\\\'") == ["2"])
    #expect(try await found("pages BETWEEN {5, 6} OR pages == nil") == ["1", "3"])
    #expect(try await found("NOT title BEGINSWITH[c] 'B'") == ["1"])
    #expect(try await found("ALL loans.due == nil AND title == 'b' AND loans.@count > 0") == ["2"])
    #expect(try await found("pages + 1 > 7") == ["2"])
    #expect(try await found("title.length == 4 OR shelf.room.length > 2") == ["1", "2"])
    #expect(try await found("author.name.length == 6") == ["1"])
    #expect(try await found("title MATCHES ''") == [])
    #expect(try await found("title MATCHES $p OR isbn == '3'", ["p": ""]) == ["3"])
    let page = DataQuery(filter: "pages + 1 > 0 OR pages == nil", top: 1, skip: 1)
    #expect(try await manager.books.list(page).map(\.isbn) == ["2"])
    #expect(try await manager.books.count(page) == 1)
    #expect(try await manager.books.list(DataQuery(top: 0)) == [])
    let sorted = DataQuery(orderBy: [.descending("title"), .descending("isbn")], top: 2)
    #expect(try await manager.books.list(sorted).map(\.isbn) == ["1", "3"])
}

/// In memory no object equals an identifier.
@Test func recordsThatTheStoreNumbersAreFoundInMemoryToo() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.books.save([Book(isbn: "1", title: "t"), Book(isbn: "2", title: "long")])
    let loan = try await manager.loans.save(Loan(book: Book.Identity("1")))
    let given = ["l": DataQuery.Argument(try #require(loan.identity))]
    for text in ["ANY loans == $l OR length(title) > 9", "NONE loans != $l AND loans.@count > 0"] {
        let query = DataQuery(filter: .init(text, given))
        #expect(try await manager.books.list(query).map(\.isbn) == ["1"], "\(text)")
    }
    let gone = ["l": DataQuery.Argument(Loan.Identity(999))]
    #expect(try await manager.books.count(DataQuery(filter: .init("ANY loans == $l", gone))) == 0)
}

@Test func whatASaveHasChangedIsFoundByItsNumber() async throws {
    let rules = try RulesManager.inMemory(.coreData)
    let album = try await rules.albums.save(Album(shelf: "s", number: 1))
    // The first changes the album's frames.
    let photos = try await rules.photos.save([
        Photo(title: "a", reel: album.identity), Photo(title: "b", reel: album.identity),
    ])
    #expect(try await rules.frames(of: album) == photos)
}

@Test func whatHasTheUniqueValuesOfAnotherInOneSaveIsSavedOverIt() async throws {
    let rules = try RulesManager.inMemory(.coreData)
    let saved = try await rules.albums.save([
        Album(shelf: "s", number: 1), Album(shelf: "s", number: 1),
    ])
    #expect(Set(saved.map(\.identity)).count == 1)
    #expect(try await rules.albums.count() == 1)
}

@Test func formsGiveWhatTheyAskFor() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.shelves.save(Shelf(id: 3))
    try await manager.books.save([
        Book(isbn: "1", pages: 5, title: "a", shelf: Shelf.Identity(3)),
        Book(isbn: "2", isRead: true, pages: 8, title: "b", shelf: Shelf.Identity(3)),
        Book(isbn: "3", pages: nil, title: "c"),
    ])
    let day = Date(timeIntervalSinceReferenceDate: 100)
    let early = Loan(due: day.addingTimeInterval(-1), book: Book.Identity("1"))
    let loan = try await manager.loans.save(early)
    #expect(try await manager.firstUnread()?.isbn == "1")
    #expect(try await manager.numberOfUnread() == 2)
    #expect(try await manager.secondAndThirdTitle() == ["b"])
    #expect(try await manager.meanPages() == 6.5)
    #expect(try await manager.totalPages() == 13)
    #expect(try await manager.mostPages(pattern: "?") == 8)
    #expect(try await manager.mostPages(pattern: "??") == nil)
    let shelves = [Shelf.Identity(3)]
    #expect(try await manager.booksOnShelves(shelves: shelves, day: day).map(\.isbn) == ["2"])
    let lent = try await manager.bookLent(
        loan: try #require(loan.identity),
        book: Book.Identity("3")
    )
    #expect(lent.map(\.isbn) == ["1", "3"])
}

/// The sum ended the program; a store throws the same error.
@Test func aSumOfMoreThan64BitsIsNamedAsSuch() throws {
    #expect(try FormattedQuery.sum([Int64.max, 0]) == .max)
    #expect(try FormattedQuery.sum([Int16](repeating: .max, count: 3)) == 98_301)
    for values in [[Int64.max, 1], [.min, -1], [.max, 1, -1]] {
        let error = try #require(throws: StoreError.self) { try FormattedQuery.sum(values) }
        #expect("\(error)".contains("a sum of integers does not fit in 64 bits"))
    }
}

@Test func handlersRunInTransactions() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.books.save([Book(isbn: "1", title: "a"), Book(isbn: "2", title: "b")])
    let changed = try await manager.books.list { books in
        books[0].title = "A"
        books.append(Book(isbn: "3", title: "c"))
        return .commit
    }
    #expect(changed)
    #expect(try await manager.books.list().map(\.title) == ["A", "b", "c"])
    #expect(try await manager.books.list { _ in .commit } == false)
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
        try await manager.books.update(Book.Identity("1")) { book in
            book.title = "never"
            throw Refusal()
        }
    }
    try await manager.books.update(Book.Identity("2")) { book in
        book.title = "never"
        return .rollback
    }
    #expect(try await manager.books.list().map(\.title) == ["A", "b", "c"])
    #expect(try await manager.books.delete(DataQuery(filter: "title == 'b'")))
    #expect(try await manager.books.count() == 2)
}

/// The stand-in stops the program where an object is touched outside of its context's queue.
@Test func manyTasksReadAndWriteAtOnce() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await withThrowingTaskGroup(of: Void.self) { group in
        for index in 0..<40 {
            group.addTask {
                let author = try await manager.authors.save(Author(id: "\(index % 7)", name: "n"))
                try await manager.books.save(
                    Book(isbn: "\(index)", title: "t", author: author.identity)
                )
                _ = try await manager.books(of: author)
                _ = try await manager.authors(of: manager.books.list())
            }
        }
        try await group.waitForAll()
    }
    #expect(try await manager.books.count() == 40)
    #expect(try await manager.authors.count() == 7)
    #expect(try await manager.books(of: Author(id: "6", name: "n")).count == 5)
}

@Test func aCancelledTaskChangesNothing() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    let task = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await manager.books.save(Book(isbn: "1", title: "t"))
    }
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await manager.books.count() == 0)
}

/// The task itself is not accessible in the queue of the context.
@Test func aTaskThatIsCancelledInItsWriteChangesNothing() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    let (start, continuation) = AsyncStream<Task<Bool, any Error>>.makeStream()
    let task = Task {
        var iterator = start.makeAsyncIterator()
        let own = await iterator.next()
        return try await manager.books.insert { book in
            book.isbn = "1"
            own?.cancel()
            return .commit
        }
    }
    continuation.yield(task)
    await #expect(throws: CancellationError.self) { try await task.value }
    #expect(try await manager.books.count() == 0)
}

@Test @MainActor func viewsSeeWhatIsSaved() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.books.save(Book(isbn: "1", title: "t"))
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    let titles = try manager.stack.viewContext.fetch(request).map { object in
        object.value(forKey: "title") as? String
    }
    #expect(titles == ["t"])
    #expect(manager.stack.viewContext.automaticallyMergesChangesFromParent)
}

/// Core Data would merge the two, and delete one.
@Test func aSaveThatHitsTwoObjectsIsRefused() async throws {
    let manager = try RulesManager.inMemory(.coreData)
    let first = try await manager.albums.save(Album(shelf: "s", number: 1, title: "first"))
    let second = try await manager.albums.save(Album(shelf: "s", number: 2, title: "second"))
    var moved = first
    moved.number = 2
    let taken = StoreError.constraint(reason: "another Album has the same shelf and number")
    await #expect(throws: taken) { try await manager.albums.save(moved) }
    await #expect(throws: taken) {
        try await manager.albums.insert(Album(shelf: "s", number: 1))
    }
    #expect(try await manager.albums.list().count == 2)
    #expect(try await manager.albums.retrieve(shelf: "s", number: 2) == second)
    let again = try await manager.albums.save(Album(shelf: "s", number: 1, title: "again"))
    #expect(again.identity == first.identity)
}

@Test func aDeniedDeletionNamesTheEntityThatDeniesIt() async throws {
    let manager = try LibraryManager.inMemory(.coreData)
    try await manager.books.save(Book(isbn: "1", title: "t"))
    try await manager.loans.save(Loan(book: .init("1")))
    let denied = StoreError.brokenRelationship(
        BrokenRelationship(entity: "Loan", relationship: nil)
    )
    await #expect(throws: denied) { try await manager.books.delete(.init("1")) }
}
