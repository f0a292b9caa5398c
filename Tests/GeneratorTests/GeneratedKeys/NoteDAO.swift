// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// What can be done with notes.
protocol NoteDAO: DataAccessObject where Model == Note {
    /// Every note, in the order of their identities.
    func list() async throws -> [Note]

    /// The notes that the query finds, in its order.
    func list(_ query: DataQuery) async throws -> [Note]

    /// The note with this identity, or nil when there is none.
    func retrieve(_ identity: Note.Identity) async throws -> Note?

    /// Inserts the note, or replaces the one with its identity; without an identity it is given
    /// a new one. Returns it as stored.
    @discardableResult
    func save(_ note: Note) async throws -> Note

    /// Saves all of the notes, or none when it throws.
    @discardableResult
    func save(_ notes: [Note]) async throws -> [Note]

    /// Deletes the note with this identity. Returns whether there was one.
    @discardableResult
    func delete(_ identity: Note.Identity) async throws -> Bool

    /// Deletes every note. Returns how many there were.
    @discardableResult
    func deleteAll() async throws -> Int

    func count() async throws -> Int
}

/// Notes in memory.
extension MemoryDAO: NoteDAO where Model == Note {}
