// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Capitals in Core Data.
struct StoredCapitalDAO: CapitalDAO, RulesStack.ObjectDAO {
    typealias Model = Capital
    typealias ObjectMap = CapitalMapping

    let stack: RulesStack
}

/// How capitals stand in objects of the entity `Capital`.
nonisolated enum CapitalMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Capital.Identity {
        try Capital.Identity(object.required("id", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Capital {
        try Capital(
            id: object.required("id", at: 0),
            name: object.required("name", at: 1),
            searchName: object.value("searchName") ?? "",
            area: object.required("area", at: 3),
            code: object.value("code"),
            changed: object.value("changed"),
            seat: object.value("seat"),
            country: object.related("country").map(CountryMapping.identity)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from capital: Capital
    ) throws {
        object.set(capital.id, "id")
        object.set(capital.name, "name")
        object.set(capital.area, "area")
        object.set(capital.code, "code")
        object.set(capital.seat, "seat")
    }

    static func relate(
        _ object: RulesStack.Object,
        as capital: Capital,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "country", to: capital.country, CountryMapping.self)
    }
}
