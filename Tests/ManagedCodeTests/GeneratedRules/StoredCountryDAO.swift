// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Countries in Core Data.
struct StoredCountryDAO: CountryDAO, RulesStack.ObjectDAO {
    typealias Model = Country
    typealias ObjectMap = CountryMapping

    let stack: RulesStack
}

/// How countries stand in objects of the entity `Country`.
nonisolated enum CountryMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Country.Identity {
        try Country.Identity(object.required("code", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Country {
        try Country(
            code: object.required("code", at: 0),
            founded: object.value("founded"),
            people: object.value("people"),
            tally: object.value("tally")
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from country: Country
    ) throws {
        object.set(country.code, "code")
        object.set(country.founded, "founded")
        object.set(country.people, "people")
    }

    static func relate(
        _ object: RulesStack.Object,
        as country: Country,
        in records: RulesStack.Records
    ) throws {
        // It holds no identities of others.
    }
}
