import CacheStore
import DataAccess
import Foundation
import GRDB
import GRDBSQLite

/// Generated code on the store beside the same work through SQLite's C interface, and beside GRDB
/// with Codable records: 200,000 rows of five columns, files in WAL mode, `synchronous=NORMAL`.
struct StoreTimes {
    let home: URL
    private let count = 200_000

    init(home: URL) {
        self.home = home
    }

    var benchmarks: [Benchmark] {
        let rows = (0..<count).map(Rows.place)
        return [
            insertAll(rows), fetchAll(rows), lookUps(rows), singleTransactions(isAwaited: false),
            prefixQueries(rows), deleteByID(rows), importJSON(), observe(rows),
            singleTransactions(isAwaited: true),
            insertAllCodable(rows), fetchAllCodable(rows),
        ]
    }

    // MARK: - Generated code

    private func insertAll(_ rows: [Place]) -> Benchmark {
        let raws = rows.map(Rows.raw)
        return compared("insert-all", "saving \(count) records", 1.10) { _ in
            (
                {
                    let store = try open("insert")
                    defer { try? close(store) }
                    let dao = StoreDAO<Place>(store: store)
                    return try await cost { _ = try await dao.save(rows) }
                },
                { try await insertCost(raws) }
            )
        }
    }

    private func insertCost(_ raws: [RawSQLite.Place]) async throws -> Cost {
        let raw = try openRaw("insert-raw")
        return try await cost { try insert(raws, raw) }
    }

    private func fetchAll(_ rows: [Place]) -> Benchmark {
        let both = Lazy { try await filled(rows) }
        return compared("fetch-all", "listing \(count) records", 1.05) { _ in
            let (store, raw) = try await both.value()
            return (
                {
                    let dao = StoreDAO<Place>(store: store)
                    return try await cost { try check(try await dao.list().count) }
                },
                { try await cost { try check(try Rows.all(raw).count) } }
            )
        }
    }

    private func check(_ found: Int, _ expected: Int = 200_000) throws {
        if found != expected { throw Measured.Failed(description: "records are missing") }
    }

    private func lookUps(_ rows: [Place]) -> Benchmark {
        let both = Lazy { try await filled(rows) }
        let identities = (0..<50_000).map { Int64(($0 * 7919) % count) }
        return compared("look-ups", "retrieving 50000 records one by one", 1.15) { _ in
            let (store, raw) = try await both.value()
            return (
                {
                    try await cost {
                        try await store.read { connection in
                            for identity in identities {
                                let place = try connection.firstRow(Place.statements.retrieve) {
                                    try $0.bind(identity, at: 1)
                                } read: {
                                    try Place(row: $0)
                                }
                                if place == nil {
                                    throw Measured.Failed(description: "a record is missing")
                                }
                            }
                        }
                    }
                },
                { try await cost { try Rows.lookUp(identities, raw) } }
            )
        }
    }

    private func singleTransactions(isAwaited: Bool) -> Benchmark {
        compared(
            isAwaited ? "transactions-awaited" : "transactions",
            isAwaited
                ? "5000 transactions of one record, each awaited"
                : "5000 transactions of one record, each waited for",
            isAwaited ? nil : 1.20
        ) { _ in
            (
                {
                    let store = try open("single")
                    defer { try? close(store) }
                    let dao = StoreDAO<Place>(store: store)
                    return try await cost {
                        if isAwaited {
                            for index in 0..<5000 { _ = try await dao.save(Rows.place(index)) }
                        } else {
                            try saveOneByOne(store)
                        }
                    }
                },
                {
                    let raw = try openRaw("single-raw")
                    return try await cost { try Rows.insertOneByOne(5000, raw) }
                }
            )
        }
    }

    /// As synchronous code does it, which is what the yardstick is.
    private func saveOneByOne(_ store: CacheStore) throws {
        for index in 0..<5000 {
            let place = Rows.place(index)
            try store.writeAndWait { connection in
                _ = try connection.execute(Place.statements.save) {
                    try place.bind(to: $0)
                }
            }
        }
    }

    private func prefixQueries(_ rows: [Place]) -> Benchmark {
        let index = "CREATE INDEX \"Place#1\" ON \"Place\" (\"name\")"
        let both = Lazy { try await filled(rows, with: index) }
        let starts = (0..<500).map { "place number \(200 + $0)" }
        return compared(
            "prefix",
            "500 queries of 111 records each by the start of a name",
            1.15,
            by: "scans of the same range of the same index through SQLite's C interface"
        ) { _ in
            let (store, raw) = try await both.value()
            return (
                {
                    try await cost {
                        let count = try await store.read { connection in
                            try starts.reduce(0) { count, start in
                                let query = DataQuery(
                                    filter: .init("name BEGINSWITH $t", ["t": .text(start)]),
                                    orderBy: [.ascending("name")]
                                )
                                return try count + connection.fetch(Place.self, query).count
                            }
                        }
                        try check(count, 500 * 111)
                    }
                },
                { try await cost { try check(try Rows.find(starts, raw), 500 * 111) } }
            )
        }
    }

    private func deleteByID(_ rows: [Place]) -> Benchmark {
        let identities = (0..<count).map { Int64(($0 * 7919) % count) }
        return compared("delete", "deleting \(count) records by identity", 1.05) { _ in
            let (store, raw) = try await filled(rows)
            return (
                {
                    defer { try? close(store) }
                    return try await cost {
                        _ = try await store.write { connection in
                            try connection.execute(Place.statements.delete, forEach: identities) {
                                try $1.bind($0, at: 1)
                            }
                        }
                    }
                },
                { try await cost { try Rows.delete(identities, raw) } }
            )
        }
    }

    private func importJSON() -> Benchmark {
        let rows = (0..<20_000).map(Rows.place)
        let json = Data("[\(rows.map(Rows.json).joined(separator: ","))]".utf8)
        return compared(
            "import",
            "importing 20000 JSON objects",
            1.3,
            by: "JSONSerialization and upserts through SQLite's C interface"
        ) { _ in
            (
                {
                    let store = try open("import")
                    defer { try? close(store) }
                    return try await cost {
                        let report = try await store.backgroundContext.importEntities(
                            Place.self,
                            json: json
                        )
                        guard report.items.inserted == rows.count else {
                            throw Measured.Failed(description: "not all were imported")
                        }
                    }
                },
                {
                    let raw = try openRaw("import-raw")
                    return try await cost { try insert(try Rows.read(json), raw) }
                }
            )
        }
    }

    /// From the call that writes to the batch that shows it, in a list of 1000 records.
    private func observe(_ rows: [Place]) -> Benchmark {
        let prepared = Lazy {
            let store = try open("observe")
            _ = try await StoreDAO<Place>(store: store).save(Array(rows.prefix(1000)))
            let controller = store.context.resultsController(
                Place.self,
                DataQuery(orderBy: [.ascending("name")])
            )
            return (store, controller)
        }
        return Benchmark(
            name: "store-observe",
            subject: "a write of one record to the batch of a list of 1000",
            yardstick: "the same write alone",
            turns: 51,
            bar: .atMost(0.010)
        ) { number in
            let (store, controller) = try await prepared.value()
            var events = controller.events().makeAsyncIterator()
            _ = await events.next()
            var place = rows[number]
            place.name = "changed \(number)"
            let changed = place
            let subject = try await cost {
                try await store.context.save(changed)
                _ = await events.next()
            }
            place.name = "again \(number)"
            let again = place
            let yardstick = try await cost { try await store.context.save(again) }
            return .init(subject: subject.seconds, yardstick: yardstick.seconds, memory: 0)
        }
    }

    // MARK: - GRDB with Codable, for scale

    private func insertAllCodable(_ rows: [Place]) -> Benchmark {
        let raws = rows.map(Rows.raw)
        let records = rows.map(CodablePlace.init)
        return compared("grdb-codable-insert-all", "GRDB's Codable records, inserted", nil) { _ in
            (
                {
                    let queue = try codableQueue("codable")
                    return try await cost { try insert(records, queue) }
                },
                { try await insertCost(raws) }
            )
        }
    }

    private func insert(_ records: [CodablePlace], _ queue: DatabaseQueue) throws {
        try queue.write { database in for record in records { try record.insert(database) } }
    }

    private func fetchAllCodable(_ rows: [Place]) -> Benchmark {
        let records = rows.map(CodablePlace.init)
        let queue = Lazy {
            let queue = try codableQueue("codable-fetch")
            try insert(records, queue)
            return queue
        }
        let both = Lazy { try await filled(rows) }
        return compared("grdb-codable-fetch-all", "GRDB's Codable records, fetched", nil) { _ in
            let (queue, raw) = (try await queue.value(), try await both.value().1)
            return (
                {
                    try await cost {
                        try check(try queue.read { try CodablePlace.fetchAll($0).count })
                    }
                },
                { try await cost { try check(try Rows.all(raw).count) } }
            )
        }
    }

    // MARK: - Parts

    private func compared(
        _ name: String,
        _ subject: String,
        _ bar: Double?,
        by yardstick: String = "the same through SQLite's C interface",
        turns: Int = 15,
        _ works: @escaping (Int) async throws -> (subject: Work, yardstick: Work)
    ) -> Benchmark {
        Benchmark(
            name: "store-\(name)",
            subject: subject,
            yardstick: yardstick,
            turns: turns,
            bar: bar.map { .timesYardstick($0) }
        ) { number in
            let works = try await works(number)
            // By turns, the one and the other first.
            var (subject, yardstick) = (Cost(), Cost())
            if number % 2 == 0 { subject = try await settled(works.subject) }
            yardstick = try await settled(works.yardstick)
            if number % 2 != 0 { subject = try await settled(works.subject) }
            return .init(
                subject: subject.seconds,
                yardstick: yardstick.seconds,
                memory: 0,
                subjectProcessor: subject.processor,
                yardstickProcessor: yardstick.processor
            )
        }
    }

    /// Gives what the measured part took.
    private typealias Work = () async throws -> Cost

    /// Begins with nothing waiting for the disk: what one part leaves behind, a removed file for one,
    /// would be paid for by the first that asks the disk to be done.
    private func settled(_ work: Work) async throws -> Cost {
        sync()
        return try await work()
    }

    private func cost(_ body: () async throws -> Void) async throws -> Cost {
        let (start, processor) = (ContinuousClock.now, Cost.processorSeconds)
        try await body()
        return Cost(
            seconds: (ContinuousClock.now - start).seconds,
            processor: Cost.processorSeconds - processor
        )
    }

    private func path(_ name: String) throws -> String {
        try FileManager.default.createDirectory(at: home, withIntermediateDirectories: true)
        let path = home.appendingPathComponent("\(name)-\(UUID().uuidString).sqlite").path
        return path
    }

    private func open(
        _ name: String,
        _ model: StoreModel = BenchModel.definition
    ) throws -> CacheStore {
        try CacheStore(
            model: model,
            configuration: StoreConfiguration(
                location: .file(try path(name)),
                durability: .normal
            )
        )
    }

    private func close(_ store: CacheStore) throws {
        try store.close()
        if let path = store.path { try CacheStore.removeFiles(at: path) }
    }

    private func openRaw(
        _ name: String,
        _ model: StoreModel = BenchModel.definition
    ) throws -> RawSQLite {
        let raw = try RawSQLite(try path(name))
        for statement in model.statements { try raw.run(statement) }
        return raw
    }

    private func insert(_ rows: [RawSQLite.Place], _ raw: RawSQLite) throws {
        try raw.run("BEGIN IMMEDIATE")
        let statement = try raw.prepare(Rows.insert)
        defer { sqlite3_finalize(statement) }
        for row in rows { try raw.insert(row, statement) }
        try raw.run("COMMIT")
    }

    private func filled(
        _ rows: [Place],
        with index: String? = nil
    ) async throws -> (CacheStore, RawSQLite) {
        let model = StoreModel(
            name: BenchModel.definition.name,
            statements: BenchModel.definition.statements + (index.map { [$0] } ?? []),
            entities: BenchModel.definition.entities
        )
        let store = try open("filled", model)
        _ = try await StoreDAO<Place>(store: store).save(rows)
        let raw = try openRaw("filled-raw", model)
        try insert(rows.map(Rows.raw), raw)
        return (store, raw)
    }

    private func codableQueue(_ name: String) throws -> DatabaseQueue {
        let queue = try DatabaseQueue(path: try path(name))
        try queue.writeWithoutTransaction { database in
            try database.execute(sql: "PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL")
            for statement in BenchModel.definition.statements {
                try database.execute(sql: statement)
            }
        }
        return queue
    }
}

/// What a piece of work took.
private struct Cost {
    /// By the clock.
    var seconds = 0.0
    /// Of processors, by all threads of this process.
    var processor = 0.0

    static var processorSeconds: Double {
        var time = timespec()
        clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) * 1e-9
    }
}

/// A value made when it is first asked for.
final class Lazy<Value> {
    private let make: () async throws -> Value
    private var made: Value?

    init(_ make: @escaping () async throws -> Value) { self.make = make }

    func value() async throws -> Value {
        if let made { return made }
        let value = try await make()
        made = value
        return value
    }
}
