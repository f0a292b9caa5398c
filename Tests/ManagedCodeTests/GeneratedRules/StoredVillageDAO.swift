// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Villages in Core Data.
struct StoredVillageDAO: VillageDAO, RulesStack.ObjectDAO {
    typealias Model = Village
    typealias ObjectMap = VillageMapping

    let stack: RulesStack
}
