// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Villages in Core Data.
struct StoredVillageDAO: VillageDAO, RulesStack.ObjectDAO {
    typealias Model = Village
    typealias ObjectMap = VillageMapping

    let stack: RulesStack
}

/// How villages stand in objects of the entity `Village`.
nonisolated enum VillageMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Village.Identity {
        try Village.Identity(object.required("id", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Village {
        try Village(
            id: object.required("id", at: 0),
            name: object.required("name", at: 1),
            searchName: object.value("searchName") ?? "",
            area: object.value("area"),
            country: object.related("country").map(CountryMapping.identity),
            nearest: object.related("nearest").map(TownMapping.identity)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from village: Village
    ) throws {
        object.set(village.id, "id")
        object.set(village.name, "name")
        object.set(village.area, "area")
    }

    static func relate(
        _ object: RulesStack.Object,
        as village: Village,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "country", to: village.country, CountryMapping.self)
        try records.relate(object, "nearest", to: village.nearest, TownMapping.self)
    }
}
