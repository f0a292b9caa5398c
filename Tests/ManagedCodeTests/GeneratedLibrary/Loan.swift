// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

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

/// What can be done with loans.
protocol LoanDAO: DataAccessObject where Model == Loan {
    /// Every loan, in the order of their identities.
    func list() async throws -> [Loan]

    /// The loans that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Loan]

    /// The loan with this identity, or nil when there is none.
    func retrieve(_ identity: Loan.Identity) async throws -> Loan?

    /// Inserts the loan, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ loan: Loan) async throws -> Loan

    /// Saves all of the loans, or none when it throws.
    @discardableResult
    func save(_ loans: [Loan]) async throws -> [Loan]

    /// Deletes the loan with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Loan.Identity) async throws -> Bool

    /// Deletes every loan. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Loans in memory.
extension MemoryDAO: LoanDAO where Model == Loan {}

/// Loans in Core Data.
extension ManagedDAO: LoanDAO where Model == Loan {}
