// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore
import Foundation

/// People in the store.
struct StoredPersonDAO: PersonDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Person] {
        try await store.read { connection in
            try connection.rows(PersonMapping.list) { try PersonMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Person.Identity) async throws -> Person? {
        try await store.read { connection in
            try connection.firstRow(PersonMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PersonMapping.record(from: $0)
            }
        }
    }

    func save(_ person: Person) async throws -> Person {
        try await store.write { connection in
            try Self.save(person, connection)
        }
    }

    func save(_ people: [Person]) async throws -> [Person] {
        try await store.write { connection in
            var saved = people
            for index in saved.indices where saved[index].personID == nil {
                saved[index].personID = UUID().uuidString
            }
            try connection.execute(PersonMapping.save, forEach: saved) {
                try PersonMapping.bind($0, to: $1)
            }
            return saved
        }
    }

    func delete(_ identity: Person.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(PersonMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(PersonMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(PersonMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ person: Person,
        _ connection: StoreConnection
    ) throws -> Person {
        var saved = person
        if saved.personID == nil { saved.personID = UUID().uuidString }
        try connection.execute(PersonMapping.save) {
            try PersonMapping.bind(saved, to: $0)
        }
        return saved
    }
}
