import CacheStore
import DataAccess
import Foundation
import Testing

/// The type of a derived attribute may differ from that of the values from which it is computed.
@Test func aDerivedNumberIsTheSameWithAndWithoutADatabase() async throws {
    let model = StoreModel(name: "Stall", records: [Fruit.self])
    try await check(StoreDAO<Fruit>(store: CacheStore(inMemory: model)))
    try await check(MemoryDAO<Fruit>(store: MemoryStore(model)))
}

/// Added in another order, the weights have the sum 1.
@Test func aDerivedSumInMemoryIsTheSameInEachRun() async throws {
    let model = StoreModel(name: "Crates", records: [Crate.self])
    let crates = MemoryDAO<Crate>(store: MemoryStore(model))
    for _ in 0..<30 {
        let outer = try await crates.save(Crate())
        let weights = [1e16, 1, -1e16]
        _ = try await crates.save(weights.map { Crate(weight: $0, crate: outer.identity) })
        let identity = try #require(outer.identity)
        #expect(try await crates.retrieve(identity)?.total == 0)
    }
}

private func check(_ fruits: any DataAccessObject<Fruit>) async throws {
    let basket = try await fruits.save(Fruit(weight: 12.75, name: "pear", code: "9007199254740993"))
    _ = try await fruits.save([
        Fruit(value: 4, price: Decimal(string: "9.5"), weight: 0.25, basket: basket.identity),
        Fruit(value: 5, price: Decimal(string: "10.25"), weight: 2, basket: basket.identity),
    ])
    let identity = try #require(basket.identity)
    let found = try #require(try await fruits.retrieve(identity))
    #expect(found.stars == 4)
    #expect(found.dearest == 10.25)
    #expect(found.lightest == Decimal(string: "0.25"))
    #expect(found.grams == 12)
    #expect(found.number == 9_007_199_254_740_993)
    // Text that is not a number gives no number.
    #expect(found.size == nil)
    // The result of a save has the derived attributes that were given.
    var changed = found
    changed.grams = 1
    #expect(try await fruits.save(changed) == changed)
    #expect(try await fruits.retrieve(identity) == found)
    for filter in ["stars > 4", "dearest > 10", "lightest < 1"] {
        #expect(try await fruits.count(DataQuery(filter: DataQuery.Filter(filter))) == 1)
    }
}

/// A fruit, or a basket with other fruits.
private struct Fruit: NumberedRecord {
    var identity: RecordID<Fruit, Int64>?
    var stars: Int16?
    var dearest: Double?
    var lightest: Decimal?
    var grams: Int32?
    var number: Int64?
    var size: Int32?
    var value: Int16?
    var price: Decimal?
    var weight: Double?
    var name: String?
    var code: String?
    var basket: Fruit.Identity?
}

extension Fruit: StoredRecord {
    static let statements = EntityDescription("Fruit").attributes([
        .integer16("stars").with(
            derivation: "fruits.@avg.value",
            computation: aggregate("avg(f.value)")
        ),
        .double("dearest").with(
            derivation: "fruits.@max.price",
            computation: aggregate("f.price", "ORDER BY store_real(f.price) DESC LIMIT 1")
        ),
        .decimal("lightest").with(
            derivation: "fruits.@min.weight",
            computation: aggregate("min(f.weight)")
        ),
        .integer32("grams").with(derivation: "weight", computation: "computed.weight"),
        .integer64("number").with(derivation: "code", computation: "computed.code"),
        .integer32("size").with(derivation: "name", computation: "computed.name"),
        .integer16("value"), .decimal("price"), .double("weight"), .string("name"), .string("code"),
    ]).relationships([.toMany("fruits", "Fruit", by: "basket"), .toOne("basket", "Fruit")])
        .statements

    private static func aggregate(_ value: String, _ tail: String = "") -> String {
        "(SELECT \(value) FROM Fruit AS f WHERE f.basket = computed._id \(tail))"
    }

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            stars: row.int16(1),
            dearest: row.double(2),
            lightest: row.decimal(3),
            grams: row.int32(4),
            number: row.int64(5),
            size: row.int32(6),
            value: row.int16(7),
            price: row.decimal(8),
            weight: row.double(9),
            name: row.string(10),
            code: row.string(11),
            basket: row.int64(12).map(Identity.init)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, stars, dearest, lightest, at: 1)
        try row.bind(grams, number, size, value, at: 5)
        try row.bind(price, weight, name, code, basket?.value, at: 9)
    }
}

/// A crate that can contain other crates.
private struct Crate: NumberedRecord {
    var identity: RecordID<Crate, Int64>?
    var total: Double?
    var weight: Double?
    var crate: Crate.Identity?
}

extension Crate: StoredRecord {
    static let statements = EntityDescription("Crate").attributes([
        .double("total").with(
            derivation: "crates.@sum.weight",
            computation: "(SELECT total(c.weight) FROM Crate AS c WHERE c.crate = computed._id)"
        ),
        .double("weight"),
    ]).relationships([.toMany("crates", "Crate", by: "crate"), .toOne("crate", "Crate")])
        .statements

    init(row: some ColumnReader) throws {
        self.init(
            identity: row.int64(0).map(Identity.init),
            total: row.double(1),
            weight: row.double(2),
            crate: row.int64(3).map(Identity.init)
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, total, weight, crate?.value, at: 1)
    }
}
