// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Places in Core Data.
struct StoredPlaceDAO: PlaceDAO, RulesStack.ObjectDAO {
    typealias Model = Place
    typealias ObjectMap = PlaceMapping

    let stack: RulesStack
}
