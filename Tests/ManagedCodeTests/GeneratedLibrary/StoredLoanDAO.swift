// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Loans in Core Data.
struct StoredLoanDAO: LoanDAO, LibraryStack.ObjectDAO {
    typealias ObjectMap = LoanMapping

    let stack: LibraryStack
}

/// How loans stand in objects of the entity `Loan`.
nonisolated enum LoanMapping: LibraryStack.Mapping {
    static func identity(of object: LibraryStack.Object) throws -> Loan.Identity {
        try Loan.Identity(object.number())
    }

    static func record(from object: LibraryStack.Object) throws -> Loan {
        try Loan(
            identity: identity(of: object),
            due: object.value("due"),
            book: BookMapping.identity(of: object.requiredRelated("book", at: 2))
        )
    }

    static func fill(
        _ object: LibraryStack.Object,
        from loan: Loan
    ) throws {
        object.set(loan.due, "due")
    }

    static func relate(
        _ object: LibraryStack.Object,
        as loan: Loan,
        in records: LibraryStack.Records
    ) throws {
        try records.relate(object, "book", to: loan.book, BookMapping.self)
    }
}
