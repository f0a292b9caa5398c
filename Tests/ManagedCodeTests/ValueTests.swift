import CoreData
import DataAccess
import Foundation
import ManagedStore
import Testing

private func archive(_ value: Any) throws -> Data {
    try NSKeyedArchiver.archivedData(withRootObject: value, requiringSecureCoding: false)
}

private func unarchive(_ data: Data?) throws -> [String]? {
    let classes: [AnyClass] = [NSArray.self, NSString.self]
    return try data.flatMap { try NSKeyedUnarchiver.unarchivedObject(ofClasses: classes, from: $0) }
        as? [String]
}

@Test func aValueOfEveryTypeComesBackAsItWas() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    var sheet = Sheet(key: UUID())
    sheet.answer = .min
    sheet.bytes = try archive(["not", "unarchived"])
    sheet.count = .max
    sheet.day = Date(timeIntervalSinceReferenceDate: -123_456_789.125)
    sheet.isOpen = false
    sheet.large = .min
    sheet.link = URL(string: "https://example.org/?q=%C3%A9")
    sheet.mark = 0.1
    sheet.price = Decimal(string: "12345678901234567890.123456789")
    sheet.ratio = -0.1
    sheet.tags = try archive(["a", "b"] as NSArray)
    sheet.text = "e\u{301} and é, \u{0}"
    let empty = Sheet(key: UUID())
    try await manager.sheets.save([sheet, empty])
    let found = try await manager.sheets.list()
    // A value that is archived again need not have the same bytes; Core Data derives `folded`.
    let stored = try #require(found.first { $0.key == sheet.key })
    #expect(try unarchive(stored.tags) == ["a", "b"])
    (sheet.tags, sheet.folded) = (stored.tags, "e and e, \u{0}")
    #expect(found.first { $0.key == sheet.key } == sheet)
    #expect(found.first { $0.key == empty.key }?.answer == 42)
    #expect(found.first { $0.key == empty.key }?.price == nil)
    // A second save changes every value back to an absent one.
    var cleared = empty
    cleared.key = sheet.key
    try await manager.sheets.save(cleared)
    let again = try #require(await manager.sheets.retrieve(sheet.key))
    #expect(again.text == nil && again.tags == nil && again.bytes == nil && again.isOpen == nil)
}

/// The result had the derived attributes from before the save.
@Test func aSaveReturnsTheRecordAsItWasGiven() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    var sheet = Sheet(key: UUID())
    (sheet.text, sheet.folded) = ("É", "first")
    #expect(try await manager.sheets.save(sheet) == sheet)
    sheet.folded = "second"
    #expect(try await manager.sheets.save(sheet) == sheet)
    #expect(try await manager.sheets.retrieve(sheet.key)?.folded == "e")
}

extension DataAccessObject where Model == Sheet {
    fileprivate func retrieve(_ key: UUID) async throws -> Sheet? {
        try await retrieve(Sheet.Identity(key))
    }
}

/// Data that a property has as a binary attribute stays data; a transformer's value is unarchived.
@Test func onlyTransformedValuesAreUnarchived() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let list = try archive(["a"] as NSArray)
    let keys = ["A", "B"].map { UUID(uuidString: "672E81B6-79D4-402D-AE2C-DADC3F44A60\($0)") }
    try await manager.sheets.save(Sheet(bytes: list, key: #require(keys[0]), tags: list))
    try await manager.sheets.save(Sheet(key: #require(keys[1]), tags: Data([1, 2, 3])))
    let kinds = try await manager.stack.read { context in
        let request = NSFetchRequest<NSManagedObject>(entityName: "Sheet")
        request.sortDescriptors = [NSSortDescriptor(key: "key", ascending: true)]
        return try context.fetch(request).map { object in
            let tags = object.value(forKey: "tags")
            return [object.value(forKey: "bytes") is Data, tags is NSArray || tags is [Any]]
        }
    }
    #expect(kinds == [[true, true], [false, false]])
    let tags = try await manager.sheets.list().map(\.tags)
    #expect(try unarchive(tags[0]) == ["a"])
    #expect(tags[1] == Data([1, 2, 3]))
}

@Test func recordsAreFoundByAnIdentityThatIsAUUID() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let first = try await manager.sheets.save(Sheet(key: UUID(), text: "1"))
    let second = try await manager.sheets.save(
        Sheet(key: UUID(), text: "2", next: Sheet.Identity(first.key))
    )
    #expect(try await manager.next(of: second)?.key == first.key)
    #expect(try await manager.previous(of: first)?.key == second.key)
    let identity = Sheet.Identity(first.key)
    #expect(try await manager.nexts(of: [first, second])[identity]?.text == "1")
    #expect(try await manager.sheets.delete(identity))
    #expect(try await manager.sheets.retrieve(second.key)?.next == nil)
}

@Test func recordsSavedTogetherTakeARelatedOneFromEachOther() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let last = try await manager.sheets.save(Sheet(key: UUID(), text: "last"))
    let identity = Sheet.Identity(last.key)
    let first = Sheet(key: UUID(), next: identity)
    let second = Sheet(key: UUID(), next: identity)
    try await manager.sheets.save([first, second])
    #expect(try await manager.previous(of: last)?.key == second.key)
    // The first takes it from the second, which takes it back.
    try await manager.sheets.save([first, second])
    #expect(try await manager.previous(of: last)?.key == second.key)
    #expect(try await manager.sheets.retrieve(first.key)?.next == nil)
}

/// The name of the manager's property.
@Test func anEntityCanBeCalledStack() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    let stack = try await manager.stacks.save(Stack(name: "s"))
    try await manager.items.save([Item(number: 2), Item(number: 1)])
    let order = [Int16(2), 1].map { Item.Identity($0) }
    try await manager.setSheets(order, of: stack)
    #expect(try await manager.sheets(of: stack).map(\.number) == [2, 1])
    await #expect(
        throws: StoreError.brokenRelationship(
            BrokenRelationship(
                entity: "Stack",
                relationship: "sheets",
                identity: stack.storedIdentity
            )
        )
    ) {
        try await manager.setSheets([Item.Identity(3)], of: stack)
    }
    #expect(try await manager.sheets(of: [stack]).values.first?.count == 2)
    await #expect(throws: StoreError.noRecord(entity: "Stack")) {
        try await manager.setSheets([], of: Stack())
    }
}

@Test func anApplicationReadsAndWritesInContextsOfItsOwn() async throws {
    let manager = try ValuesManager.inMemory(bundle: Models.bundle.get())
    try await manager.stack.write { context in
        let item = NSEntityDescription.insertNewObject(forEntityName: "Item", into: context)
        item.setValue(7, forKey: "number")
    }
    #expect(try await manager.items.list() == [Item(number: 7)])
    struct Refusal: Error {}
    await #expect(throws: Refusal.self) {
        try await manager.stack.write { context in
            for item in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) {
                context.delete(item)
            }
            throw Refusal()
        }
    }
    #expect(try await manager.items.count() == 1)
}
