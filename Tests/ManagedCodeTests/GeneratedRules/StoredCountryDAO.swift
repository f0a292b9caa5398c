// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Countries in Core Data.
struct StoredCountryDAO: CountryDAO, RulesStack.ObjectDAO {
    typealias Model = Country
    typealias ObjectMap = CountryMapping

    let stack: RulesStack
}
