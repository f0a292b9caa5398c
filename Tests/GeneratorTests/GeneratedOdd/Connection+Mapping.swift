// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How connections stand in the table `Connection`.
enum ConnectionMapping {
    static func record(from row: StoreRow) throws -> Connection {
        Connection(
            identity: row.int64(0).map(Connection.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ connectionRecord: Connection, to bindings: StoreBindings) throws {
        try bindings.bind(connectionRecord.identity?.value, at: 1)
        try bindings.bind(connectionRecord.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Connection"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Connection"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Connection" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Connection" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Connection"
        """

    static let count = """
        SELECT count(*) FROM "Connection"
        """
}

extension Connection: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try ConnectionMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try ConnectionMapping.bind(self, to: bindings)
    }
}
