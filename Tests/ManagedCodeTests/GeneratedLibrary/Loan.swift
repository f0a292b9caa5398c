// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A loan; `loans.save(…)` stores its changes.
struct Loan: NumberedRecord {
    /// nil until the loan has been saved.
    var identity: Identity?
    var due: Date?
    var book: Book.Identity
}

extension Loan: DescribedRecord {
    static let entity = EntityDescription("Loan").attributes([.date("due")]).relationships([
        .toOne("book", "Book", .required, onDelete: .deny)
    ])

    init(row: some ColumnReader) throws {
        try self.init(
            identity: row.int64(0).map(Identity.init),
            due: row.date(1),
            book: Book.Identity(row.required(row.string(2), 2))
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, due, book.value, at: 1)
    }
}

typealias LoanDAO = DataAccessObject<Loan>
