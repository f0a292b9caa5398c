import CacheStore
import DataAccess
import Foundation

struct Place: StoredRecord, NumberedRecord {
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

    var identity: Identity? {
        get { id.map(Identity.init) }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, name: String) {
        self.id = id
        self.name = name
    }

    init(row: some ColumnReader) throws {
        self.init(id: row.int64(0), name: try row.required(row.string(1), 1))
    }

    static func blank() -> Place { Place(name: "") }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(name, at: 2)
    }
}

func json(_ names: String...) -> String {
    let items = names.enumerated().map { #"{"id": \#($0 + 1), "name": "\#($1)"}"# }
    return "[\(items.joined(separator: ","))]"
}
