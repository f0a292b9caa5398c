import CacheStore
import DataAccess
import Foundation
import Testing

// What the page FiveMinutes shows, compiled and run. Each block of the page stands here, moved right.

private func show(_ snapshot: ListSnapshot<Person>) {}

private func pageExample(json: Data) async throws {
    let store = try CacheStore(modelNamed: "Club")
    let main = store.context

    let red = try await main.create(Team.self) { $0.name = "Red" }
    let ada = try await main.save(Person(name: "Ada", team: red.identity))
    let all = try await main.fetch(Person.self)
    let found = try await main.fetch(
        Person.self,
        DataQuery(
            filter: .init("name BEGINSWITH[c] $start", ["start": "a"]),
            orderBy: [.ascending("name")],
            top: 20
        )
    )
    #expect(all == [ada])
    #expect(found == [ada])

    let savedChanges = try await store.saveInBackground { connection in
        try connection.save(Person(name: "Grace"))
    }
    let report = try await store.backgroundContext.importEntities(Person.self, json: json)
    #expect(savedChanges)
    #expect(report.items == .init(inserted: 1))

    let people: any PersonDAO = StoreDAO<Person>(store: store)
    try await people.list { people in
        for index in people.indices { people[index].isActive = true }
        return .commit
    }
    #expect(try await people.list().count == 3)
}

private func pageExampleOfList(_ store: CacheStore) async throws {
    let main = store.context
    let list = main.resultsController(Person.self, DataQuery(orderBy: [.ascending("name")]))
    for await event in list.events() {
        switch event {
        case .began(let snapshot): show(snapshot)
        case .changed(let batch): show(batch.snapshot)
        case .failed(let error): print(error)
        }
    }
}

func people(inPreview: Bool, _ store: CacheStore) -> any PersonDAO {
    inPreview
        ? MemoryDAO<Person>(store: MemoryStore(ClubModel.definition))
        : StoreDAO<Person>(store: store)
}

func rename(_ person: Person, to name: String, in store: CacheStore) throws {
    var person = person
    person.name = name
    try store.writeAndWait { try $0.save(person) }
}

private func pageExampleOfVersions(_ store: CacheStore) {
    if case .migrated(let migration) = store.opening { print(migration) }
}

/// Synchronous, as the page's reader has it.
private func renameAda(_ store: CacheStore) throws -> [String] {
    let ada = Person(name: "Ada", personID: "a")
    try store.writeAndWait { try $0.save(ada) }
    try rename(ada, to: "Ada L.", in: store)
    return try store.readAndWait { try $0.fetch(Person.self).map(\.name) }
}

@Test func theExamplesOfThePageRun() async throws {
    try await withFile { path in
        DefaultStoreFile.use(path)
        try await pageExample(json: Data(#"[{"personID": "1", "fullName": "Joan"}]"#.utf8))
        #expect(FileManager.default.fileExists(atPath: path))
    }
    let store = try memoryClub()
    pageExampleOfVersions(store)
    #expect(try renameAda(store) == ["Ada L."])
    for inPreview in [true, false] {
        let people = people(inPreview: inPreview, try memoryClub())
        try await people.save(Person(name: "Grace", personID: "g"))
        #expect(try await people.list().map(\.name) == ["Grace"])
    }
}

@Test func everyExampleOnThePageStandsInThisFile() throws {
    let here = URL(fileURLWithPath: #filePath)
    let page = here.deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent()
        .appendingPathComponent("Sources/Kit/CacheStore/CacheStore.docc/FiveMinutes.md")
    let source = trimmedLines(try String(contentsOf: here, encoding: .utf8))
    let blocks = try String(contentsOf: page, encoding: .utf8)
        .components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == 8)
    for block in blocks {
        #expect(source.contains(trimmedLines(block)), "not compiled:\n\(block)")
    }
}

/// The text without indentation and empty lines.
private func trimmedLines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "\n")
}
