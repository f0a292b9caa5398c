// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Towns in Core Data.
struct StoredTownDAO: TownDAO, RulesStack.ObjectDAO {
    typealias Model = Town
    typealias ObjectMap = TownMapping

    let stack: RulesStack
}
