// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Places in Core Data.
struct StoredPlaceDAO: PlaceDAO, RulesStack.ObjectDAO {
    typealias Model = Place
    typealias ObjectMap = PlaceMapping

    let stack: RulesStack
}

/// How places stand in objects of the entity `Place`.
nonisolated enum PlaceMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Place.Identity {
        try Place.Identity(object.required("id", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Place {
        try Place(
            id: object.required("id", at: 0),
            name: object.required("name", at: 1),
            searchName: object.value("searchName") ?? "",
            country: object.related("country").map(CountryMapping.identity)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from place: Place
    ) throws {
        object.set(place.id, "id")
        object.set(place.name, "name")
    }

    static func relate(
        _ object: RulesStack.Object,
        as place: Place,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "country", to: place.country, CountryMapping.self)
    }
}
