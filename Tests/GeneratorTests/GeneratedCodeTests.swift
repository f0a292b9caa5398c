import DataAccess
import Foundation
import Testing

@Test(arguments: Backing.allCases)
func whatIsSavedCanBeListedRetrievedCountedAndDeleted(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    try await manager.authors.save([Author(id: "b", name: "B"), Author(id: "a", name: "A")])
    #expect(try await manager.authors.list().map(\.name) == ["A", "B"])
    #expect(try await manager.authors.retrieve(Author.Identity("b"))?.name == "B")
    #expect(try await manager.authors.retrieve(Author.Identity("c")) == nil)
    #expect(try await manager.authors.count() == 2)
    #expect(try await manager.authors.delete(Author.Identity("a")))
    #expect(try await manager.authors.delete(Author.Identity("a")) == false)
    #expect(try await manager.authors.deleteAll() == 1)
    #expect(try await manager.authors.list().isEmpty)
}

@Test(arguments: Backing.allCases)
func everyValueComesBackAsItWas(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let born = Date(timeIntervalSinceReferenceDate: -123_456_789.125)
    let author = try await manager.authors.save(Author(born: born, id: "u", name: "Ursula"))
    #expect(try await manager.authors.list() == [author])
    let shelf = try await manager.shelves.save(Shelf(room: nil))
    let book = Book(
        class: "SF",
        isbn: "1",
        isRead: true,
        pages: .max,
        rating: -0.1,
        title: "it's",
        author: author.identity,
        shelf: shelf.identity
    )
    try await manager.books.save(book)
    #expect(try await manager.books.list() == [book])
}

@Test(arguments: Backing.allCases)
func savingAgainReplaces(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    var book = Book(isbn: "1", title: "old")
    try await manager.books.save(book)
    book.title = "new"
    book.pages = nil
    try await manager.books.save(book)
    #expect(try await manager.books.list() == [book])
}

@Test(arguments: Backing.allCases)
func aRecordWithoutIdentityIsGivenANewOne(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let author = try await manager.authors.save(Author(name: "A"))
    let other = try await manager.authors.save(Author(name: "A"))
    #expect(author.id != nil)
    #expect(author.id != other.id)
    let shelf = try await manager.shelves.save(Shelf())
    #expect(shelf.id == 1)
    #expect(shelf.room == "hall \"A\"")
    try await manager.shelves.save(Shelf(id: .max))
    let random = try #require(try await manager.shelves.save(Shelf()).id)
    #expect(random > 0 && random < .max)
    try await manager.books.save(Book(isbn: "1", title: "t"))
    let loan = try await manager.loans.save(Loan(book: Book.Identity("1")))
    #expect(loan.identity == Loan.Identity(1))
    #expect(try await manager.loans.list() == [loan])
}

@Test(arguments: Backing.allCases)
func recordsAreGivenFirstOrInPages(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    #expect(try await manager.books.first() == nil)
    for pages in 1...7 {
        try await manager.books.save(Book(isbn: "\(pages)", pages: Int32(pages), title: ""))
    }
    let byLength = DataQuery(filter: "pages > 1", orderBy: [.descending("pages")])
    func page(_ number: Int, of size: Int, _ query: DataQuery) async throws -> [String] {
        try await manager.books.page(number, of: size, query).map(\.isbn)
    }
    #expect(try await manager.books.first()?.isbn == "1")
    #expect(try await manager.books.first(byLength)?.isbn == "7")
    #expect(try await page(0, of: 4, byLength) == ["7", "6", "5", "4"])
    #expect(try await page(1, of: 4, byLength) == ["3", "2"])
    #expect(try await page(2, of: 4, byLength) == [])
    #expect(try await page(-1, of: 4, byLength) == [])
    #expect(try await page(.max, of: .max, byLength) == [])
    #expect(try await page(0, of: 0, byLength) == [])
    // The query's own limits hold.
    let middle = DataQuery(orderBy: [.ascending("pages")], top: 5, skip: 1)
    #expect(try await page(0, of: 3, middle) == ["2", "3", "4"])
    #expect(try await page(1, of: 3, middle) == ["5", "6"])
    #expect(try await page(2, of: 3, middle) == [])
    #expect(try await manager.books.first(middle)?.isbn == "2")
}

/// Sorting by a relationship sorts by the identity of its record.
@Test(arguments: Backing.allCases)
func aRelationshipSortsByTheIdentityOfItsRecord(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    try await manager.authors.save([Author(id: "b", name: "A"), Author(id: "a", name: "B")])
    try await manager.books.save([
        Book(isbn: "1", title: "t", author: Author.Identity("b")),
        Book(isbn: "2", title: "t", author: Author.Identity("a")), Book(isbn: "3", title: "t"),
    ])
    func sorted(_ key: DataQuery.SortKey) async throws -> [String] {
        try await manager.books.list(DataQuery(orderBy: [key])).map(\.isbn)
    }
    #expect(try await sorted(.ascending("author")) == ["3", "2", "1"])
    #expect(try await sorted(.descending("author")) == ["1", "2", "3"])
}

@Test(arguments: Backing.allCases)
func relationshipsAreFollowedBothWays(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let author = try await manager.authors.save(Author(id: "u", name: "Ursula"))
    let book = Book(isbn: "1", title: "t", author: author.identity)
    try await manager.books.save([book, Book(isbn: "2", title: "t")])
    #expect(try await manager.author(of: book) == author)
    #expect(try await manager.books(of: author) == [book])
    #expect(try await manager.shelf(of: book) == nil)
}

@Test(arguments: Backing.allCases)
func deletionRulesAreHonoured(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let author = try await manager.authors.save(Author(id: "u", name: "Ursula"))
    let shelf = try await manager.shelves.save(Shelf(id: 7))
    let book = Book(isbn: "1", title: "t", author: author.identity, shelf: shelf.identity)
    try await manager.books.save(book)
    let loan = try await manager.loans.save(Loan(book: Book.Identity("1")))

    try await manager.shelves.delete(Shelf.Identity(7))
    #expect(try await manager.books.retrieve(Book.Identity("1"))?.shelf == nil)

    await expectBroken {
        try await manager.books.delete(Book.Identity("1"))
    }
    #expect(try await manager.books.count() == 1)

    try await manager.loans.delete(try #require(loan.identity))
    try await manager.authors.delete(Author.Identity("u"))
    #expect(try await manager.books.count() == 0)
}

@Test(arguments: Backing.allCases)
func aRelatedRecordMustBeThereWhenTheTransactionEnds(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    await #expect(throws: broken("Book", "author", .text("2"))) {
        try await manager.books.save([
            Book(isbn: "1", title: "t"),
            Book(isbn: "2", title: "t", author: Author.Identity("nobody")),
        ])
    }
    #expect(try await manager.books.count() == 0)
}

@Test(arguments: Backing.allCases)
func queriesFindWhatTheirSentenceSays(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    try await manager.authors.save(Author(id: "u", name: "Ursula"))
    try await manager.books.save([
        Book(class: "a", isbn: "1", pages: 10, title: "straße"),
        Book(isbn: "2", pages: 10, title: "Strand"),
        Book(class: "a", isbn: "3", isRead: true, pages: 10, title: "über"),
        Book(class: "a", isbn: "4", pages: 900, title: "A", author: Author.Identity("u")),
        Book(class: "a", isbn: "5", pages: 900, title: "B"),
    ])
    #expect(try await manager.booksStartingWith(text: "STRA").map(\.isbn) == ["2", "1"])
    #expect(try await manager.booksStartingWith(text: "STRASSE").map(\.isbn) == ["1"])
    #expect(try await manager.booksStartingWith(text: "Ü").map(\.isbn) == ["3"])
    #expect(try await manager.booksStartingWith(text: "").count == 0)
    #expect(try await manager.unreadBooks(most: 100).map(\.isbn) == ["1", "4"])
    #expect(try await manager.booksOf(author: Author.Identity("u")).map(\.isbn) == ["4"])
}

@Test(arguments: Backing.allCases)
func listsPatternsAndTheTimeReachTheStore(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    try await manager.authors.save([
        Author(born: Date(timeIntervalSinceNow: -9), id: "past", name: "P"),
        Author(born: Date(timeIntervalSinceNow: 999), id: "future", name: "F"),
    ])
    try await manager.books.save([
        Book(isbn: "a\"1\\", title: "by isbn"),
        Book(isbn: "2", title: "by author", author: Author.Identity("past")),
        Book(isbn: "3", title: "not born yet", author: Author.Identity("future")),
        Book(isbn: "4", pages: 7, title: "by pages"),
        Book(isbn: "5", pages: 7, title: "XXX"),
        Book(isbn: "6", title: "of none"),
    ])
    let found = try await manager.booksAmong(
        isbns: ["A\"1\\"],
        authors: [Author.Identity("past"), Author.Identity("future")],
        pages: [7],
        pattern: "x+"
    )
    #expect(found.map(\.title) == ["by author", "by isbn", "by pages"])
    await #expect(throws: (any Error).self) {
        try await manager.booksAmong(isbns: ["4"], authors: [], pages: [], pattern: "(")
    }
}

/// Each `now()` was a value of its own. Core Data raises an exception for arithmetic with dates, and
/// for an empty pattern.
@Test(arguments: Backing.allCases)
func theTimeIsTheSameInAllPartsOfAQuery(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let time = Date(timeIntervalSinceReferenceDate: 600)
    try await manager.authors.save([
        Author(born: time, id: "now", name: "7"),
        Author(born: time.addingTimeInterval(1), id: "late", name: "7"),
    ])
    func found(_ text: String, _ values: [String: DataQuery.Argument] = [:]) async throws
        -> [String?]
    {
        let query = DataQuery(filter: .init(text, values, now: time))
        let authors = try await manager.authors.list(query)
        #expect(try await manager.authors.count(query) == authors.count)
        return authors.map(\.id)
    }
    // SQL evaluates the first part; the second part is evaluated in memory.
    let later = "(FUNCTION(name, 'integerValue') == 8 OR NOT born < now())"
    #expect(try await found("born <= now() AND \(later)") == ["now"])
    #expect(try await found("born - 60 < now() AND now() - born >= 0") == ["now"])
    #expect(try await found("born - 1 == $time", ["time": .date(time)]) == ["late"])
    #expect(try await found("name MATCHES '' OR id MATCHES $p", ["p": ""]) == [])
    #expect(try await found("NOT name MATCHES $p", ["p": ""]) == ["late", "now"])
}

@Test(arguments: Backing.allCases)
func whatSQLCannotSayIsEvaluatedOnTheRecordsFound(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    try await manager.authors.save(Author(id: "u", name: "Ursula"))
    try await manager.books.save([
        Book(isbn: "10", pages: 1, title: "by author", author: Author.Identity("u")),
        Book(isbn: "11", pages: 1, title: "abc"),
        Book(isbn: "12", pages: 1, title: "7 lent"),
        Book(isbn: "13", pages: 1, title: "8 kept"),
        Book(isbn: "9", pages: 1, title: "few", author: Author.Identity("u")),
        Book(isbn: "14", pages: 0, title: "xyz", author: Author.Identity("u")),
        Book(isbn: "15", pages: 1, title: "of none"),
    ])
    let day = Date(timeIntervalSinceReferenceDate: 100)
    try await manager.loans.save([
        Loan(due: day.addingTimeInterval(-1), book: Book.Identity("12")),
        Loan(due: day.addingTimeInterval(1), book: Book.Identity("13")),
    ])
    let found = try await manager.booksNumbered(
        least: 9,
        found: "Ursula",
        lengths: [3],
        day: day
    )
    #expect(found.map(\.isbn) == ["12", "11", "10"])
}

@Test func theSharedManagerKeepsItsRecordsInTheChosenFile() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    defer { try? FileManager.default.removeItem(at: folder) }
    let path = folder.appendingPathComponent("shared.sqlite").path
    DefaultStoreFile.use(path)
    #expect(try LibraryManager.shared.path == path)
    try await LibraryManager.shared.authors.save(Author(id: "a", name: "A"))
    #expect(try await LibraryManager(fileAt: path).authors.count() == 1)
}

@Test(arguments: Backing.allCases)
func typedQueriesFindTheSameEverywhere(_ backing: Backing) async throws {
    let manager = try LibraryManager.inMemory(backing)
    let ursula = try await manager.authors.save(Author(id: "u", name: "Ursula"))
    try await manager.books.save([
        Book(isbn: "1", pages: 300, rating: 4.5, title: "a", author: ursula.identity),
        Book(isbn: "2", isRead: true, pages: nil, title: "Äon"),
        Book(isbn: "3", pages: 90, title: "B"),
    ])
    func found(_ query: RecordQuery<Book>) async throws -> [String] {
        try await manager.books.list(query).map(\.isbn)
    }
    let byPages = Book.sorted(by: \.pages, .descending)
    #expect(try await found(byPages) == ["1", "3", "2"])
    #expect(try await found(byPages.limit(1, offset: 1)) == ["3"])
    #expect(try await found(.where { $0.title.beginsWith("A", .ignoringCase) }) == ["1"])
    let folded = Book.where {
        $0.title.beginsWith("a", [.ignoringCase, .ignoringDiacritics]) && $0.isRead == true
    }
    #expect(try await found(folded) == ["2"])
    #expect(try await found(.where { $0.pages == nil || $0.pages < 100 }) == ["2", "3"])
    #expect(try await found(.where { $0.pages.isIn(90...300) }) == ["1", "3"])
    #expect(try await found(.where { $0.isbn.isIn(["3", "1"]) && $0.rating > 4 }) == ["1"])
    #expect(try await found(.where { $0.author == ursula.identity }) == ["1"])
    #expect(try await found(.where { $0.author.name.endsWith("la") }) == ["1"])
    #expect(try await found(.where { $0.author == nil }) == ["2", "3"])
    #expect(try await manager.books.count(.where { $0.isRead == false }) == 2)
    #expect(try await manager.books.first(byPages)?.isbn == "1")
    let loan = try await manager.loans.save(Loan(book: Book.Identity("1")))
    let loans = Loan.where { $0.identity == loan.identity && $0.book.author.name == "Ursula" }
    #expect(try await manager.loans.list(loans) == [loan])
    #expect(try await manager.books.delete(.where { $0.pages == 90 }))
    #expect(try await manager.books.count() == 2)
}
