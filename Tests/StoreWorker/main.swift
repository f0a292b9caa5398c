import CacheStore
import DataAccess
import DataSource
import Foundation

// Works on a store until it is killed, and says after each commit what has been acknowledged.
//
//     StoreWorker save PATH        transactions of 50 rows
//     StoreWorker import PATH      imports of 200 objects
//     StoreWorker open PATH        opens and closes, again and again
//     StoreWorker add PATH COUNT   COUNT transactions of one row, then ends
//     StoreWorker migrate PATH     opens with the next version of the model, then ends
//     StoreWorker hook PATH        as migrate, with a hook that says 1 for each of its parts
//     StoreWorker upgrade PATH     as migrate, or says why not
//     StoreWorker stay PATH        as migrate, and keeps the store open for a second
//     StoreWorker write PATH       writes one row, or says why not
//     StoreWorker hold PATH        stays in a transaction for a minute
//     StoreWorker wait PATH        says 1, then writes one row
//     StoreWorker contend PATH SECONDS WRITERS TIMES
//                                  writes rows until then, and says how often the store was busy; the file
//                                  TIMES gets how long each write took, in microseconds
//     StoreWorker fill PATH COUNT  makes so many orders with an item each
//     StoreWorker list|stream|batches|delete|remove PATH
//                                  reads all orders, or deletes the half of them, and says how much
//                                  memory the process had at most, in kilobytes
//     StoreWorker queue PATH URL RUN
//                                  changes four marks in turn and sends the changes, which are kept until the
//                                  server has them; with RUN 0 it makes none, and ends when all are sent
//     StoreWorker read PATH        says how many rows there are, opened for reading only, or why not

struct Mark: StoredRecord, NumberedRecord {
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) { self.value = value }
    }

    static let entity = EntityDescription(
        name: "Mark",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64), AttributeDescription("batch", .integer64),
        ]
    )
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Marks",
        statements: [
            "CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"batch\" INTEGER)"
        ],
        entities: [entity]
    )

    /// The next version: `batch` is called `number`, and there is a required `note`.
    static let nextModel = StoreModel(
        name: "Marks",
        statements: [
            "CREATE TABLE \"Mark\" (\"id\" INTEGER PRIMARY KEY, \"number\" INTEGER, \"note\" TEXT NOT NULL)"
        ],
        entities: [
            EntityDescription(
                name: "Mark",
                identity: "id",
                attributes: [
                    AttributeDescription("id", .integer64),
                    AttributeDescription("number", .integer64, renamingIdentifier: "batch"),
                    AttributeDescription(
                        "note",
                        .string,
                        isOptional: false,
                        initial: .text("none")
                    ),
                ]
            )
        ]
    )

    var id: Int64?
    var batch: Int64?

    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, batch: Int64?) {
        self.id = id
        self.batch = batch
    }

    init(row: some ColumnReader) { self.init(id: row.int64(0), batch: row.int64(1)) }

    static func blank() -> Mark { Mark(batch: nil) }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(batch, at: 2)
    }
}

func acknowledge(_ batch: Int64) {
    FileHandle.standardOutput.write(Data("\(batch)\n".utf8))
}

func lastBatch(_ store: CacheStore) async throws -> Int64 {
    let query = DataQuery(orderBy: [.descending("batch")])
    return try await store.context.fetchFirst(Mark.self, query)?.batch ?? 0
}

/// How long each write took, and how often the store was busy.
@Sendable func contend(
    _ store: CacheStore,
    until end: ContinuousClock.Instant
) async throws -> ([UInt32], Int) {
    var (times, busy): ([UInt32], Int) = ([], 0)
    while ContinuousClock.now < end {
        let start = ContinuousClock.now
        do {
            try await store.write { _ = try $0.insert(Mark(batch: 1)) }
        } catch StoreError.busy {
            busy += 1
        }
        times.append(UInt32(clamping: Int64((ContinuousClock.now - start) / .microseconds(1))))
    }
    return (times, busy)
}

@Sendable func contend(
    _ store: CacheStore,
    _ writers: Int,
    until end: ContinuousClock.Instant
) async throws -> ([UInt32], Int) {
    try await withThrowingTaskGroup(of: ([UInt32], Int).self) { group in
        for _ in 0..<writers { group.addTask { try await contend(store, until: end) } }
        var (times, busy): ([UInt32], Int) = ([], 0)
        for try await result in group {
            times += result.0
            busy += result.1
        }
        return (times, busy)
    }
}

let arguments = CommandLine.arguments
let path = arguments[2]
switch arguments[1] {
case "save":
    let store = try CacheStore(fileAt: path, model: Mark.model)
    for batch in try await lastBatch(store) + 1 ..< .max {
        try await store.write { connection in
            for _ in 0..<50 { try connection.insert(Mark(batch: batch)) }
        }
        acknowledge(batch)
    }
case "import":
    let store = try CacheStore(fileAt: path, model: Mark.model)
    for batch in try await lastBatch(store) + 1 ..< .max {
        let items = (0..<200).map { ["id": batch * 1000 + Int64($0), "batch": batch] }
        _ = try await store.backgroundContext.importEntities(Mark.self, from: items)
        acknowledge(batch)
    }
case "open":
    for batch in Int64(1) ..< .max {
        let model =
            batch % 2 == 0
            ? Mark.model
            : StoreModel(name: "Other", statements: Mark.model.statements)
        let store = try CacheStore(
            model: model,
            configuration: StoreConfiguration(
                location: .file(path),
                replacesStoreOnModelMismatch: true
            )
        )
        try store.close()
        acknowledge(batch)
    }
case "migrate":
    acknowledge(1)
    try CacheStore(fileAt: path, model: Mark.nextModel).close()
case "hook":
    // Long enough to be killed in.
    @Sendable func work(_ row: MigrationRow) -> Int64 {
        guard case .integer(let batch) = row["batch"] else { return 0 }
        return batch
    }
    let hook = MigrationHook(
        from: "Marks",
        to: "Marks",
        before: [
            .rows(of: "Mark") { row in
                let batch = work(row)
                if batch == 0 { acknowledge(1) }
                row["batch"] = .integer(batch + 1)
            }
        ],
        values: [
            "Mark.note": .row { row in
                let batch = work(row)
                if batch == 1 { acknowledge(2) }
                return .text("was \(batch)")
            }
        ],
        after: [
            .rows(of: "Mark") { row in
                if row["number"] == .integer(1) { acknowledge(3) }
                if case .integer(let number) = row["number"] {
                    row["number"] = .integer(number * 2)
                }
            }
        ]
    )
    try CacheStore(fileAt: path, model: Mark.nextModel, migrations: [hook]).close()
    acknowledge(4)
case "upgrade":
    do {
        try CacheStore(fileAt: path, model: Mark.nextModel).close()
        acknowledge(1)
    } catch {
        print(error)
    }
case "stay":
    let store = try CacheStore(fileAt: path, model: Mark.nextModel)
    _ = try await store.read { try $0.rows("SELECT \"number\" FROM \"Mark\"") { $0.int64(0) } }
    try await Task.sleep(for: .seconds(1))
    try store.close()
case "write", "read":
    do {
        let isReadOnly = arguments[1] == "read"
        let store = try CacheStore(
            model: Mark.model,
            configuration: StoreConfiguration(location: .file(path), isReadOnly: isReadOnly)
        )
        if !isReadOnly { try await store.write { _ = try $0.insert(Mark(batch: 1)) } }
        let count = Int64(try await store.context.count(Mark.self))
        // What is still to be told of a change keeps the store, and the log beside the file.
        try store.close()
        acknowledge(count)
    } catch {
        print(error)
    }
case "hold":
    let store = try CacheStore(fileAt: path, model: Mark.model)
    try await store.write { connection in
        try connection.insert(Mark(batch: 7))
        acknowledge(1)
        Thread.sleep(forTimeInterval: 60)
    }
case "wait":
    let store = try CacheStore(
        model: Mark.model,
        configuration: StoreConfiguration(location: .file(path), busyTimeout: 60)
    )
    acknowledge(1)
    try await store.write { _ = try $0.insert(Mark(batch: 8)) }
case "contend":
    let store = try CacheStore(fileAt: path, model: Mark.model)
    let end = ContinuousClock.now + .seconds(Double(arguments[3]) ?? 0)
    let (times, busy) = try await contend(store, Int(arguments[4]) ?? 0, until: end)
    try times.withUnsafeBytes { Data($0) }.write(to: URL(fileURLWithPath: arguments[5]))
    acknowledge(Int64(busy))
    try store.close()
case "queue":
    let store = try CacheStore(fileAt: path, model: Mark.model)
    guard let server = URL(string: arguments[3]), let run = Int64(arguments[4]) else { exit(64) }
    let facade = DataSourceFacade(
        store: store,
        remote: HTTPRemote(base: server, timeout: 5),
        retryInterval: .milliseconds(5)
    )
    if run == 0 {
        while try await !facade.pendingChanges().isEmpty { try? await facade.sendPending() }
        break
    }
    for number in Int64(1) ..< .max {
        let mark = Mark(id: number % 4 + 1, batch: run * 1_000_000 + number)
        let change = PendingChange(path: "/marks/\(mark.id ?? 0)", mark)
        try await facade.submit(change) { try $0.save(mark) }
        acknowledge(mark.batch ?? 0)
    }
case "fill":
    let store = try CacheStore(fileAt: path, model: Order.model)
    try await Order.fill(store, Int64(arguments[3]) ?? 0)
    try store.close()
case "list", "stream", "batches", "delete", "remove":
    let store = try CacheStore(fileAt: path, model: Order.model)
    print(try await Order.work(arguments[1], store), peakMemory())
default:
    let store = try CacheStore(fileAt: path, model: Mark.model)
    for _ in 0..<(Int(arguments[3]) ?? 0) {
        try await store.write { _ = try $0.insert(Mark(batch: 1)) }
    }
}
