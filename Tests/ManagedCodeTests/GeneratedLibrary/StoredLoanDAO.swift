// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import DataAccess

/// Loans in Core Data.
struct StoredLoanDAO: LoanDAO, LibraryStack.ObjectDAO {
    typealias Model = Loan
    typealias ObjectMap = LoanMapping

    let stack: LibraryStack
}
