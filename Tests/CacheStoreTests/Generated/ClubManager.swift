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
//     manager.notes(of: person)           Set<Note>
//     manager.team(of: person)            Team?
//     manager.teams.list()                [Team], every one
//     manager.teams.retrieve(identity)    Team?, the one
//     manager.teams.save(team)            inserts or updates; also [Team]
//     manager.teams.delete(identity)      Bool, whether there was one
//     manager.teams.deleteAll()           Int, how many there were
//     manager.teams.count()               Int
//     manager.lockers(of: team)           Set<Locker>
//     manager.members(of: team)           Set<Person>
//
// The manager: `let manager = try ClubManager.shared` for the application's file, or
// `try ClubManager(fileAt: path)`, or `try ClubManager.inMemory()`.
// Without a database: `ClubManager(memory: MemoryStore(ClubModel.definition))`.
// An identity is made from its value: Locker.Identity("…").

import CacheStore

/// The records of the model Club.
nonisolated struct ClubManager: Sendable {
    let lockers: any LockerDAO
    let notes: any NoteDAO
    let people: any PersonDAO
    let teams: any TeamDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    var store: CacheStore {
        get async throws { try await keeping.store }
    }

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

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        lockers = StoredLockerDAO(store: store)
        notes = StoredNoteDAO(store: store)
        people = StoredPersonDAO(store: store)
        teams = StoredTeamDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        lockers = MemoryDAO<Locker>(store: store)
        notes = MemoryDAO<Note>(store: store)
        people = MemoryDAO<Person>(store: store)
        teams = MemoryDAO<Team>(store: store)
    }

    /// The path of the file; nil in memory.
    var path: String? { keeping.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try keeping.close()
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

    /// What the team of any of the lockers is, by identity, in one query.
    func team(of lockers: [Locker]) async throws -> [Team.Identity: Team] {
        let identities = Set(lockers.compactMap { $0.team?.value })
        return try await store.read { connection in
            var found: [Team.Identity: Team] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name"
                FROM "Team"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try TeamMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The person of the note, or nil when it has none.
    func person(of note: Note) async throws -> Person? {
        return try await people.retrieve(note.person)
    }

    /// What the person of any of the notes is, by identity, in one query.
    func person(of notes: [Note]) async throws -> [Person.Identity: Person] {
        let identities = Set(notes.map { $0.person.value })
        return try await store.read { connection in
            var found: [Person.Identity: Person] = [:]
            try connection.forEachRow(
                """
                SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
                "price", "score", "site", "token", "team"
                FROM "Person"
                WHERE "personID" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PersonMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The notes of the person.
    func notes(of person: Person) async throws -> Set<Note> {
        guard let identity = person.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "text", "person"
                FROM "Note"
                WHERE "person" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try NoteMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The notes of each of the people that has any, in one query.
    func notes(of people: [Person]) async throws -> [Person.Identity: Set<Note>] {
        let identities = people.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Person.Identity: Set<Note>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "text", "person", "person"
                FROM "Note"
                WHERE "person" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Person.Identity(try row.required(row.string(3), 3))
                found[owner, default: []].insert(try NoteMapping.record(from: row))
            }
            return found
        }
    }

    /// The team of the person, or nil when it has none.
    func team(of person: Person) async throws -> Team? {
        guard let identity = person.team else { return nil }
        return try await teams.retrieve(identity)
    }

    /// What the team of any of the people is, by identity, in one query.
    func team(of people: [Person]) async throws -> [Team.Identity: Team] {
        let identities = Set(people.compactMap { $0.team?.value })
        return try await store.read { connection in
            var found: [Team.Identity: Team] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name"
                FROM "Team"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try TeamMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The lockers of the team.
    func lockers(of team: Team) async throws -> Set<Locker> {
        guard let identity = team.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "code", "team"
                FROM "Locker"
                WHERE "team" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try LockerMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The lockers of each of the teams that has any, in one query.
    func lockers(of teams: [Team]) async throws -> [Team.Identity: Set<Locker>] {
        let identities = teams.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Team.Identity: Set<Locker>] = [:]
            try connection.forEachRow(
                """
                SELECT "code", "team", "team"
                FROM "Locker"
                WHERE "team" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Team.Identity(try row.required(row.int64(2), 2))
                found[owner, default: []].insert(try LockerMapping.record(from: row))
            }
            return found
        }
    }

    /// The members of the team.
    func members(of team: Team) async throws -> Set<Person> {
        guard let identity = team.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
                "price", "score", "site", "token", "team"
                FROM "Person"
                WHERE "team" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PersonMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The members of each of the teams that has any, in one query.
    func members(of teams: [Team]) async throws -> [Team.Identity: Set<Person>] {
        let identities = teams.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Team.Identity: Set<Person>] = [:]
            try connection.forEachRow(
                """
                SELECT "born", "isActive", "joined", "name", "number", "personID", "photo",
                "price", "score", "site", "token", "team", "team"
                FROM "Person"
                WHERE "team" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Team.Identity(try row.required(row.int64(12), 12))
                found[owner, default: []].insert(try PersonMapping.record(from: row))
            }
            return found
        }
    }
}
