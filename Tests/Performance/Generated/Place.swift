// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// A place; `places.save(…)` stores its changes.
struct Place: IdentifiedRecord {
    typealias Identity = RecordID<Place, Int64>
    var identity: Identity { Identity(id) }

    var id: Int64
    var name: String
    var country: String?
    var latitude: Double
    var population: Int64?
}

extension Place: StoredRecord {
    static let statements = EntityDescription("Place", identity: "id").attributes([
        .integer64("id", .required), .string("name", .required), .string("country"),
        .double("latitude", .required), .integer64("population"),
    ]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            id: row.required(row.int64(0), 0),
            name: row.required(row.string(1), 1),
            country: row.string(2),
            latitude: row.required(row.double(3), 3),
            population: row.int64(4)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, name, country, latitude, population, at: 1)
    }
}

typealias PlaceDAO = DataAccessObject<Place>
