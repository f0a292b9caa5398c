// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Towns in Core Data.
struct StoredTownDAO: TownDAO, RulesStack.ObjectDAO {
    typealias Model = Town
    typealias ObjectMap = TownMapping

    let stack: RulesStack
}

/// How towns stand in objects of the entity `Town`.
nonisolated enum TownMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Town.Identity {
        try Town.Identity(object.required("id", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Town {
        try Town(
            id: object.required("id", at: 0),
            name: object.required("name", at: 1),
            searchName: object.value("searchName") ?? "",
            area: object.required("area", at: 3),
            code: object.value("code"),
            country: object.related("country").map(CountryMapping.identity)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from town: Town
    ) throws {
        object.set(town.id, "id")
        object.set(town.name, "name")
        object.set(town.area, "area")
        object.set(town.code, "code")
    }

    static func relate(
        _ object: RulesStack.Object,
        as town: Town,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "country", to: town.country, CountryMapping.self)
    }
}
