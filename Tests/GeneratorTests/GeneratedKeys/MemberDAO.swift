// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// What can be done with members.
protocol MemberDAO: DataAccessObject where Model == Member {
    /// Every member, in the order of their identities.
    func list() async throws -> [Member]

    /// The members that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Member]

    /// The member with this identity, or nil when there is none.
    func retrieve(_ identity: Member.Identity) async throws -> Member?

    /// Inserts the member, or replaces the one with its identity or with unique values of it;
    /// without an identity it is given a new one. Returns it as stored.
    @discardableResult
    func save(_ member: Member) async throws -> Member

    /// Saves all of the members, or none when it throws.
    @discardableResult
    func save(_ members: [Member]) async throws -> [Member]

    /// Deletes the member with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Member.Identity) async throws -> Bool

    /// Deletes every member. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

extension MemberDAO {
    /// The member with these values, of which there is one at most.
    func retrieve(site: Site.Identity, seat: Int16) async throws -> Member? {
        try await retrieve(unique: ["site": StoredValue(site.value), "seat": StoredValue(seat)])
    }

    /// The member with these values, of which there is one at most.
    func retrieve(email: String, since: Date) async throws -> Member? {
        try await retrieve(unique: ["email": StoredValue(email), "since": StoredValue(since)])
    }
}

/// Members in memory.
extension MemoryDAO: MemberDAO where Model == Member {}
