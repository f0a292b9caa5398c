// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Visits in Core Data.
struct StoredVisitDAO: VisitDAO, RulesStack.ObjectDAO {
    typealias Model = Visit
    typealias ObjectMap = VisitMapping

    let stack: RulesStack
}
