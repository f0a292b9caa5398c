import CacheStore
import DataAccess
import Foundation
import Testing

// The blocks of the pages FiveMinutes, TypedQueries, Importing and Migrations, compiled and run.

private func show(_ snapshot: ListSnapshot<Person>) {}

private func pageExample(json: Data) async throws {
    let store = try CacheStore(modelNamed: "Club")
    let main = store.context

    let red = try await main.create(Team.self) { $0.name = "Red" }
    let ada = try await main.save(Person(name: "Ada", team: red.identity))
    let all = try await main.fetch(Person.self)
    let found = try await main.fetch(
        Person.where { $0.name.beginsWith("a", .ignoringCase) }.sorted(by: \.name).limit(20)
    )
    let same = try await main.fetch(
        Person.self,
        DataQuery(
            filter: .init("name BEGINSWITH[c] $start", ["start": "a"]),
            orderBy: [.ascending("name")],
            top: 20
        )
    )
    let first = try await main.fetchFirst(Person.self)
    let deleted = try await main.deleteAll(Note.self)
    #expect(all == [ada])
    #expect(found == [ada])
    #expect(same == [ada])
    #expect(first == ada)
    #expect(deleted == 0)

    let joan = try await main.save(Person(name: "Joan"))
    if let identity = joan.identity, var person = try await main.retrieve(Person.self, identity) {
        person.name = "Joan L."
        try await main.save(person)
        try await main.delete(Person.self, identity)
    }
    #expect(try await main.fetch(Person.self) == [ada])

    do {
        try await store.write { try $0.insert(ada) }
    } catch let error as StoreError {
        print(error)
    }

    let savedChanges = try await store.saveInBackground { connection in
        try connection.save(Person(name: "Grace"))
    }
    let report = try await store.backgroundContext.importEntities(Person.self, json: json)
    for problem in report.problems { print(problem) }
    #expect(savedChanges)
    #expect(report.items == .init(inserted: 1))

    let people: any PersonDAO = StoreDAO<Person>(store: store)
    try await people.list { people in
        for index in people.indices { people[index].isActive = true }
        return .commit
    }
    #expect(try await people.list().count == 3)
}

/// Returns the results of opening a store in memory and of opening the file.
private func pageExampleOfConfigurations(_ path: String) throws -> [StoreOpening] {
    let temporary = try CacheStore(modelNamed: "Club", configuration: .inMemory)
    let cache = try CacheStore(
        modelNamed: "Club",
        configuration: StoreConfiguration(
            location: .file(path),
            replacesStoreOnModelMismatch: true,
            replacesStoreOnIntegrityErrors: true
        )
    )
    return [temporary.opening, cache.opening]
}

@Test func theExampleOfConfigurationsRuns() async throws {
    try await withFile { path in
        try Data(repeating: 7, count: 8000).write(to: URL(fileURLWithPath: path))
        let openings = try pageExampleOfConfigurations(path)
        #expect(openings.first == .created)
        guard case .replaced(_, let movedTo) = openings[1] else {
            Issue.record("\(openings[1])")
            return
        }
        #expect(try Data(contentsOf: URL(fileURLWithPath: movedTo)).count == 8000)
    }
}

private func pageExampleOfImports(
    _ store: CacheStore,
    _ answer: Data
) async throws -> ImportReport {
    let report = try await store.backgroundContext.importEntities(
        Person.self,
        json: answer,
        at: "data.people"
    )
    for problem in report.problems { print(problem) }
    return report
}

/// The page's JSON has the result that the page states.
@Test func theExampleOfImportsRuns() async throws {
    let page = try text(ofPage: "Importing")
    let parts = page.components(separatedBy: "```json\n")
    #expect(parts.count == 2)
    let json = try #require(parts.last?.components(separatedBy: "```").first)
    let store = try memoryClub()
    let report = try await pageExampleOfImports(store, Data(json.utf8))
    #expect(report.items == .init(inserted: 2, skipped: 1))
    let people = try await store.context.fetch(Person.self)
    #expect(people.map(\.name) == ["Ada", "Grace"])
    #expect(people.map(\.team?.value) == [1, 1])
    #expect(report.problems.count == 1)
    for problem in report.problems { #expect(page.contains("\n    \(problem)\n")) }
}

private func pageExampleOfTypedQueries(_ people: any PersonDAO, _ store: CacheStore) async throws {
    let main = store.context
    let query = Person.where { $0.name.beginsWith("a", .ignoringCase) && $0.number > 3 }
        .sorted(by: \.number, .descending).then(by: \.name)
        .limit(20)
    let found = try await people.list(query)
    let active = try await people.count(.where { $0.isActive == true })
    let reds = try await main.fetch(Person.where { $0.team.name == "Red" })
    #expect(found.map(\.name) == ["ada"])
    #expect(active == 2)
    #expect(reds.map(\.name) == ["Bob"])
}

@Test func theExamplesOfTypedQueriesRun() async throws {
    let store = try memoryClub()
    let red = try await store.context.save(Team(name: "Red"))
    let people = StoreDAO<Person>(store: store)
    _ = try await people.save([
        Person(name: "ada", number: 4), Person(isActive: false, name: "Amy", number: 3),
        Person(name: "Bob", team: red.identity),
    ])
    try await pageExampleOfTypedQueries(people, store)
}

private func pageExampleOfMigrations(_ path: String, _ model: StoreModel) throws -> CacheStore {
    let hook = MigrationHook(
        from: "Shop",
        to: "Shop 2",
        before: [.sql("UPDATE Item SET title = 'untitled' WHERE title IS NULL")],
        values: [
            "Item.amount": "CAST(amount AS INTEGER)",
            "Item.code": .row { .text($0["title"].text?.uppercased() ?? "") },
        ],
        after: [.rows(of: "Item") { $0["note"] = .text("of the first version") }]
    )
    let store = try CacheStore(fileAt: path, model: model, migrations: [hook])

    return store
}

@Test func theExampleOfMigrationsRuns() async throws {
    try await withFile { path in
        func version(_ name: String, _ attributes: [AttributeDescription]) -> StoreModel {
            let version = ModelVersion(name, after: name == "Shop" ? [] : ["Shop"])
            return model("Shop", version, [entity("Item", attributes)])
        }
        let old = version("Shop", [.string("title"), .string("amount")])
        let items = "INSERT INTO Item VALUES (1, NULL, '7 pieces'), (2, 'pen', '2')"
        try await makeStore(path, old, [items])
        let store = try pageExampleOfMigrations(
            path,
            version(
                "Shop 2",
                [
                    .string("title", .required), .integer64("amount"), .string("code", .required),
                    .string("note"),
                ]
            )
        )
        let rows = "SELECT title || amount || typeof(amount) || code || note FROM Item ORDER BY id"
        #expect(
            try await texts(store, rows) == [
                "untitled7integerUNTITLEDof the first version",
                "pen2integerPENof the first version",
            ]
        )
    }
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

private func text(ofPage name: String) throws -> String {
    let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .deletingLastPathComponent().deletingLastPathComponent()
        .appendingPathComponent("Sources/Kit/CacheStore/CacheStore.docc/\(name).md")
    return try String(contentsOf: page, encoding: .utf8)
}

@Test(arguments: [("FiveMinutes", 11), ("TypedQueries", 1), ("Importing", 1), ("Migrations", 1)])
func everyExampleOnThePageStandsInThisFile(_ name: String, _ count: Int) throws {
    let here = URL(fileURLWithPath: #filePath)
    let source = trimmedLines(try String(contentsOf: here, encoding: .utf8))
    let blocks = try text(ofPage: name).components(separatedBy: "```swift\n").dropFirst()
        .compactMap { $0.components(separatedBy: "```").first }
    #expect(blocks.count == count)
    for block in blocks {
        #expect(source.contains(trimmedLines(block)), "not compiled:\n\(block)")
    }
}

/// The text without indentation and empty lines.
private func trimmedLines(_ text: String) -> String {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .filter { !$0.isEmpty }.joined(separator: "\n")
}
