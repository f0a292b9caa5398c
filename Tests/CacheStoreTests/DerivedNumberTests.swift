import CacheStore
import DataAccess
import Foundation
import Testing

/// The type of a derived attribute may differ from that of the values from which it is computed.
@Test func aDerivedNumberIsTheSameWithAndWithoutADatabase() async throws {
    let model = StoreModel(name: "Stall", records: [Fruit.self, Rating.self])
    let database = try CacheStore(inMemory: model)
    let memory = MemoryStore(model)
    try await check(StoreDAO<Fruit>(store: database), StoreDAO<Rating>(store: database))
    try await check(MemoryDAO<Fruit>(store: memory), MemoryDAO<Rating>(store: memory))
}

private func check(
    _ fruits: any DataAccessObject<Fruit>,
    _ ratings: any DataAccessObject<Rating>
) async throws {
    let fruit = try await fruits.save(Fruit(weight: 12.75))
    _ = try await ratings.save([
        Rating(value: 4, price: Decimal(string: "9.5"), weight: 0.25, fruit: fruit.identity),
        Rating(value: 5, price: Decimal(string: "10.25"), weight: 2, fruit: fruit.identity),
    ])
    let found = try #require(try await fruits.list().first)
    #expect(found.stars == 4)
    #expect(found.dearest == 10.25)
    #expect(found.lightest == Decimal(string: "0.25"))
    #expect(found.grams == 12)
    for filter in ["stars > 4", "dearest > 10", "lightest < 1"] {
        #expect(try await fruits.count(DataQuery(filter: DataQuery.Filter(filter))) == 1)
    }
}

private struct Fruit: NumberedRecord {
    var identity: RecordID<Fruit, Int64>?
    var stars: Int16?
    var dearest: Double?
    var lightest: Decimal?
    var grams: Int32?
    var weight: Double?
}

extension Fruit: StoredRecord {
    static let statements = EntityDescription("Fruit").attributes([
        .integer16("stars").with(
            derivation: "ratings.@avg.value",
            computation: aggregate("avg(r.value)")
        ),
        .double("dearest").with(
            derivation: "ratings.@max.price",
            computation: aggregate("r.price", "ORDER BY store_real(r.price) DESC LIMIT 1")
        ),
        .decimal("lightest").with(
            derivation: "ratings.@min.weight",
            computation: aggregate("min(r.weight)")
        ),
        .integer32("grams").with(derivation: "weight", computation: "computed.weight"),
        .double("weight"),
    ]).relationships([.toMany("ratings", "Rating", by: "fruit")]).statements

    private static func aggregate(_ value: String, _ tail: String = "") -> String {
        "(SELECT \(value) FROM Rating AS r WHERE r.fruit = computed._id \(tail))"
    }

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            stars: row.int16(1),
            dearest: row.double(2),
            lightest: row.decimal(3),
            grams: row.int32(4),
            weight: row.double(5)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, stars, dearest, lightest, grams, weight, at: 1)
    }
}

private struct Rating: NumberedRecord {
    var identity: RecordID<Rating, Int64>?
    var value: Int16?
    var price: Decimal?
    var weight: Double?
    var fruit: Fruit.Identity?
}

extension Rating: StoredRecord {
    static let statements = EntityDescription("Rating").attributes([
        .integer16("value"), .decimal("price"), .double("weight"),
    ]).relationships([.toOne("fruit", "Fruit")]).statements

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            value: row.int16(1),
            price: row.decimal(2),
            weight: row.double(3),
            fruit: row.int64(4).map(Fruit.Identity.init)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, value, price, weight, fruit?.value, at: 1)
    }
}
