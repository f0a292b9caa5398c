// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.lockers.list()              [Locker], every one
//     manager.lockers.retrieve(identity)  Locker?, the one
//     manager.lockers.save(locker)        inserts or updates; also [Locker]
//     manager.lockers.delete(identity)    Bool, whether there was one
//     manager.lockers.deleteAll()         Int, how many there were
//     manager.lockers.count()             Int
//     manager.team(of: locker)            Team?
//     manager.notes.list()                [Note], every one
//     manager.notes.retrieve(identity)    Note?, the one
//     manager.notes.save(note)            inserts or updates; also [Note]
//     manager.notes.delete(identity)      Bool, whether there was one
//     manager.notes.deleteAll()           Int, how many there were
//     manager.notes.count()               Int
//     manager.person(of: note)            Person?
//     manager.people.list()               [Person], every one
//     manager.people.retrieve(identity)   Person?, the one
//     manager.people.save(person)         inserts or updates; also [Person]
//     manager.people.delete(identity)     Bool, whether there was one
//     manager.people.deleteAll()          Int, how many there were
//     manager.people.count()              Int
//     manager.notes(of: person)           [Note]
//     manager.team(of: person)            Team?
//     manager.teams.list()                [Team], every one
//     manager.teams.retrieve(identity)    Team?, the one
//     manager.teams.save(team)            inserts or updates; also [Team]
//     manager.teams.delete(identity)      Bool, whether there was one
//     manager.teams.deleteAll()           Int, how many there were
//     manager.teams.count()               Int
//     manager.lockers(of: team)           [Locker]
//     manager.members(of: team)           [Person]
//
// The manager: `let manager = try ClubManager.shared` for the application's file, or
// `try ClubManager(fileAt: path)`, or `try ClubManager.inMemory()`.
// An identity is made from its value: Locker.Identity("…").

import CacheStore

/// The store of the model Club.
struct ClubManager: Sendable {
    let lockers: any LockerDAO
    let notes: any NoteDAO
    let people: any PersonDAO
    let teams: any TeamDAO

    /// What generated queries run on.
    let store: CacheStore

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: ClubManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try ClubManager(fileAt: DefaultStoreFile.path(forModel: "Club"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: ClubModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> ClubManager {
        ClubManager(store: try CacheStore(inMemory: ClubModel.definition))
    }

    private init(store: CacheStore) {
        self.store = store
        lockers = StoredLockerDAO(store: store)
        notes = StoredNoteDAO(store: store)
        people = StoredPersonDAO(store: store)
        teams = StoredTeamDAO(store: store)
    }

    /// The path of the file; nil in memory.
    var path: String? { store.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try store.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try CacheStore.removeFiles(at: path)
    }
}

// Relationships.
extension ClubManager {
    /// The team of the locker, or nil when it has none.
    func team(of locker: Locker) async throws -> Team? {
        guard let identity = locker.team else { return nil }
        return try await teams.retrieve(identity)
    }

    /// The person of the note, or nil when it has none.
    func person(of note: Note) async throws -> Person? {
        return try await people.retrieve(note.person)
    }

    /// The notes of the person, in the order of their identities.
    func notes(of person: Person) async throws -> [Note] {
        guard let identity = person.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "text", "person"
                FROM "Note"
                WHERE "person" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try NoteMapping.record(from: $0)
            }
        }
    }

    /// The team of the person, or nil when it has none.
    func team(of person: Person) async throws -> Team? {
        guard let identity = person.team else { return nil }
        return try await teams.retrieve(identity)
    }

    /// The lockers of the team, in the order of their identities.
    func lockers(of team: Team) async throws -> [Locker] {
        guard let identity = team.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "code", "team"
                FROM "Locker"
                WHERE "team" = ?1
                ORDER BY "code"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LockerMapping.record(from: $0)
            }
        }
    }

    /// The members of the team, in the order of their identities.
    func members(of team: Team) async throws -> [Person] {
        guard let identity = team.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
                "price", "score", "site", "token", "team"
                FROM "Person"
                WHERE "team" = ?1
                ORDER BY "personID"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PersonMapping.record(from: $0)
            }
        }
    }
}
