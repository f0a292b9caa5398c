// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// A words, as a value: changes are kept once `words.save(…)` has stored them.
struct Words: Record {
    /// What tells one words from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the words has been saved.
    var identity: Identity?
    var `inout`: String?
    var hash: String?
    var description: String?
    var self_: String?
    var init_: String?
    var `class`: String?
    var `default`: String?
    var identity_: String?
    var columnValues_: String?
    var hashValue_: String?
    var entity: String?
    var statements: String?
    var `protocol`: String?
    var `in`: String?
    var `is`: String?
    var store: String?
    var connection: String?
    var row: String?
    var bindings: String?
    var some: String?
    var any: String?
    var `await`: String?
    var actor: String?
    var debugDescription: String?
    var objectID: String?
    var isDeleted: String?
    var `copy`: String?
    var `private`: String?
    var _2fast: String?
    var überGröße: String?
    var 名前: String?
    var bind: String?
    var blank: String?
    var values: String?
    var manager: String?
    var value: String?
    /// The `switch`'s identity; `manager.`switch`(of: words)` gives the record.
    var `switch`: DataRecord.Identity?
}

/// What words are made of.
extension Words: DescribedRecord {
    static let entity = EntityDescription(
        name: "Words",
        identity: "_id",
        attributes: [
            AttributeDescription("inout", .string),
            AttributeDescription("hash", .string),
            AttributeDescription("description", .string),
            AttributeDescription("Self", .string),
            AttributeDescription("init", .string),
            AttributeDescription("class", .string),
            AttributeDescription("default", .string),
            AttributeDescription("identity", .string),
            AttributeDescription("columnValues", .string),
            AttributeDescription("hashValue", .string),
            AttributeDescription("entity", .string),
            AttributeDescription("statements", .string),
            AttributeDescription("Protocol", .string),
            AttributeDescription("in", .string),
            AttributeDescription("is", .string),
            AttributeDescription("store", .string),
            AttributeDescription("connection", .string),
            AttributeDescription("row", .string),
            AttributeDescription("bindings", .string),
            AttributeDescription("some", .string),
            AttributeDescription("any", .string),
            AttributeDescription("await", .string),
            AttributeDescription("actor", .string),
            AttributeDescription("debugDescription", .string),
            AttributeDescription("objectID", .string),
            AttributeDescription("isDeleted", .string),
            AttributeDescription("copy", .string),
            AttributeDescription("_private", .string),
            AttributeDescription("2fast", .string),
            AttributeDescription("über_größe", .string),
            AttributeDescription("名前", .string),
            AttributeDescription("bind", .string),
            AttributeDescription("blank", .string),
            AttributeDescription("values", .string),
            AttributeDescription("manager", .string),
            AttributeDescription("value", .string),
        ],
        relationships: [
            RelationshipDescription(
                "switch",
                to: "Data",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ]
    )

    static func blank() -> Words {
        Words()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Words.Identity.init),
            `inout`: values.string(1),
            hash: values.string(2),
            description: values.string(3),
            self_: values.string(4),
            init_: values.string(5),
            class: values.string(6),
            default: values.string(7),
            identity_: values.string(8),
            columnValues_: values.string(9),
            hashValue_: values.string(10),
            entity: values.string(11),
            statements: values.string(12),
            protocol: values.string(13),
            in: values.string(14),
            is: values.string(15),
            store: values.string(16),
            connection: values.string(17),
            row: values.string(18),
            bindings: values.string(19),
            some: values.string(20),
            any: values.string(21),
            await: values.string(22),
            actor: values.string(23),
            debugDescription: values.string(24),
            objectID: values.string(25),
            isDeleted: values.string(26),
            copy: values.string(27),
            private: values.string(28),
            _2fast: values.string(29),
            überGröße: values.string(30),
            名前: values.string(31),
            bind: values.string(32),
            blank: values.string(33),
            values: values.string(34),
            manager: values.string(35),
            value: values.string(36),
            switch: values.int64(37).map(DataRecord.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(`inout`),
            StoredValue(hash),
            StoredValue(description),
            StoredValue(self_),
            StoredValue(init_),
            StoredValue(`class`),
            StoredValue(`default`),
            StoredValue(identity_),
            StoredValue(columnValues_),
            StoredValue(hashValue_),
            StoredValue(entity),
            StoredValue(statements),
            StoredValue(`protocol`),
            StoredValue(`in`),
            StoredValue(`is`),
            StoredValue(store),
            StoredValue(connection),
            StoredValue(row),
            StoredValue(bindings),
            StoredValue(some),
            StoredValue(any),
            StoredValue(`await`),
            StoredValue(actor),
            StoredValue(debugDescription),
            StoredValue(objectID),
            StoredValue(isDeleted),
            StoredValue(`copy`),
            StoredValue(`private`),
            StoredValue(_2fast),
            StoredValue(überGröße),
            StoredValue(名前),
            StoredValue(bind),
            StoredValue(blank),
            StoredValue(values),
            StoredValue(manager),
            StoredValue(value),
            StoredValue(`switch`?.value),
        ])
    }
}
