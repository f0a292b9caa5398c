// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import ManagedStore

/// A shelf, as a value: changes are kept once `shelves.save(…)` has stored them.
struct Shelf: Record {
    /// What tells one shelf from another: the value of `id`.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    var id: Int64?
    var room: String? = "hall \"A\""

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        id.map(Identity.init)
    }
}

/// What shelves are made of.
extension Shelf: DescribedRecord {
    static let entity = EntityDescription(
        name: "Shelf",
        identity: "id",
        attributes: [
            AttributeDescription("id", .integer64),
            AttributeDescription("room", .string, initial: StoredValue("hall \"A\"")),
        ],
        relationships: [
            RelationshipDescription(
                "books",
                to: "Book",
                isToMany: true,
                storage: .inverse("shelf")
            )
        ]
    )

    static func blank() -> Shelf {
        Shelf()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            id: values.int64(0),
            room: values.string(1)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(id),
            StoredValue(room),
        ])
    }
}

/// What can be done with shelves.
protocol ShelfDAO: DataAccessObject where Model == Shelf {
    /// Every shelf, in the order of their identities.
    func list() async throws -> [Shelf]

    /// The shelves that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Shelf]

    /// The shelf with this identity, or nil when there is none.
    func retrieve(_ identity: Shelf.Identity) async throws -> Shelf?

    /// Inserts the shelf, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ shelf: Shelf) async throws -> Shelf

    /// Saves all of the shelves, or none when it throws.
    @discardableResult
    func save(_ shelves: [Shelf]) async throws -> [Shelf]

    /// Deletes the shelf with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Shelf.Identity) async throws -> Bool

    /// Deletes every shelf. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Shelves in memory.
extension MemoryDAO: ShelfDAO where Model == Shelf {}

/// Shelves in Core Data.
extension ManagedDAO: ShelfDAO where Model == Shelf {}
