import CacheStore
import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// Generated code as users call it, each call awaited, from a task and from the main actor: beside the
/// same statements through SQLite's C interface, and beside GRDB's own awaited reads and writes.
struct CalledTimes {
    let home: URL
    private let rows = 20_000
    private let look = 4000
    private let save = 1000
    private let list = 400

    enum Caller: String, CaseIterable { case task, main }

    var benchmarks: [Benchmark] {
        let files = Lazy { try await opened() }
        return Caller.allCases.flatMap { caller in
            [
                compared("retrieve", "retrieving a record", 2.0, caller, files) { try look($0) },
                compared("save", "saving a record", 1.5, caller, files) { try save($0) },
                compared("query", "a query of 100 records", 1.5, caller, files) { try list($0) },
                compared("count", "counting 100 records by an index", 2.0, caller, files) {
                    try count($0)
                },
                [
                    benchmark("called-where", "a typed query of 100 records", 1.5, caller) {
                        try list(try await files.value(), isTyped: true)
                    },
                    benchmark("called-where-count", "a typed count of 100 records", 2.0, caller) {
                        try count(try await files.value(), isTyped: true)
                    },
                ],
            ]
        }.flatMap(\.self)
    }

    /// One call through the store, through GRDB and through SQLite's C interface, and how often.
    struct Calls {
        var count: Int
        var store: nonisolated(nonsending) @Sendable (Int) async throws -> Void
        var grdb: nonisolated(nonsending) @Sendable (Int) async throws -> Void
        /// All of them.
        var raw: () throws -> Void
    }

    struct Files {
        var places: any PlaceDAO
        var pool: DatabasePool
        var raw: RawSQLite
    }

    // MARK: - Calls

    private func look(_ files: Files) throws -> Calls {
        let (places, pool) = (files.places, files.pool)
        let (rows, count) = (rows, look)
        return Calls(count: count) { number in
            let found = try await places.retrieve(Place.Identity(Int64(number * 7919 % rows)))
            if found == nil { throw missing }
        } grdb: { number in
            let found = try await pool.read {
                try CodablePlace.fetchOne($0, key: Int64(number * 7919 % rows))
            }
            if found == nil { throw missing }
        } raw: {
            let statement = try files.raw.prepare("\(select) WHERE \"id\" = ?1")
            defer { sqlite3_finalize(statement) }
            for number in 0..<count {
                sqlite3_bind_int64(statement, 1, Int64(number * 7919 % rows))
                guard sqlite3_step(statement) == SQLITE_ROW else { throw missing }
                _ = files.raw.place(statement)
                sqlite3_reset(statement)
            }
        }
    }

    private func save(_ files: Files) throws -> Calls {
        let (places, pool) = (files.places, files.pool)
        let (rows, count) = (rows, save)
        return Calls(count: count) { number in
            _ = try await places.save(place(number * 7919 % rows))
        } grdb: { number in
            let record = CodablePlace(place(number * 7919 % rows))
            try await pool.write { try record.save($0) }
        } raw: {
            let begin = try files.raw.prepare("BEGIN IMMEDIATE")
            let statement = try files.raw.prepare(Rows.insert)
            let commit = try files.raw.prepare("COMMIT")
            defer { for statement in [begin, statement, commit] { sqlite3_finalize(statement) } }
            for number in 0..<count {
                sqlite3_step(begin)
                sqlite3_reset(begin)
                try files.raw.insert(Rows.raw(place(number * 7919 % rows)), statement)
                let code = sqlite3_step(commit)
                sqlite3_reset(commit)
                if code != SQLITE_DONE { throw RawSQLite.Failed(code: code) }
            }
        }
    }

    private func list(_ files: Files, isTyped: Bool = false) throws -> Calls {
        let (places, pool) = (files.places, files.pool)
        return Calls(count: list) { number in
            let found =
                isTyped
                ? try await places.list(.where { $0.country == country(number) })
                : try await places.list(query(number))
            if found.count != 100 { throw missing }
        } grdb: { number in
            let found = try await pool.read {
                try CodablePlace.filter(sql: "\"country\" = ?", arguments: [country(number)])
                    .order(sql: "\"id\"").fetchAll($0)
            }
            if found.count != 100 { throw missing }
        } raw: { [list] in
            let statement = try files.raw.prepare(
                "\(select) WHERE \"country\" = ?1 ORDER BY \"id\""
            )
            defer { sqlite3_finalize(statement) }
            for number in 0..<list {
                files.raw.bind(country(number), statement, 1)
                var found: [RawSQLite.Place] = []
                while sqlite3_step(statement) == SQLITE_ROW {
                    found.append(files.raw.place(statement))
                }
                sqlite3_reset(statement)
                if found.count != 100 { throw missing }
            }
        }
    }

    private func count(_ files: Files, isTyped: Bool = false) throws -> Calls {
        let (places, pool) = (files.places, files.pool)
        return Calls(count: look) { number in
            let found =
                isTyped
                ? try await places.count(.where { $0.country == country(number) })
                : try await places.count(query(number))
            if found != 100 { throw missing }
        } grdb: { number in
            let found = try await pool.read {
                try CodablePlace.filter(sql: "\"country\" = ?", arguments: [country(number)])
                    .fetchCount($0)
            }
            if found != 100 { throw missing }
        } raw: { [look] in
            let sql = "SELECT count(*) FROM \"Place\" WHERE \"country\" = ?1"
            let statement = try files.raw.prepare(sql)
            defer { sqlite3_finalize(statement) }
            for number in 0..<look {
                files.raw.bind(country(number), statement, 1)
                let code = sqlite3_step(statement)
                let found = sqlite3_column_int64(statement, 0)
                sqlite3_reset(statement)
                if code != SQLITE_ROW || found != 100 { throw missing }
            }
        }
    }

    // MARK: - Files

    private func opened() async throws -> Files {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let definition = BenchModel.definition
        let index = "CREATE INDEX \"Place#country\" ON \"Place\" (\"country\")"
        let model = StoreModel(
            name: definition.name,
            statements: definition.statements + [index],
            entities: definition.entities
        )
        let places = (0..<rows).map(place)
        func path(_ name: String) -> String {
            home.appendingPathComponent("called-\(name)-\(UUID().uuidString).sqlite").path
        }
        let store = try CacheStore(
            model: model,
            configuration: StoreConfiguration(location: .file(path("store")), durability: .normal)
        )
        let manager = BenchManager(store: store)
        _ = try await manager.places.save(places)
        let pool = try DatabasePool(path: path("grdb"))
        try await pool.write { database in
            for statement in model.statements { try database.execute(sql: statement) }
            for place in places { try CodablePlace(place).insert(database) }
        }
        let raw = try RawSQLite(path("raw"))
        for statement in model.statements { try raw.run(statement) }
        try raw.run("BEGIN IMMEDIATE")
        let insert = try raw.prepare(Rows.insert)
        defer { sqlite3_finalize(insert) }
        for place in places { try raw.insert(Rows.raw(place), insert) }
        try raw.run("COMMIT")
        return Files(places: manager.places, pool: pool, raw: raw)
    }
}

private let missing = Measured.Failed(description: "records are missing")
private let select = """
    SELECT "id", "name", "country", "latitude", "population" FROM "Place"
    """

/// Of 200 countries with 100 places each.
private func country(_ number: Int) -> String { "country \(number % 200)" }

private func place(_ index: Int) -> Place {
    var place = Rows.place(index)
    place.country = country(index)
    return place
}

private func query(_ number: Int) -> DataQuery {
    DataQuery(filter: .init("country == $c", ["c": .text(country(number))]))
}
