import CacheStore

// What the page GeneratedCode shows, compiled. Each block of the page stands here, moved right.

func exampleOfUse(path: String) async throws {
    let manager = try LibraryManager(fileAt: path)

    let ursula = try await manager.authors.save(Author(name: "Ursula"))
    let book = Book(isbn: "978-0", title: "The Dispossessed", author: ursula.identity)
    try await manager.books.save(book)  // inserts, or replaces the one with its identity
    try await manager.books.save([book])  // all in one transaction

    let all = try await manager.books.list()  // [Book], by identity
    let one = try await manager.books.retrieve(Book.Identity("978-0"))  // Book?
    let number = try await manager.books.count()  // Int
    let byLength = Book.where { $0.pages > 100 }.sorted(by: \.pages, .descending)
    let longest = try await manager.books.first(byLength)  // Book?
    let third = try await manager.books.page(2, of: 20, byLength)  // [Book], the third twenty

    let author = try await manager.author(of: book)  // Author?
    let books = try await manager.books(of: ursula)  // Set<Book>

    let existed = try await manager.books.delete(Book.Identity("978-0"))  // Bool
    let removed = try await manager.books.deleteAll()  // Int

    _ = (all, one, number, longest, third, author, books, existed, removed)
}

func exampleOfManagers(path: String, configuration: StoreConfiguration) throws {
    let shared = try LibraryManager.shared
    let other = try LibraryManager(fileAt: path)
    let memory = try LibraryManager.inMemory()
    let store = try CacheStore(model: LibraryModel.definition, configuration: configuration)
    let own = LibraryManager(store: store)
    let withoutDatabase = LibraryManager(memory: MemoryStore(LibraryModel.definition))

    _ = (shared, other, memory, own, withoutDatabase)
}

func exampleOfQuery(manager: LibraryManager) async throws {
    let found = try await manager.booksStartingWith(text: "the")

    _ = found
}
