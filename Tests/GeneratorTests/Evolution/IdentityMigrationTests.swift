import CacheStore
import DataAccess
import Foundation
import Schema
import Testing

/// A version of a model: whether its persons have a key, and whether it identifies them.
struct StaffVersion: Sendable, CustomStringConvertible {
    var type: AttributeType?
    var isDeclared = false

    var description: String {
        "\(type.map { "\($0)" } ?? "no key")\(isDeclared ? ", declared" : "")"
    }

    var identity: String { isDeclared ? "key" : "_id" }

    func model(_ name: String, after earlier: [String] = []) throws -> StoreModel {
        var person = Entity(
            name: "Person",
            // SQLite's name of a row's number is the name of this attribute, which has no values.
            attributes: [
                Attribute(name: "name", type: .string), Attribute(name: "rowid", type: .double),
            ],
            relationships: [
                Relationship(name: "boss", destination: "Person", inverse: "staff"),
                Relationship(
                    name: "staff",
                    destination: "Person",
                    isToMany: true,
                    inverse: "boss"
                ),
                Relationship(name: "tags", destination: "Tag", isToMany: true, inverse: "people"),
            ]
        )
        if let type { person.attributes.append(Attribute(name: "key", type: type)) }
        if isDeclared { person.uniquenessConstraints = [["key"]] }
        let tag = Entity(
            name: "Tag",
            attributes: [Attribute(name: "word", type: .string)],
            relationships: [
                Relationship(name: "people", destination: "Person", isToMany: true, inverse: "tags")
            ],
            uniquenessConstraints: [["word"]]
        )
        return try StoreModel(
            Schema(name: "Staff", entities: [person, tag]),
            ModelVersion(name, after: earlier)
        )
    }

    /// The keys of three persons, as SQL; the last has none where it does not identify.
    var keys: [String] {
        let keys =
            switch type {
            case nil: ["NULL", "NULL", "NULL"]
            case .string?: ["'007'", "'a'", "'7'"]
            case .uuid?:
                (1...3).map { "'0000000\($0)-0000-4000-8000-000000000000'" }
            default: ["30", "10", "20"]
            }
        return isDeclared ? keys : Array(keys.dropLast()) + ["NULL"]
    }

    func fill(_ connection: StoreConnection) throws {
        try connection.execute("INSERT INTO Tag (word) VALUES ('x'), ('y')")
        let identities = isDeclared ? keys : ["7", "5", "6"]
        for (index, name) in ["ada", "bea", "cleo"].enumerated() {
            var columns = ["name": "'\(name)'", identity: identities[index]]
            columns["boss"] = index == 0 ? "NULL" : identities[0]
            if type != nil { columns["key"] = keys[index] }
            let pairs = columns.sorted { $0.key < $1.key }
            try connection.execute(
                """
                INSERT INTO Person (\(pairs.map { "\"\($0.key)\"" }.joined(separator: ", ")))
                VALUES (\(pairs.map(\.value).joined(separator: ", ")))
                """
            )
        }
        try connection.execute(
            """
            INSERT INTO "Person.tags" (source, target)
            VALUES (\(identities[1]), 'x'), (\(identities[2]), 'x'), (\(identities[2]), 'y')
            """
        )
    }

    /// Who has which boss and which tags.
    func contents(_ connection: StoreConnection) throws -> [String] {
        let bosses = try connection.rows(
            """
            SELECT p.name || ' under ' || coalesce(b.name, '-') FROM Person p
            LEFT JOIN Person b ON b."\(identity)" = p.boss ORDER BY p.name
            """
        ) { $0.string(0) ?? "" }
        let tags = try connection.rows(
            """
            SELECT p.name || ' has ' || t.target FROM "Person.tags" t
            JOIN Person p ON p."\(identity)" = t.source ORDER BY p.name, t.target
            """
        ) { $0.string(0) ?? "" }
        return bosses + tags
    }
}

let staffVersions: [StaffVersion] = [
    StaffVersion(type: nil), StaffVersion(type: .integer64),
    StaffVersion(type: .integer64, isDeclared: true),
    StaffVersion(type: .string), StaffVersion(type: .string, isDeclared: true),
    StaffVersion(type: .uuid),
    StaffVersion(type: .uuid, isDeclared: true),
]

/// Returns the path of a new store in the temporary folder.
private func newStorePath() -> String {
    FileManager.default.temporaryDirectory
        .appendingPathComponent("staff-\(UUID().uuidString).sqlite").path
}

@Test(arguments: staffVersions, staffVersions)
func recordsStayRelatedWhereAnotherAttributeIdentifiesThem(
    _ old: StaffVersion,
    _ new: StaffVersion
) async throws {
    if let before = old.type, let after = new.type, before != after { return }
    let file = newStorePath()
    defer { try? CacheStore.removeFiles(at: file) }
    let (first, second) = (try old.model("Staff"), try new.model("Staff 2", after: ["Staff"]))
    let store = try CacheStore(fileAt: file, model: first)
    try await store.write { try old.fill($0) }
    let before = try await store.read { try old.contents($0) }
    try store.close()
    let later = try CacheStore(fileAt: file, model: second)
    #expect(try await later.read { try new.contents($0) } == before)
    #expect(before.count == 6)
    try later.close()
    let verdict = try MigrationVerdict(from: VersionTables(first), to: VersionTables(second))
    #expect(verdict.obstacles == [])
}

/// Tags whose required key identifies them, or no more.
private func tags(_ name: String, isDeclared: Bool, after earlier: [String] = []) throws
    -> StoreModel
{
    let tag = Entity(
        name: "Tag",
        attributes: [Attribute(name: "key", type: .integer64, isOptional: false)],
        uniquenessConstraints: isDeclared ? [["key"]] : []
    )
    return try StoreModel(
        Schema(name: "Tags", entities: [tag]),
        ModelVersion(name, after: earlier)
    )
}

@Test func aKeyThatIdentifiesNoMoreIsNoChangeOfAProperty() async throws {
    let file = newStorePath()
    defer { try? CacheStore.removeFiles(at: file) }
    let first = try tags("Tags", isDeclared: true)
    let second = try tags("Tags 2", isDeclared: false, after: ["Tags"])
    let store = try CacheStore(fileAt: file, model: first)
    try await store.write { try $0.execute("INSERT INTO Tag (key) VALUES (70)") }
    try store.close()
    let later = try CacheStore(fileAt: file, model: second)
    #expect("\(later.opening)".contains("no changes"), "\(later.opening)")
    try later.close()
    let verdict = try MigrationVerdict(from: VersionTables(first), to: VersionTables(second))
    #expect(verdict.obstacles == [])
    #expect(verdict.conditions == [])
}

@Test(arguments: [(StaffVersion(type: .string), 1), (StaffVersion(type: nil), 3)])
func recordsThatGetANewIdentityAreCounted(_ old: StaffVersion, _ count: Int) async throws {
    let file = newStorePath()
    defer { try? CacheStore.removeFiles(at: file) }
    let new = StaffVersion(type: .string, isDeclared: true)
    let store = try CacheStore(fileAt: file, model: old.model("Staff"))
    try await store.write { try old.fill($0) }
    try store.close()
    let later = try CacheStore(fileAt: file, model: new.model("Staff 2", after: ["Staff"]))
    guard case .migrated(let migration) = later.opening else {
        Issue.record("\(later.opening)")
        return
    }
    let change = StoreMigration.Change.identified(
        entity: "Person",
        property: "key",
        records: count
    )
    #expect(migration.changes.contains(change), "\(migration)")
    try later.close()
}

@Test func referencesThatAreLostWithAnotherIdentityAreCounted() async throws {
    let file = newStorePath()
    defer { try? CacheStore.removeFiles(at: file) }
    let (old, new) = (StaffVersion(type: .string), StaffVersion(type: .string, isDeclared: true))
    let store = try CacheStore(fileAt: file, model: old.model("Staff"))
    try await store.write { try old.fill($0) }
    try store.close()
    let hook = MigrationHook(
        from: "Staff",
        to: "Staff 2",
        before: [.sql("UPDATE Person SET boss = 99 WHERE name = 'cleo'")]
    )
    let later = try CacheStore(
        fileAt: file,
        model: new.model("Staff 2", after: ["Staff"]),
        migrations: [hook]
    )
    #expect("\(later.opening)".contains("cleared Person.boss in 1 record"), "\(later.opening)")
    try later.close()
}

@Test(arguments: [nil, AttributeType.integer16])
func aNumberThatTheTypeOfTheIdentityCannotHoldIsAnObstacle(_ type: AttributeType?) async throws {
    let file = newStorePath()
    defer { try? CacheStore.removeFiles(at: file) }
    let (old, new) = (StaffVersion(type: type), StaffVersion(type: .integer16, isDeclared: true))
    let store = try CacheStore(fileAt: file, model: old.model("Staff"))
    try await store.write {
        try $0.execute("INSERT INTO Person (_id, name) VALUES (1, 'ada'), (40000, 'bea')")
    }
    try store.close()
    let error = try #require(throws: StoreError.self) {
        try CacheStore(fileAt: file, model: new.model("Staff 2", after: ["Staff"]))
    }
    let reason = "Integer 16, but 1 record would get a number outside the range of this type"
    #expect(error.description.contains("Person.key"), "\(error)")
    #expect(error.description.contains(reason), "\(error)")
    // A hook may give the records other numbers, also after they are copied.
    let hook = MigrationHook(
        from: "Staff",
        to: "Staff 2",
        after: [.sql("UPDATE Person SET \"key\" = 2 WHERE name = 'bea'")]
    )
    let later = try CacheStore(
        fileAt: file,
        model: new.model("Staff 2", after: ["Staff"]),
        migrations: [hook]
    )
    let sql = "SELECT \"key\" FROM Person ORDER BY name"
    #expect(try await later.read { try $0.rows(sql) { $0.int64(0) } } == [1, 2])
    try later.close()
}
