// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Capitals in Core Data.
struct StoredCapitalDAO: CapitalDAO, RulesStack.ObjectDAO {
    typealias Model = Capital
    typealias ObjectMap = CapitalMapping

    let stack: RulesStack
}
