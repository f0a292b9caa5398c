/// What is put into the tables: the same rows each time, in 200 countries.
enum Rows {
    static let count = 200_000

    static func raw(_ index: Int) -> Raw.Row {
        Raw.Row(
            id: Int64(index),
            name: "place number \((index * 7919) % count)",
            latitude: Double(index % 180_000) / 1000 - 90,
            population: index % 7 == 0 ? nil : Int64(index * 13),
            country: index % 5 == 0 ? nil : "C\(index % 200)"
        )
    }

    static func town(_ index: Int) -> Town {
        let row = raw(index)
        return Town(
            id: row.id,
            name: row.name,
            latitude: row.latitude,
            population: row.population,
            country: row.country.map(Country.Identity.init)
        )
    }

    static func spot(_ index: Int) -> Spot {
        let row = raw(index)
        return Spot(
            id: row.id,
            name: row.name,
            latitude: row.latitude,
            population: row.population,
            country: row.country
        )
    }

    static let countries = (0..<200).map { Country(code: "C\($0)", name: "country \($0)") }

    static let sights = (0..<500).map {
        Sight(id: Int64($0), name: "sight \($0 % 50)", town: Town.Identity(Int64($0 * 400)))
    }

    /// In an order that is not the table's.
    static func identities(_ count: Int) -> [Int64] {
        (0..<count).map { Int64(($0 * 7919) % Self.count) }
    }
}
