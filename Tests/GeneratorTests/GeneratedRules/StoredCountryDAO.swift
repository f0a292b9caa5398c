// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// Countries in the store.
struct StoredCountryDAO: CountryDAO, StoredDataAccessObject {
    let store: CacheStore

    func list() async throws -> [Country] {
        try await store.read { connection in
            try connection.rows(CountryMapping.list) { try CountryMapping.record(from: $0) }
        }
    }

    func retrieve(_ identity: Country.Identity) async throws -> Country? {
        try await store.read { connection in
            try connection.firstRow(CountryMapping.retrieve) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try CountryMapping.record(from: $0)
            }
        }
    }

    func save(_ country: Country) async throws -> Country {
        try await store.write { connection in
            try Self.save(country, connection)
        }
    }

    func save(_ countries: [Country]) async throws -> [Country] {
        try await store.write { connection in
            try connection.execute(CountryMapping.save, forEach: countries) {
                try $0.validate()
                try CountryMapping.bind($0, to: $1)
            }
            return countries
        }
    }

    func delete(_ identity: Country.Identity) async throws -> Bool {
        try await store.write { connection in
            let count = try connection.execute(CountryMapping.delete) {
                try $0.bind(identity.value, at: 1)
            }
            return count > 0
        }
    }

    func deleteAll() async throws -> Int {
        try await store.write { connection in
            try connection.execute(CountryMapping.deleteAll)
        }
    }

    func count() async throws -> Int {
        try await store.read { connection in
            let count = try connection.firstRow(CountryMapping.count) {
                try $0.required($0.int64(0), 0)
            }
            return Int(count ?? 0)
        }
    }

    private static func save(
        _ country: Country,
        _ connection: StoreConnection
    ) throws -> Country {
        try country.validate()
        try connection.execute(CountryMapping.save) {
            try CountryMapping.bind(country, to: $0)
        }
        return country
    }
}
