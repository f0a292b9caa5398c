// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation
import ManagedStore

/// An author, as a value: changes are kept once `authors.save(…)` has stored them.
struct Author: Record {
    /// What tells one author from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var born: Date?
    var id: String?
    var name: String = ""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}

/// What authors are made of.
extension Author: DescribedRecord {
    static let entity = EntityDescription(
        name: "Author",
        identity: "id",
        attributes: [
            AttributeDescription("born", .date),
            AttributeDescription("id", .string),
            AttributeDescription("name", .string, isOptional: false, initial: StoredValue("")),
        ],
        relationships: [
            RelationshipDescription(
                "books",
                to: "Book",
                isToMany: true,
                storage: .inverse("author")
            )
        ]
    )

    static func blank() -> Author {
        Author()
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            born: values.date(0),
            id: values.string(1),
            name: values.required(values.string(2), 2)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(born),
            StoredValue(id),
            StoredValue(name),
        ])
    }
}

/// What can be done with authors.
protocol AuthorDAO: DataAccessObject where Model == Author {
    /// Every author, in the order of their identities.
    func list() async throws -> [Author]

    /// The authors that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Author]

    /// The author with this identity, or nil when there is none.
    func retrieve(_ identity: Author.Identity) async throws -> Author?

    /// Inserts the author, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ author: Author) async throws -> Author

    /// Saves all of the authors, or none when it throws.
    @discardableResult
    func save(_ authors: [Author]) async throws -> [Author]

    /// Deletes the author with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Author.Identity) async throws -> Bool

    /// Deletes every author. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Authors in memory.
extension MemoryDAO: AuthorDAO where Model == Author {}

/// Authors in Core Data.
extension ManagedDAO: AuthorDAO where Model == Author {}
