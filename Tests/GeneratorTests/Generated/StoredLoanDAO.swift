// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Loans in the store.
struct StoredLoanDAO: LoanDAO, StoredDataAccessObject {
    let store: CacheStore

    nonisolated(nonsending) func list() async throws -> [Loan] {
        try await store.read { connection in
            try connection.rows(LoanMapping.list) { try LoanMapping.record(from: $0) }
        }
    }

    nonisolated(nonsending) func retrieve(_ identity: Loan.Identity) async throws -> Loan? {
        try await store.read { connection in
            try connection.firstRow(LoanMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LoanMapping.record(from: $0)
            }
        }
    }

    nonisolated(nonsending) func save(_ loan: Loan) async throws -> Loan {
        try await store.writeBriefly { connection in
            try Self.save(loan, connection)
        }
    }

    nonisolated(nonsending) func save(_ loans: [Loan]) async throws -> [Loan] {
        try await store.write { connection in
            try loans.map { try Self.save($0, connection) }
        }
    }

    nonisolated(nonsending) func delete(_ identity: Loan.Identity) async throws -> Bool {
        try await store.writeBriefly { connection in
            let count = try connection.execute(LoanMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    nonisolated(nonsending) func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(LoanMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(LoanMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    nonisolated(nonsending) func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(LoanMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ loan: Loan,
        _ connection: StoreConnection
    ) throws -> Loan {
        var saved = loan
        try connection.execute(LoanMapping.save) {
            try LoanMapping.bind(saved, to: $0)
        }
        if saved.identity == nil { saved.identity = Loan.Identity(connection.lastInsertedNumber) }
        return saved
    }
}

/// How loans stand in the table `Loan`.
nonisolated enum LoanMapping {
    static func record(from row: StoreRow) throws -> Loan {
        try Loan(
            identity: row.int64(0).map(Loan.Identity.init),
            due: row.date(1),
            book: Book.Identity(row.required(row.string(2), 2))
        )
    }

    static func bind(_ loan: Loan, to bindings: StoreBindings) throws {
        try bindings.bind(loan.identity?.value, at: 1)
        try bindings.bind(loan.due, at: 2)
        try bindings.bind(loan.book.value, at: 3)
    }

    static let list = """
        SELECT "_id", "due", "book"
        FROM "Loan"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "due", "book"
        FROM "Loan"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Loan" (
            "_id", "due", "book"
        ) VALUES (
            ?1, ?2, ?3
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "due" = excluded."due",
            "book" = excluded."book"
        """

    static let delete = """
        DELETE FROM "Loan" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Loan"
        """

    static let count = """
        SELECT count(*) FROM "Loan"
        """
}

extension Loan: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try LoanMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try LoanMapping.bind(self, to: bindings)
    }
}
