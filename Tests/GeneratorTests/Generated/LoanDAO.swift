// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with loans.
protocol LoanDAO: DataAccessObject where Model == Loan {
    /// Every loan, in the order of their identities.
    nonisolated(nonsending) func list() async throws -> [Loan]

    /// The loans that the query finds, in its order.
    nonisolated(nonsending) func list(_ query: DataQuery) async throws -> [Loan]

    /// The loan with this identity, or nil when there is none.
    nonisolated(nonsending) func retrieve(_ identity: Loan.Identity) async throws -> Loan?

    /// Inserts the loan, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    nonisolated(nonsending) func save(_ loan: Loan) async throws -> Loan

    /// Saves all of the loans, or none when it throws.
    @discardableResult
    nonisolated(nonsending) func save(_ loans: [Loan]) async throws -> [Loan]

    /// Deletes the loan with this identity. Returns whether there was one.
    @discardableResult
    nonisolated(nonsending) func delete(_ identity: Loan.Identity) async throws -> Bool

    /// Deletes every loan. Returns how many there were.
    @discardableResult
    nonisolated(nonsending) func deleteAll() async throws -> Int

    nonisolated(nonsending) func count() async throws -> Int
}

/// Loans in memory.
extension MemoryDAO: LoanDAO where Model == Loan {}
