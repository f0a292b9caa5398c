// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Everythings in the store.
struct StoredEverythingDAO: EverythingDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Everything] {
        try await store.read { connection in
            try connection.rows(EverythingMapping.list) { try EverythingMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Everything.Identity) async throws -> Everything? {
        try await store.read { connection in
            try connection.firstRow(EverythingMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try EverythingMapping.record(from: $0)
            }
        }
    }

    func save(_ everything: Everything) async throws -> Everything {
        try await store.write { connection in
            try Self.save(everything, connection)
        }
    }

    func save(_ everythings: [Everything]) async throws -> [Everything] {
        try await store.write { connection in
            try everythings.map { try Self.save($0, connection) }
        }
    }

    func delete(_ identity: Everything.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(EverythingMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            let count = try connection.firstRow(EverythingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            try connection.execute(EverythingMapping.deleteAll)
            return Int(count ?? 0)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(EverythingMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private nonisolated static func save(
        _ everything: Everything,
        _ connection: StoreConnection
    ) throws -> Everything {
        try everything.validate()
        var saved = everything
        try connection.execute(EverythingMapping.save) {
            try EverythingMapping.bind(saved, to: $0)
        }
        if saved.identity == nil {
            saved.identity = Everything.Identity(connection.lastInsertedNumber)
        }
        return saved
    }
}

/// How everythings stand in the table `Everything`.
nonisolated enum EverythingMapping {
    static func record(from row: StoreRow) throws -> Everything {
        try Everything(
            identity: row.int64(0).map(Everything.Identity.init),
            integer16: row.int16(1),
            integer16Required: row.required(row.int16(2), 2),
            integer16Initial: row.required(row.int16(3), 3),
            integer32: row.int32(4),
            integer32Required: row.required(row.int32(5), 5),
            integer32Initial: row.required(row.int32(6), 6),
            integer64: row.int64(7),
            integer64Required: row.required(row.int64(8), 8),
            integer64Initial: row.required(row.int64(9), 9),
            decimal: row.decimal(10),
            decimalRequired: row.required(row.decimal(11), 11),
            decimalInitial: row.required(row.decimal(12), 12),
            decimalExact: row.required(row.decimal(13), 13),
            decimalOptionalInitial: row.decimal(14),
            double: row.double(15),
            doubleRequired: row.required(row.double(16), 16),
            doubleInitial: row.required(row.double(17), 17),
            float: row.float(18),
            floatRequired: row.required(row.float(19), 19),
            floatInitial: row.required(row.float(20), 20),
            string: row.string(21),
            stringRequired: row.required(row.string(22), 22),
            stringInitial: row.required(row.string(23), 23),
            boolean: row.bool(24),
            booleanRequired: row.required(row.bool(25), 25),
            booleanInitial: row.required(row.bool(26), 26),
            date: row.date(27),
            dateRequired: row.required(row.date(28), 28),
            dateInitial: row.required(row.date(29), 29),
            binary: row.data(30),
            binaryRequired: row.required(row.data(31), 31),
            uuid: row.uuid(32),
            uuidRequired: row.required(row.uuid(33), 33),
            uuidInitial: row.required(row.uuid(34), 34),
            uuidOptionalInitial: row.uuid(35),
            uri: row.url(36),
            uriRequired: row.required(row.url(37), 37),
            uriInitial: row.required(row.url(38), 38),
            uriOptionalInitial: row.url(39),
            transformable: row.data(40),
            transformableRequired: row.required(row.data(41), 41)
        )
    }

    static func bind(_ everything: Everything, to bindings: StoreBindings) throws {
        try bindings.bind(everything.identity?.value, at: 1)
        try bindings.bind(everything.integer16, at: 2)
        try bindings.bind(everything.integer16Required, at: 3)
        try bindings.bind(everything.integer16Initial, at: 4)
        try bindings.bind(everything.integer32, at: 5)
        try bindings.bind(everything.integer32Required, at: 6)
        try bindings.bind(everything.integer32Initial, at: 7)
        try bindings.bind(everything.integer64, at: 8)
        try bindings.bind(everything.integer64Required, at: 9)
        try bindings.bind(everything.integer64Initial, at: 10)
        try bindings.bind(everything.decimal, at: 11)
        try bindings.bind(everything.decimalRequired, at: 12)
        try bindings.bind(everything.decimalInitial, at: 13)
        try bindings.bind(everything.decimalExact, at: 14)
        try bindings.bind(everything.decimalOptionalInitial, at: 15)
        try bindings.bind(everything.double, at: 16)
        try bindings.bind(everything.doubleRequired, at: 17)
        try bindings.bind(everything.doubleInitial, at: 18)
        try bindings.bind(everything.float, at: 19)
        try bindings.bind(everything.floatRequired, at: 20)
        try bindings.bind(everything.floatInitial, at: 21)
        try bindings.bind(everything.string, at: 22)
        try bindings.bind(everything.stringRequired, at: 23)
        try bindings.bind(everything.stringInitial, at: 24)
        try bindings.bind(everything.boolean, at: 25)
        try bindings.bind(everything.booleanRequired, at: 26)
        try bindings.bind(everything.booleanInitial, at: 27)
        try bindings.bind(everything.date, at: 28)
        try bindings.bind(everything.dateRequired, at: 29)
        try bindings.bind(everything.dateInitial, at: 30)
        try bindings.bind(everything.binary, at: 31)
        try bindings.bind(everything.binaryRequired, at: 32)
        try bindings.bind(everything.uuid, at: 33)
        try bindings.bind(everything.uuidRequired, at: 34)
        try bindings.bind(everything.uuidInitial, at: 35)
        try bindings.bind(everything.uuidOptionalInitial, at: 36)
        try bindings.bind(everything.uri, at: 37)
        try bindings.bind(everything.uriRequired, at: 38)
        try bindings.bind(everything.uriInitial, at: 39)
        try bindings.bind(everything.uriOptionalInitial, at: 40)
        try bindings.bind(everything.transformable, at: 41)
        try bindings.bind(everything.transformableRequired, at: 42)
    }

    static let list = """
        SELECT "_id", "integer16", "integer16Required", "integer16Initial", "integer32",
        "integer32Required", "integer32Initial", "integer64", "integer64Required",
        "integer64Initial", "decimal", "decimalRequired", "decimalInitial",
        "decimalExact", "decimalOptionalInitial", "double", "doubleRequired",
        "doubleInitial", "float", "floatRequired", "floatInitial", "string",
        "stringRequired", "stringInitial", "boolean", "booleanRequired",
        "booleanInitial", "date", "dateRequired", "dateInitial", "binary",
        "binaryRequired", "uuid", "uuidRequired", "uuidInitial",
        "uuidOptionalInitial", "uri", "uriRequired", "uriInitial",
        "uriOptionalInitial", "transformable", "transformableRequired"
        FROM "Everything"
        ORDER BY "_id"
        """

    static let retrieve = """
        SELECT "_id", "integer16", "integer16Required", "integer16Initial", "integer32",
        "integer32Required", "integer32Initial", "integer64", "integer64Required",
        "integer64Initial", "decimal", "decimalRequired", "decimalInitial",
        "decimalExact", "decimalOptionalInitial", "double", "doubleRequired",
        "doubleInitial", "float", "floatRequired", "floatInitial", "string",
        "stringRequired", "stringInitial", "boolean", "booleanRequired",
        "booleanInitial", "date", "dateRequired", "dateInitial", "binary",
        "binaryRequired", "uuid", "uuidRequired", "uuidInitial",
        "uuidOptionalInitial", "uri", "uriRequired", "uriInitial",
        "uriOptionalInitial", "transformable", "transformableRequired"
        FROM "Everything"
        WHERE "_id" = ?1
        """

    static let save = """
        INSERT INTO "Everything" (
            "_id", "integer16", "integer16Required", "integer16Initial", "integer32",
            "integer32Required", "integer32Initial", "integer64", "integer64Required",
            "integer64Initial", "decimal", "decimalRequired", "decimalInitial",
            "decimalExact", "decimalOptionalInitial", "double", "doubleRequired",
            "doubleInitial", "float", "floatRequired", "floatInitial", "string",
            "stringRequired", "stringInitial", "boolean", "booleanRequired",
            "booleanInitial", "date", "dateRequired", "dateInitial", "binary",
            "binaryRequired", "uuid", "uuidRequired", "uuidInitial",
            "uuidOptionalInitial", "uri", "uriRequired", "uriInitial",
            "uriOptionalInitial", "transformable", "transformableRequired"
        ) VALUES (
            ?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17,
            ?18, ?19, ?20, ?21, ?22, ?23, ?24, ?25, ?26, ?27, ?28, ?29, ?30, ?31, ?32,
            ?33, ?34, ?35, ?36, ?37, ?38, ?39, ?40, ?41, ?42
        )
        ON CONFLICT ("_id") DO UPDATE SET
            "integer16" = excluded."integer16",
            "integer16Required" = excluded."integer16Required",
            "integer16Initial" = excluded."integer16Initial",
            "integer32" = excluded."integer32",
            "integer32Required" = excluded."integer32Required",
            "integer32Initial" = excluded."integer32Initial",
            "integer64" = excluded."integer64",
            "integer64Required" = excluded."integer64Required",
            "integer64Initial" = excluded."integer64Initial",
            "decimal" = excluded."decimal",
            "decimalRequired" = excluded."decimalRequired",
            "decimalInitial" = excluded."decimalInitial",
            "decimalExact" = excluded."decimalExact",
            "decimalOptionalInitial" = excluded."decimalOptionalInitial",
            "double" = excluded."double",
            "doubleRequired" = excluded."doubleRequired",
            "doubleInitial" = excluded."doubleInitial",
            "float" = excluded."float",
            "floatRequired" = excluded."floatRequired",
            "floatInitial" = excluded."floatInitial",
            "string" = excluded."string",
            "stringRequired" = excluded."stringRequired",
            "stringInitial" = excluded."stringInitial",
            "boolean" = excluded."boolean",
            "booleanRequired" = excluded."booleanRequired",
            "booleanInitial" = excluded."booleanInitial",
            "date" = excluded."date",
            "dateRequired" = excluded."dateRequired",
            "dateInitial" = excluded."dateInitial",
            "binary" = excluded."binary",
            "binaryRequired" = excluded."binaryRequired",
            "uuid" = excluded."uuid",
            "uuidRequired" = excluded."uuidRequired",
            "uuidInitial" = excluded."uuidInitial",
            "uuidOptionalInitial" = excluded."uuidOptionalInitial",
            "uri" = excluded."uri",
            "uriRequired" = excluded."uriRequired",
            "uriInitial" = excluded."uriInitial",
            "uriOptionalInitial" = excluded."uriOptionalInitial",
            "transformable" = excluded."transformable",
            "transformableRequired" = excluded."transformableRequired"
        """

    static let delete = """
        DELETE FROM "Everything" WHERE "_id" = ?1
        """

    static let deleteAll = """
        DELETE FROM "Everything"
        """

    static let count = """
        SELECT count(*) FROM "Everything"
        """
}

extension Everything: StoredRecord {
    static let statements = RecordStatements(entity)

    init(row: StoreRow) throws {
        self = try EverythingMapping.record(from: row)
    }

    func bind(to bindings: StoreBindings) throws {
        try EverythingMapping.bind(self, to: bindings)
    }
}
