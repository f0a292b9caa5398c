import CacheStore
import DataAccess
import Foundation

// Works on a store until it is killed, and says after each commit what has been acknowledged.
//
//     StoreWorker save PATH        transactions of 50 rows
//     StoreWorker import PATH      imports of 200 objects
//     StoreWorker open PATH        opens and closes, again and again
//     StoreWorker add PATH COUNT   COUNT transactions of one row, then ends

struct Mark: StoredRecord {
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

    var id: Int64?
    var batch: Int64?

    var identity: Identity? { id.map(Identity.init) }
    var columnValues: ValueRow { ValueRow([StoredValue(id), StoredValue(batch)]) }

    init(id: Int64? = nil, batch: Int64?) {
        self.id = id
        self.batch = batch
    }

    init(columnValues values: ValueRow) { self.init(id: values.int64(0), batch: values.int64(1)) }
    init(row: StoreRow) { self.init(id: row.int64(0), batch: row.int64(1)) }

    static func blank() -> Mark { Mark(batch: nil) }

    func bind(to bindings: StoreBindings) throws {
        try bindings.bind(id, at: 1)
        try bindings.bind(batch, at: 2)
    }
}

func acknowledge(_ batch: Int64) {
    FileHandle.standardOutput.write(Data("\(batch)\n".utf8))
}

func lastBatch(_ store: CacheStore) async throws -> Int64 {
    let query = DataQuery(orderBy: [.descending("batch")])
    return try await store.mainContext.fetchFirst(Mark.self, query)?.batch ?? 0
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
            : StoreModel(name: "Marks", statements: Mark.model.statements + ["SELECT 1"])
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
default:
    let store = try CacheStore(fileAt: path, model: Mark.model)
    for _ in 0..<(Int(arguments[3]) ?? 0) {
        try await store.write { _ = try $0.insert(Mark(batch: 1)) }
    }
}
