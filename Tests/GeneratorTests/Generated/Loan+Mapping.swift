// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How loans stand in the table `Loan`.
enum LoanMapping {
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
