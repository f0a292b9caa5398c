import CacheStore
import DataAccess
import Foundation
import Testing

@Test func aStoreIsOpenedByTheNameOfItsModel() async throws {
    let store = try CacheStore(modelNamed: "Club", configuration: .inMemory)
    #expect(store.model.name == "Club")
    try await store.context.save(Team(name: "A"))
    #expect(try await store.context.count(Team.self) == 1)
    #expect(
        throws: StoreError.unknownModel(name: "Culb", module: "CacheStoreTests")
    ) {
        try CacheStore(modelNamed: "Culb", configuration: .inMemory)
    }
}

@Test func openingSaysWhetherAStoreWasThere() async throws {
    try await withFile { path in
        let first = try club(path)
        #expect(first.opening == .created)
        try first.close()
        #expect(try club(path).opening == .opened)
    }
}

@Test(arguments: [StoreConfiguration.Durability.full, .normal])
func durabilityIsWhatWasAskedFor(_ durability: StoreConfiguration.Durability) async throws {
    let level: Int64 = durability == .full ? 2 : 1
    try await withFile { path in
        let store = try club(path, durability: durability)
        let found = try await store.write { connection in
            try connection.firstRow("PRAGMA synchronous") { $0.int64(0) }
        }
        #expect(found == level)
    }
}

@Test(arguments: [Double.infinity, .greatestFiniteMagnitude, 1e7, .nan, -1])
func anyTimeOutIsAccepted(_ seconds: Double) async throws {
    try await withFile { path in
        for location in [StoreConfiguration.Location.memory, .file(path), .file(path)] {
            let store = try CacheStore(
                model: ClubModel.definition,
                configuration: StoreConfiguration(location: location, busyTimeout: seconds)
            )
            try await store.context.save(Team(name: "A"))
            try store.close()
        }
    }
}

@Test func aStoreBehindALinkIsReadWithItsLog() async throws {
    try await withFile { path in
        let store = try club(path)
        try await store.context.save(Team(name: "A"))
        let links = [path + ".link", path + ".other"]
        for (link, target) in zip(links, [path, URL(fileURLWithPath: links[0]).lastPathComponent]) {
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
        }
        for link in links {
            // What was saved is only in the log.
            let reader = try open(link) { $0.isReadOnly = true }
            #expect(reader.opening == .opened)
            #expect(reader.path == path)
            #expect(try await reader.context.count(Team.self) == 1)
            try reader.close()
        }
        try store.close()
    }
}

@Test func aStoreThatIsReadOnlyIsReadAndNeverWritten() async throws {
    try await withFile { path in
        let readOnly: (inout StoreConfiguration) -> Void = { $0.isReadOnly = true }
        let missing = try #require(throws: StoreError.self) { try open(path, readOnly) }
        #expect(
            missing
                == .cannotOpen(
                    path: path,
                    reason:
                        "no store exists at this path, and isReadOnly prevents the creation of a store"
                )
        )
        let store = try club(path)
        try await store.context.save(Team(id: 1, name: "A"))
        try store.close()
        let reader = try open(path, readOnly)
        #expect(try await reader.context.fetch(Team.self).map(\.name) == ["A"])
        await #expect(throws: StoreError.readOnly(path: path)) {
            try await reader.context.save(Team(id: 2, name: "B"))
        }
    }
}

@Test func changesAreAnnouncedAfterTheCommitToEveryone() async throws {
    let store = try memoryClub()
    var (first, second) = (store.changes.makeAsyncIterator(), store.changes.makeAsyncIterator())
    let person = try await store.context.save(Person(name: "Ada"))
    let (one, other) = (await first.next(), await second.next())
    #expect(one == StoreChange(number: 1, entities: ["Person"]))
    #expect(one == other)
    #expect(try await store.context.fetch(Person.self) == [person])

    // A transaction that changes nothing, and one that fails, are not announced.
    try await store.write { _ in }
    _ = try? await store.write { connection in
        try connection.save(Team(name: "lost"))
        throw CancellationError()
    }
    try await store.write { connection in
        let team = try connection.save(Team(name: "A"))
        var member = person
        member.team = team.identity
        try connection.save(member)
    }
    #expect(await first.next()?.entities == ["Team", "Person"])
    try await store.context.deleteAll(Team.self)
    let change = await first.next()
    #expect(change?.number == 3)
    #expect(change?.entities.isSuperset(of: ["Team", "Person"]) == true)
    try await store.context.delete(Person.self, Person.Identity(person.personID ?? ""))
    #expect(await first.next()?.entities.isSuperset(of: ["Person", "Note"]) == true)
}

@Test func aNotificationFollowsEachCommit() async throws {
    let store = try memoryClub()
    let (changes, continuation) = AsyncStream<StoreChange>.makeStream()
    let token = NotificationCenter.default.addObserver(
        forName: CacheStore.didChange,
        object: store,
        queue: nil
    ) { notification in
        if let change = notification.userInfo?[CacheStore.changeKey] as? StoreChange {
            continuation.yield(change)
        }
    }
    defer { NotificationCenter.default.removeObserver(token) }
    try await store.context.save(Team(name: "A"))
    var iterator = changes.makeAsyncIterator()
    #expect(await iterator.next()?.entities == ["Team"])
}

@Test func savingInBackgroundSaysWhetherAnythingChanged() async throws {
    let store = try memoryClub()
    let results = Box<[String]>([])
    let (done, continuation) = AsyncStream<Void>.makeStream()
    store.saveInBackground { connection in
        try connection.save(Team(id: 1, name: "A"))
    } completion: { saved, error in
        results.change { $0.append("\(saved) \(error == nil)") }
    }
    store.saveInBackground { _ in
    } completion: { saved, error in
        results.change { $0.append("\(saved) \(error == nil)") }
    }
    store.saveInBackground { connection in
        try connection.insert(Team(id: 1, name: "taken"))
    } completion: { saved, error in
        results.change { $0.append("\(saved) \(error is StoreError)") }
        continuation.finish()
    }
    for await _ in done {}
    #expect(results.value == ["true true", "false true", "false true"])
}

@Test func theBackgroundContextSeesWhatWasAskedForBefore() async throws {
    let store = try memoryClub()
    async let saved = store.saveInBackground { connection in
        for index in 0..<500 { try connection.save(Team(id: Int64(index), name: "t")) }
    }
    _ = try await saved
    #expect(try await store.backgroundContext.count(Team.self) == 500)
    await #expect(throws: (any Error).self) {
        try await store.backgroundContext.read { connection in
            _ = try connection.execute("DELETE FROM \"Team\"")
        }
    }
    #expect(try await store.context.count(Team.self) == 500)
}

/// The error said to check the permissions of the file.
@Test func aWriteInAReadSaysToUseWrite() async throws {
    try await withFile { path in
        let error = StoreError.refused(
            reason: "a closure that only reads cannot change the store: use 'write' instead"
        )
        for store in [try club(path), try memoryClub()] {
            await #expect(throws: error) {
                _ = try await store.read { try $0.save(Team(id: 1, name: "A")) }
            }
            #expect(try await store.context.count(Team.self) == 0)
        }
    }
}

/// SQLite says only "integer overflow".
@Test func aSumOfMoreThan64BitsIsNamedAsSuch() async throws {
    let store = try memoryClub()
    try await store.context.save(Team(id: .max, name: "A"))
    try await store.context.save(Team(id: 1, name: "B"))
    let error = try await #require(throws: StoreError.self) {
        try await store.read { try $0.firstRow("SELECT sum(id) FROM Team") { $0.int64(0) } }
    }
    #expect("\(error)".contains("a sum of integers does not fit in 64 bits"))
}

/// The closure got the error of GRDB, which an application cannot name.
@Test func aWriteCanHandleAViolatedConstraint() async throws {
    let store = try memoryClub()
    try await store.write { connection in
        try connection.save(Team(id: 1, name: "A"))
        let taken = StoreError.constraint(reason: "another Team has the same id")
        #expect(throws: taken) { try connection.insert(Team(id: 1, name: "B")) }
        try connection.save(Team(id: 2, name: "C"))
    }
    #expect(try await store.context.fetch(Team.self).map(\.name) == ["A", "C"])
}

@Test func contextsFetchCreateCountAndDelete() async throws {
    let main = try memoryClub().context
    let made = try await main.create(Person.self) { $0.name = "Zoë" }
    #expect(made.personID != nil)
    #expect(made.isActive)
    try await main.save(Person(name: "Ada", number: 7))
    let byName = DataQuery(orderBy: [.ascending("name")])
    #expect(try await main.fetch(Person.self, byName).map(\.name) == ["Ada", "Zoë"])
    #expect(try await main.fetchFirst(Person.self, byName)?.name == "Ada")
    let sevens = DataQuery(filter: .init("number == $n", ["n": 7]))
    #expect(try await main.count(Person.self, sevens) == 1)
    #expect(try await main.exists(Person.self, DataQuery(filter: "number == 8")) == false)
    #expect(try await main.deleteAll(Person.self, sevens) == 1)
    #expect(try await main.fetch(Person.self).map(\.name) == ["Zoë"])
    #expect(try await main.deleteAll(Person.self) == 1)
}
