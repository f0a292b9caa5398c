import Foundation
import GRDB

/// What the benchmarks of the store put into it: the same rows each time.
enum Rows {
    static let insert = """
        INSERT INTO "Place" ("id", "name", "country", "latitude", "population")
        VALUES (?1, ?2, ?3, ?4, ?5) ON CONFLICT ("id") DO UPDATE SET
            "name" = excluded."name", "country" = excluded."country",
            "latitude" = excluded."latitude", "population" = excluded."population"
        """

    static func place(_ index: Int) -> Place {
        Place(
            id: Int64(index),
            name: "place number \((index * 7919) % 200_000)",
            country: index % 5 == 0 ? nil : "country \(index % 200)",
            latitude: Double(index % 180_000) / 1000 - 90,
            population: index % 7 == 0 ? nil : Int64(index * 13)
        )
    }

    static func raw(_ place: Place) -> RawSQLite.Place {
        RawSQLite.Place(
            id: place.id,
            name: place.name,
            country: place.country,
            latitude: place.latitude,
            population: place.population
        )
    }

    static func json(_ place: Place) -> String {
        let country = place.country.map { "\"\($0)\"" } ?? "null"
        let population = place.population.map(String.init) ?? "null"
        return
            #"{"id": \#(place.id), "name": "\#(place.name)", "country": \#(country), "latitude": \#(place.latitude), "population": \#(population)}"#
    }

    static func read(_ json: Data) throws -> [RawSQLite.Place] {
        let items = try JSONSerialization.jsonObject(with: json) as? [[String: Any]] ?? []
        return items.map { item in
            RawSQLite.Place(
                id: item["id"] as? Int64 ?? 0,
                name: item["name"] as? String ?? "",
                country: item["country"] as? String,
                latitude: item["latitude"] as? Double ?? 0,
                population: item["population"] as? Int64
            )
        }
    }
}

struct CodablePlace: Codable, FetchableRecord, PersistableRecord {
    static let databaseTableName = "Place"

    var id: Int64
    var name: String
    var country: String?
    var latitude: Double
    var population: Int64?

    init(_ place: Place) {
        id = place.id
        name = place.name
        country = place.country
        latitude = place.latitude
        population = place.population
    }
}
