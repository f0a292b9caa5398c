import CacheStore
import DataAccess
import Foundation

struct Place: StoredRecord {
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) { self.value = value }
    }

    static let entity = EntityDescription(
        name: "Place",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("name", .string, isOptional: false),
        ]
    )
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Places",
        statements: [
            "CREATE TABLE \"Place\" (\"id\" INTEGER PRIMARY KEY, \"name\" TEXT NOT NULL)"
        ],
        entities: [entity]
    )

    var id: Int64?
    var name: String

    var identity: Identity? { id.map(Identity.init) }
    var columnValues: ValueRow { ValueRow([StoredValue(id), StoredValue(name)]) }

    init(id: Int64? = nil, name: String) {
        self.id = id
        self.name = name
    }

    init(columnValues values: ValueRow) throws {
        self.init(id: values.int64(0), name: try values.required(values.string(1), 1))
    }

    init(row: StoreRow) throws {
        self.init(id: row.int64(0), name: try row.required(row.string(1), 1))
    }

    static func blank() -> Place { Place(name: "") }

    func bind(to bindings: StoreBindings) throws {
        try bindings.bind(id, at: 1)
        try bindings.bind(name, at: 2)
    }
}

func json(_ names: String...) -> String {
    let items = names.enumerated().map { #"{"id": \#($0 + 1), "name": "\#($1)"}"# }
    return "[\(items.joined(separator: ","))]"
}
