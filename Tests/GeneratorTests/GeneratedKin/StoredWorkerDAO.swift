// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Workers in the store.
struct StoredWorkerDAO: WorkerDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Worker] {
        try await store.read { connection in
            try connection.rows(WorkerMapping.list) { try WorkerMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Worker.Identity) async throws -> Worker? {
        try await store.read { connection in
            try connection.firstRow(WorkerMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try WorkerMapping.record(from: $0)
            }
        }
    }

    func save(_ worker: Worker) async throws -> Worker {
        try await store.write { connection in
            try Self.save(worker, connection)
        }
    }

    func save(_ workers: [Worker]) async throws -> [Worker] {
        try await store.write { connection in
            try connection.execute(WorkerMapping.save, forEach: workers) {
                try WorkerMapping.bind($0, to: $1)
            }
            return workers
        }
    }

    func delete(_ identity: Worker.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(WorkerMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(WorkerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(WorkerMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(WorkerMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ worker: Worker,
        _ connection: StoreConnection
    ) throws -> Worker {
        try connection.execute(WorkerMapping.save) {
            try WorkerMapping.bind(worker, to: $0)
        }
        return worker
    }
}

/// How workers stand in the table `Worker`.
nonisolated enum WorkerMapping {
    static func record(from row: StoreRow) throws -> Worker {
        try Worker(
            id: row.required(row.string(0), 0),
            pay: row.required(row.int64(1), 1),
            staff: row.int64(2),
            cost: row.int64(3),
            boss: row.string(4).map(Worker.Identity.init),
            firm: row.string(5).map(Firm.Identity.init),
            section: row.string(6).map(Section.Identity.init)
        )
    }

    static func bind(_ worker: Worker, to bindings: StoreBindings) throws {
        try bindings.bind(worker.id, at: 1)
        try bindings.bind(worker.pay, at: 2)
        try bindings.bind(worker.staff, at: 3)
        try bindings.bind(worker.cost, at: 4)
        try bindings.bind(worker.boss?.value, at: 5)
        try bindings.bind(worker.firm?.value, at: 6)
        try bindings.bind(worker.section?.value, at: 7)
    }

    static let list = """
        SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
        FROM "Worker"
        ORDER BY "id"
        """

    static let retrieve = """
        SELECT "id", "pay", "staff", "cost", "boss", "firm", "section"
        FROM "Worker"
        WHERE "id" = ?1
        """

    static let save = """
        INSERT INTO "Worker" (
            "id", "pay", "staff", "cost", "boss", "firm", "section"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7
        )
        ON CONFLICT ("id") DO UPDATE SET
            "pay" = excluded."pay",
            "staff" = excluded."staff",
            "cost" = excluded."cost",
            "boss" = excluded."boss",
            "firm" = excluded."firm",
            "section" = excluded."section"
        """

    static let delete = """
        DELETE FROM "Worker" WHERE "id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Worker"
        """

    static let count = """
        SELECT count(*) FROM "Worker"
        """
}

extension Worker: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try WorkerMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try WorkerMapping.bind(self, to: bindings)
    }
}
