import CacheStore
import DataAccess

/// A record whose answers are trees.
struct Folder: IdentifiedRecord {
    typealias Identity = RecordID<Folder, Int64>
    var identity: Identity { Identity(id) }

    var id: Int64
    var name: String
    var parent: Identity?
}

extension Folder: StoredRecord {
    static let statements = EntityDescription("Folder", identity: "id").attributes([
        .integer64("id", .required), .string("name", .required),
    ]).relationships([
        .toOne("parent", "Folder"), .toMany("children", "Folder", by: "parent"),
    ]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            parent: row.int64(2).map { Identity($0) }
        )
    }

    func bind(to row: any ColumnBinder) throws { try row.bind(id, name, parent?.value, at: 1) }

    static let model = StoreModel(name: "Folders", records: [Folder.self])
}
