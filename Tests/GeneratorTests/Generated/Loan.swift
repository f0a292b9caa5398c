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

/// What loans are made of.
extension Loan: DescribedRecord {
    static let entity = EntityDescription(
        name: "Loan",
        identity: "_id",
        attributes: [
            AttributeDescription("due", .date)
        ],
        relationships: [
            RelationshipDescription(
                "book",
                to: "Book",
                isOptional: false,
                whenDestinationIsDeleted: .deny,
                storage: .column
            )
        ]
    )

    static func blank() -> Loan {
        Loan(book: Book.Identity(""))
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Loan.Identity.init),
            due: values.date(1),
            book: Book.Identity(values.required(values.string(2), 2))
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(due),
            StoredValue(book.value),
        ])
    }
}
