import CoreData
import Foundation
import Testing

// What a person writes without generated code, as in the condition `core-data` of the shipped study.

private struct NoModel: Error {}

private func model() throws -> NSManagedObjectModel {
    let bundle = try Models.bundle.get()
    let found =
        bundle.url(forResource: "Library", withExtension: "momd")
        ?? bundle.url(forResource: "Library", withExtension: "mom")
    guard let found, let model = NSManagedObjectModel(contentsOf: found) else { throw NoModel() }
    return model
}

private func container(at file: URL) throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Library", managedObjectModel: try model())
    _ = try container.persistentStoreCoordinator.addPersistentStore(type: .sqlite, at: file)
    return container
}

private func books(_ context: NSManagedObjectContext) throws -> [String] {
    let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
    request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
    return try context.fetch(request).map { book in
        let title = book.value(forKey: "title") as? String ?? ""
        let author = book.value(forKeyPath: "author.name") as? String
        return author.map { "\(title) of \($0)" } ?? title
    }
}

@discardableResult
private func makeBook(
    _ isbn: String,
    _ title: String,
    _ author: NSManagedObject? = nil,
    in context: NSManagedObjectContext
) -> NSManagedObject {
    let book = NSEntityDescription.insertNewObject(forEntityName: "Book", into: context)
    book.setValue(isbn, forKey: "isbn")
    book.setValue(title, forKey: "title")
    book.setValue(author, forKey: "author")
    return book
}

private func makeAuthor(_ name: String, in context: NSManagedObjectContext) -> NSManagedObject {
    let author = NSEntityDescription.insertNewObject(forEntityName: "Author", into: context)
    author.setValue("u", forKey: "id")
    author.setValue(name, forKey: "name")
    return author
}

private func temporaryFile() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder.appendingPathComponent("library.sqlite")
}

@Test func aRequestHasAPredicateWithValuesAnOrderAndALimit() throws {
    let context = try container(at: URL(fileURLWithPath: "/dev/null")).newBackgroundContext()
    try context.performAndWait {
        for (isbn, title) in [("1", "it's"), ("2", "ÄB"), ("3", "äa"), ("4", "ab")] {
            makeBook(isbn, title, in: context)
        }
        try context.save()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
        request.predicate = NSPredicate(format: "title BEGINSWITH[c] %@", "ä")
        request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: false)]
        let found = try context.fetch(request).map { $0.value(forKey: "isbn") as? String }
        #expect(found == ["3", "2"])
        request.fetchLimit = 1
        #expect(try context.fetch(request).count == 1)
        request.predicate = NSPredicate(format: "%K == %@ AND author == nil", "title", "it's")
        #expect(try context.count(for: request) == 1)
        let book = try #require(try context.fetch(request).first)
        book.setValuesForKeys(["pages": 300, "isRead": true])
        try context.save()
        request.fetchLimit = 0
        for (format, count) in [("pages > %d", 1), ("pages > %ld", 1), ("pages <= %i", 3)] {
            request.predicate = NSPredicate(format: format + " AND title != %@", 200, "x")
            #expect(try context.count(for: request) == count, "\(format)")
        }
    }
}

@Test func onlyWhatIsSavedIsSeenElsewhere() async throws {
    let file = try temporaryFile()
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let container = try container(at: file)
    let context = container.newBackgroundContext()
    try await context.perform {
        let author = makeAuthor("Ursula", in: context)
        makeBook("1", "b", author, in: context)
        makeBook("2", "a", in: context)
        try context.save()
        for book in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Book")) {
            context.delete(book)
        }
        #expect(try books(context) == [])
    }
    #expect(try await container.performBackgroundTask { try books($0) } == ["a", "b of Ursula"])
    try await context.perform { try context.save() }
    #expect(try await container.performBackgroundTask { try books($0) } == [])
}

@Test func newObjectsTakeThePlaceOfStoredOnesWithTheirUniqueValues() async throws {
    let file = try temporaryFile()
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let container = try container(at: file)
    for (name, title) in [("Ursula", "a"), ("U. K.", "b")] {
        let context = container.newBackgroundContext()
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        try await context.perform {
            makeBook("1", title, makeAuthor(name, in: context), in: context)
            try context.save()
        }
    }
    #expect(try await container.performBackgroundTask { try books($0) } == ["b of U. K."])
    let context = container.newBackgroundContext()
    await #expect(throws: (any Error).self) {
        try await context.perform {
            makeBook("1", "c", in: context)
            try context.save()
        }
    }
}

@Test func aContainerOpensTheStoresThatAreDescribed() async throws {
    let file = try temporaryFile()
    defer { try? FileManager.default.removeItem(at: file.deletingLastPathComponent()) }
    let container = NSPersistentContainer(name: "Library", managedObjectModel: try model())
    container.persistentStoreDescriptions = [NSPersistentStoreDescription(url: file)]
    container.loadPersistentStores { _, error in #expect(error == nil) }
    let count = try await container.performBackgroundTask { context in
        let entity = NSEntityDescription.entity(forEntityName: "Book", in: context)
        let book = NSManagedObject(entity: try #require(entity), insertInto: context)
        book.setValue("1", forKey: "isbn")
        book.setValue("t", forKey: "title")
        try context.save()
        return try books(context).count
    }
    #expect(count == 1)
    #expect(FileManager.default.fileExists(atPath: file.path))
}

#if os(Linux)
    /// Under another name the file is read again, as in another process.
    @Test func theStandInReadsWhatItWrote() async throws {
        let file = try temporaryFile()
        let folder = file.deletingLastPathComponent()
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try container(at: file).newBackgroundContext()
        let book = try await first.perform {
            let book = makeBook("1", "e\u{301}", makeAuthor("Ursula", in: first), in: first)
            book.setValue(Int32.max, forKey: "pages")
            try first.save()
            return book.objectID
        }
        let copy = folder.appendingPathComponent("copy.sqlite")
        try FileManager.default.copyItem(at: file, to: copy)
        let second = try container(at: copy).newBackgroundContext()
        try await second.perform {
            #expect(try books(second) == ["e\u{301} of Ursula"])
            #expect(second.object(with: book).value(forKey: "pages") as? Int32 == .max)
            makeBook("2", "new", in: second)
            try second.save()
            #expect(try books(second).count == 2)
        }
        let other = folder.appendingPathComponent("other")
        try Data("SQLite format 3".utf8).write(to: other)
        #expect(throws: (any Error).self) { try container(at: other) }
    }
#endif
