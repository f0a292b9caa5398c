// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// How tasks stand in the table `Task`.
enum TaskMapping {
    static func record(from row: StoreRow) throws -> Task {
        Task(
            identity: row.int64(0).map(Task.Identity.init),
            name: row.string(1)
        )
    }

    static func bind(_ task: Task, to bindings: StoreBindings) throws {
        try bindings.bind(task.identity?.value, at: 1)
        try bindings.bind(task.name, at: 2)
    }

    static let list = """
        SELECT "_id", "name"
        FROM "Task"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "name"
        FROM "Task"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Task" (
            "_id", "name"
        ) VALUES (
            ?1, ?2
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "name" = excluded."name"
        """

    static let delete = """
        DELETE FROM "Task" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Task"
        """

    static let count = """
        SELECT count(*) FROM "Task"
        """
}

extension Task: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try TaskMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try TaskMapping.bind(self, to: bindings)
    }
}
