// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What words are made of.
extension Words: DescribedRecord {
    static let entity = EntityDescription(
        name: "Words",
        identity: "_id",
        attributes: [
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
            hash: values.string(1),
            description: values.string(2),
            self_: values.string(3),
            init_: values.string(4),
            class: values.string(5),
            default: values.string(6),
            identity_: values.string(7),
            columnValues_: values.string(8),
            hashValue_: values.string(9),
            entity: values.string(10),
            statements: values.string(11),
            protocol: values.string(12),
            in: values.string(13),
            is: values.string(14),
            store: values.string(15),
            connection: values.string(16),
            row: values.string(17),
            bindings: values.string(18),
            some: values.string(19),
            any: values.string(20),
            await: values.string(21),
            actor: values.string(22),
            debugDescription: values.string(23),
            objectID: values.string(24),
            isDeleted: values.string(25),
            copy: values.string(26),
            private: values.string(27),
            _2fast: values.string(28),
            überGröße: values.string(29),
            名前: values.string(30),
            bind: values.string(31),
            blank: values.string(32),
            values: values.string(33),
            manager: values.string(34),
            value: values.string(35),
            switch: values.int64(36).map(DataRecord.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
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
