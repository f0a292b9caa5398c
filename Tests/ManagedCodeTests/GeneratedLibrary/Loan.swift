// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A loan, as a value: changes are kept once `loans.save(…)` has stored them.
struct Loan: Record {
    /// What tells one loan from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the loan has been saved.
    var identity: Identity?
    var due: Date?
    /// The book's identity; `manager.book(of: loan)` gives the record.
    var book: Book.Identity
}
