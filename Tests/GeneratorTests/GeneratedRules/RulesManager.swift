// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.places.list()                       [Place], every one
//     manager.places.retrieve(identity)           Place?, the one
//     manager.places.save(place)                  inserts or updates; also [Place]
//     manager.places.delete(identity)             Bool, whether there was one
//     manager.places.deleteAll()                  Int, how many there were
//     manager.places.count()                      Int
//     manager.country(of: place)                  Country?
//     manager.visits(of: place)                   Set<Visit>
//     manager.towns.list()                        [Town], every one
//     manager.towns.retrieve(identity)            Town?, the one
//     manager.towns.save(town)                    inserts or updates; also [Town]
//     manager.towns.delete(identity)              Bool, whether there was one
//     manager.towns.deleteAll()                   Int, how many there were
//     manager.towns.count()                       Int
//     manager.country(of: town)                   Country?
//     manager.visits(of: town)                    Set<Visit>
//     manager.around(of: town)                    [Village]
//     manager.setAround([identity], of: town)     in place of what was there
//     manager.capitals.list()                     [Capital], every one
//     manager.capitals.retrieve(identity)         Capital?, the one
//     manager.capitals.save(capital)              inserts or updates; also [Capital]
//     manager.capitals.delete(identity)           Bool, whether there was one
//     manager.capitals.deleteAll()                Int, how many there were
//     manager.capitals.count()                    Int
//     manager.country(of: capital)                Country?
//     manager.visits(of: capital)                 Set<Visit>
//     manager.around(of: capital)                 [Village]
//     manager.setAround([identity], of: capital)  in place of what was there
//     manager.villages.list()                     [Village], every one
//     manager.villages.retrieve(identity)         Village?, the one
//     manager.villages.save(village)              inserts or updates; also [Village]
//     manager.villages.delete(identity)           Bool, whether there was one
//     manager.villages.deleteAll()                Int, how many there were
//     manager.villages.count()                    Int
//     manager.country(of: village)                Country?
//     manager.visits(of: village)                 Set<Visit>
//     manager.nearest(of: village)                Town?
//     manager.countries.list()                    [Country], every one
//     manager.countries.retrieve(identity)        Country?, the one
//     manager.countries.save(country)             inserts or updates; also [Country]
//     manager.countries.delete(identity)          Bool, whether there was one
//     manager.countries.deleteAll()               Int, how many there were
//     manager.countries.count()                   Int
//     manager.places(of: country)                 Set<Place>
//     manager.visits.list()                       [Visit], every one
//     manager.visits.retrieve(identity)           Visit?, the one
//     manager.visits.save(visit)                  inserts or updates; also [Visit]
//     manager.visits.delete(identity)             Bool, whether there was one
//     manager.visits.deleteAll()                  Int, how many there were
//     manager.visits.count()                      Int
//     manager.place(of: visit)                    Place?
//     manager.photo(of: visit)                    Photo?
//     manager.photos.list()                       [Photo], every one
//     manager.photos.retrieve(identity)           Photo?, the one
//     manager.photos.save(photo)                  inserts or updates; also [Photo]
//     manager.photos.delete(identity)             Bool, whether there was one
//     manager.photos.deleteAll()                  Int, how many there were
//     manager.photos.count()                      Int
//     manager.visit(of: photo)                    Visit?
//     manager.album(of: photo)                    Album?
//     manager.reel(of: photo)                     Album?
//     manager.next(of: photo)                     Photo?
//     manager.tags.list()                         [Tag], every one
//     manager.tags.retrieve(identity)             Tag?, the one
//     manager.tags.save(tag)                      inserts or updates; also [Tag]
//     manager.tags.delete(identity)               Bool, whether there was one
//     manager.tags.deleteAll()                    Int, how many there were
//     manager.tags.count()                        Int
//     manager.albums(of: tag)                     [Album]
//     manager.setAlbums([identity], of: tag)      in place of what was there
//     manager.akin(of: tag)                       Set<Tag>
//     manager.setAkin([identity], of: tag)        in place of what was there
//     manager.places(of: tag)                     Set<Place>
//     manager.setPlaces([identity], of: tag)      in place of what was there
//     manager.albums.list()                       [Album], every one
//     manager.albums.retrieve(identity)           Album?, the one
//     manager.albums.save(album)                  inserts or updates; also [Album]
//     manager.albums.delete(identity)             Bool, whether there was one
//     manager.albums.deleteAll()                  Int, how many there were
//     manager.albums.count()                      Int
//     manager.frames(of: album)                   [Photo]
//     manager.setFrames([identity], of: album)    in place of what was there
//     manager.tags(of: album)                     [Tag]
//     manager.setTags([identity], of: album)      in place of what was there
//
// The manager: `let manager = try RulesManager.shared` for the application's file, or
// `try RulesManager(fileAt: path)`, or `try RulesManager.inMemory()`.
// Without a database: `RulesManager(memory: MemoryStore(RulesModel.definition))`.
// An identity is made from its value: Place.Identity(…).

import CacheStore

/// The records of the model Rules.
nonisolated struct RulesManager: Sendable {
    let places: any PlaceDAO
    let towns: any TownDAO
    let capitals: any CapitalDAO
    let villages: any VillageDAO
    let countries: any CountryDAO
    let visits: any VisitDAO
    let photos: any PhotoDAO
    let tags: any TagDAO
    let albums: any AlbumDAO

    private let keeping: RecordKeeping

    /// What generated queries run on; a copy where the records are kept without a database.
    var store: CacheStore {
        get async throws { try await keeping.store }
    }

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: RulesManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try RulesManager(fileAt: DefaultStoreFile.path(forModel: "Rules"))
    }

    /// Opens the file at `path`, making it where there is none.
    init(fileAt path: String) throws {
        self.init(store: try CacheStore(fileAt: path, model: RulesModel.definition))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory() throws -> RulesManager {
        RulesManager(store: try CacheStore(inMemory: RulesModel.definition))
    }

    /// Keeps its records in `store`, which may be opened with a configuration of its own.
    init(store: CacheStore) {
        keeping = RecordKeeping(store)
        places = StoredPlaceDAO(store: store)
        towns = StoredTownDAO(store: store)
        capitals = StoredCapitalDAO(store: store)
        villages = StoredVillageDAO(store: store)
        countries = StoredCountryDAO(store: store)
        visits = StoredVisitDAO(store: store)
        photos = StoredPhotoDAO(store: store)
        tags = StoredTagDAO(store: store)
        albums = StoredAlbumDAO(store: store)
    }

    /// Keeps its records in `store`, without a database.
    init(memory store: MemoryStore) {
        keeping = RecordKeeping(store)
        places = MemoryDAO<Place>(store: store)
        towns = MemoryDAO<Town>(store: store)
        capitals = MemoryDAO<Capital>(store: store)
        villages = MemoryDAO<Village>(store: store)
        countries = MemoryDAO<Country>(store: store)
        visits = MemoryDAO<Visit>(store: store)
        photos = MemoryDAO<Photo>(store: store)
        tags = MemoryDAO<Tag>(store: store)
        albums = MemoryDAO<Album>(store: store)
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
extension RulesManager {
    /// The country of the place, or nil when it has none.
    func country(of place: Place) async throws -> Country? {
        guard let identity = place.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// What the country of any of the places is, by identity, in one query.
    func country(of places: [Place]) async throws -> [Country.Identity: Country] {
        let identities = Set(places.compactMap { $0.country?.value })
        return try await store.read { connection in
            var found: [Country.Identity: Country] = [:]
            try connection.forEachRow(
                """
                SELECT "code", "founded", "people", "tally"
                FROM "Country"
                WHERE "code" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CountryMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The visits of the place.
    func visits(of place: Place) async throws -> Set<Visit> {
        guard let identity = place.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The visits of each of the places that has any, in one query.
    func visits(of places: [Place]) async throws -> [Place.Identity: Set<Visit>] {
        let identities = places.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Place.Identity: Set<Visit>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "day", "place", "place"
                FROM "Visit"
                WHERE "place" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Place.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(try VisitMapping.record(from: row))
            }
            return found
        }
    }

    /// The country of the town, or nil when it has none.
    func country(of town: Town) async throws -> Country? {
        guard let identity = town.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// What the country of any of the towns is, by identity, in one query.
    func country(of towns: [Town]) async throws -> [Country.Identity: Country] {
        let identities = Set(towns.compactMap { $0.country?.value })
        return try await store.read { connection in
            var found: [Country.Identity: Country] = [:]
            try connection.forEachRow(
                """
                SELECT "code", "founded", "people", "tally"
                FROM "Country"
                WHERE "code" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CountryMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The visits of the town.
    func visits(of town: Town) async throws -> Set<Visit> {
        guard let identity = town.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The visits of each of the towns that has any, in one query.
    func visits(of towns: [Town]) async throws -> [Town.Identity: Set<Visit>] {
        let identities = towns.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Town.Identity: Set<Visit>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "day", "place", "place"
                FROM "Visit"
                WHERE "place" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Town.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(try VisitMapping.record(from: row))
            }
            return found
        }
    }

    /// The around of the town, in their order.
    func around(of town: Town) async throws -> [Village] {
        guard let identity = town.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "name", "searchName", "area", "country", "nearest"
                FROM "Village"
                WHERE "nearest" = ?1
                ORDER BY "nearest.position" NULLS LAST, "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VillageMapping.record(from: $0)
            }
        }
    }

    /// The around of each of the towns that has any, in one query.
    func around(of towns: [Town]) async throws -> [Town.Identity: [Village]] {
        let identities = towns.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Town.Identity: [Village]] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "searchName", "area", "country", "nearest", "nearest"
                FROM "Village"
                WHERE "nearest" IN (SELECT value FROM json_each(?1))
                ORDER BY "nearest.position" NULLS LAST, "id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Town.Identity(try row.required(row.int64(6), 6))
                found[owner, default: []].append(try VillageMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the around of the town, in this order, in place of those that it had.
    func setAround(_ identities: [Village.Identity], of town: Town) async throws {
        guard let identity = town.identity else {
            throw StoreError.noRecord(entity: "Town")
        }
        let violations = Violation.check("around", count: Set(identities).count, atMost: 4)
        if !violations.isEmpty {
            throw StoreError.invalid(entity: "Town", violations: violations)
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("around", of: town, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE "Place" SET "nearest.position" = NULL WHERE "nearest" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
            for (position, related) in identities.enumerated() {
                let count = try connection.execute(
                    """
                    UPDATE "Place" SET "nearest" = ?1 WHERE "id" = ?2 AND "_kind" IN ('Village')
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship }
                try connection.execute(
                    """
                    UPDATE "Place" SET "nearest.position" = ?2 WHERE "id" = ?1
                    """
                ) {
                    try $0.bind(related.value, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try connection.execute(
                """
                UPDATE "Place" SET "nearest" = NULL WHERE "nearest" = ?1 AND "nearest.position" IS NULL
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
        }
    }

    /// The rules of the model that the town breaks, also in how many related records it has.
    func violations(of town: Town) async throws -> [Violation] {
        try await town.violations
            + Violation.check("around", count: around(of: town).count, atMost: 4)
    }

    /// The country of the capital, or nil when it has none.
    func country(of capital: Capital) async throws -> Country? {
        guard let identity = capital.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// What the country of any of the capitals is, by identity, in one query.
    func country(of capitals: [Capital]) async throws -> [Country.Identity: Country] {
        let identities = Set(capitals.compactMap { $0.country?.value })
        return try await store.read { connection in
            var found: [Country.Identity: Country] = [:]
            try connection.forEachRow(
                """
                SELECT "code", "founded", "people", "tally"
                FROM "Country"
                WHERE "code" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CountryMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The visits of the capital.
    func visits(of capital: Capital) async throws -> Set<Visit> {
        guard let identity = capital.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The visits of each of the capitals that has any, in one query.
    func visits(of capitals: [Capital]) async throws -> [Capital.Identity: Set<Visit>] {
        let identities = capitals.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Capital.Identity: Set<Visit>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "day", "place", "place"
                FROM "Visit"
                WHERE "place" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Capital.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(try VisitMapping.record(from: row))
            }
            return found
        }
    }

    /// The around of the capital, in their order.
    func around(of capital: Capital) async throws -> [Village] {
        guard let identity = capital.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "name", "searchName", "area", "country", "nearest"
                FROM "Village"
                WHERE "nearest" = ?1
                ORDER BY "nearest.position" NULLS LAST, "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VillageMapping.record(from: $0)
            }
        }
    }

    /// The around of each of the capitals that has any, in one query.
    func around(of capitals: [Capital]) async throws -> [Capital.Identity: [Village]] {
        let identities = capitals.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Capital.Identity: [Village]] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "searchName", "area", "country", "nearest", "nearest"
                FROM "Village"
                WHERE "nearest" IN (SELECT value FROM json_each(?1))
                ORDER BY "nearest.position" NULLS LAST, "id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Capital.Identity(try row.required(row.int64(6), 6))
                found[owner, default: []].append(try VillageMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the around of the capital, in this order, in place of those that it had.
    func setAround(_ identities: [Village.Identity], of capital: Capital) async throws {
        guard let identity = capital.identity else {
            throw StoreError.noRecord(entity: "Capital")
        }
        let violations = Violation.check("around", count: Set(identities).count, atMost: 4)
        if !violations.isEmpty {
            throw StoreError.invalid(entity: "Capital", violations: violations)
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("around", of: capital, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE "Place" SET "nearest.position" = NULL WHERE "nearest" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
            for (position, related) in identities.enumerated() {
                let count = try connection.execute(
                    """
                    UPDATE "Place" SET "nearest" = ?1 WHERE "id" = ?2 AND "_kind" IN ('Village')
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship }
                try connection.execute(
                    """
                    UPDATE "Place" SET "nearest.position" = ?2 WHERE "id" = ?1
                    """
                ) {
                    try $0.bind(related.value, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try connection.execute(
                """
                UPDATE "Place" SET "nearest" = NULL WHERE "nearest" = ?1 AND "nearest.position" IS NULL
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
        }
    }

    /// The rules of the model that the capital breaks, also in how many related records it has.
    func violations(of capital: Capital) async throws -> [Violation] {
        try await capital.violations
            + Violation.check("around", count: around(of: capital).count, atMost: 4)
    }

    /// The country of the village, or nil when it has none.
    func country(of village: Village) async throws -> Country? {
        guard let identity = village.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// What the country of any of the villages is, by identity, in one query.
    func country(of villages: [Village]) async throws -> [Country.Identity: Country] {
        let identities = Set(villages.compactMap { $0.country?.value })
        return try await store.read { connection in
            var found: [Country.Identity: Country] = [:]
            try connection.forEachRow(
                """
                SELECT "code", "founded", "people", "tally"
                FROM "Country"
                WHERE "code" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try CountryMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The visits of the village.
    func visits(of village: Village) async throws -> Set<Visit> {
        guard let identity = village.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The visits of each of the villages that has any, in one query.
    func visits(of villages: [Village]) async throws -> [Village.Identity: Set<Visit>] {
        let identities = villages.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Village.Identity: Set<Visit>] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "day", "place", "place"
                FROM "Visit"
                WHERE "place" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Village.Identity(try row.required(row.int64(3), 3))
                found[owner, default: []].insert(try VisitMapping.record(from: row))
            }
            return found
        }
    }

    /// The nearest of the village, or nil when it has none.
    func nearest(of village: Village) async throws -> Town? {
        guard let identity = village.nearest else { return nil }
        return try await towns.retrieve(identity)
    }

    /// What the nearest of any of the villages is, by identity, in one query.
    func nearest(of villages: [Village]) async throws -> [Town.Identity: Town] {
        let identities = Set(villages.compactMap { $0.nearest?.value })
        return try await store.read { connection in
            var found: [Town.Identity: Town] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "searchName", "area", "code", "country"
                FROM "Town"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try TownMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The places of the country.
    func places(of country: Country) async throws -> Set<Place> {
        guard let identity = country.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "name", "searchName", "country"
                FROM "Place"
                WHERE "country" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The places of each of the countries that has any, in one query.
    func places(of countries: [Country]) async throws -> [Country.Identity: Set<Place>] {
        let identities = countries.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Country.Identity: Set<Place>] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "searchName", "country", "country"
                FROM "Place"
                WHERE "country" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Country.Identity(try row.required(row.string(4), 4))
                found[owner, default: []].insert(try PlaceMapping.record(from: row))
            }
            return found
        }
    }

    /// The rules of the model that the country breaks, also in how many related records it has.
    func violations(of country: Country) async throws -> [Violation] {
        try await country.violations
            + Violation.check(
                "places",
                count: places(of: country).count,
                atLeast: 2,
                orNone: true,
                atMost: 3
            )
    }

    /// The place of the visit, or nil when it has none.
    func place(of visit: Visit) async throws -> Place? {
        return try await places.retrieve(visit.place)
    }

    /// What the place of any of the visits is, by identity, in one query.
    func place(of visits: [Visit]) async throws -> [Place.Identity: Place] {
        let identities = Set(visits.map { $0.place.value })
        return try await store.read { connection in
            var found: [Place.Identity: Place] = [:]
            try connection.forEachRow(
                """
                SELECT "id", "name", "searchName", "country"
                FROM "Place"
                WHERE "id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PlaceMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The photo of the visit, or nil when it has none.
    func photo(of visit: Visit) async throws -> Photo? {
        guard let identity = visit.identity else { return nil }
        return try await store.read { connection in
            try connection.firstRow(
                """
                SELECT "_id", "title", "visit", "album", "reel", "next"
                FROM "Photo"
                WHERE "visit" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PhotoMapping.record(from: $0)
            }
        }
    }

    /// The photo of each of the visits that has any, in one query.
    func photo(of visits: [Visit]) async throws -> [Visit.Identity: Photo] {
        let identities = visits.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Visit.Identity: Photo] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "title", "visit", "album", "reel", "next", "visit"
                FROM "Photo"
                WHERE "visit" IN (SELECT value FROM json_each(?1))
                ORDER BY "_id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Visit.Identity(try row.required(row.int64(6), 6))
                found[owner] = try PhotoMapping.record(from: row)
            }
            return found
        }
    }

    /// The visit of the photo, or nil when it has none.
    func visit(of photo: Photo) async throws -> Visit? {
        guard let identity = photo.visit else { return nil }
        return try await visits.retrieve(identity)
    }

    /// What the visit of any of the photos is, by identity, in one query.
    func visit(of photos: [Photo]) async throws -> [Visit.Identity: Visit] {
        let identities = Set(photos.compactMap { $0.visit?.value })
        return try await store.read { connection in
            var found: [Visit.Identity: Visit] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try VisitMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The album of the photo, or nil when it has none.
    func album(of photo: Photo) async throws -> Album? {
        guard let identity = photo.album else { return nil }
        return try await albums.retrieve(identity)
    }

    /// What the album of any of the photos is, by identity, in one query.
    func album(of photos: [Photo]) async throws -> [Album.Identity: Album] {
        let identities = Set(photos.compactMap { $0.album?.value })
        return try await store.read { connection in
            var found: [Album.Identity: Album] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "shelf", "number", "title"
                FROM "Album"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try AlbumMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The reel of the photo, or nil when it has none.
    func reel(of photo: Photo) async throws -> Album? {
        guard let identity = photo.reel else { return nil }
        return try await albums.retrieve(identity)
    }

    /// What the reel of any of the photos is, by identity, in one query.
    func reel(of photos: [Photo]) async throws -> [Album.Identity: Album] {
        let identities = Set(photos.compactMap { $0.reel?.value })
        return try await store.read { connection in
            var found: [Album.Identity: Album] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "shelf", "number", "title"
                FROM "Album"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try AlbumMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The next of the photo, or nil when it has none.
    func next(of photo: Photo) async throws -> Photo? {
        guard let identity = photo.next else { return nil }
        return try await photos.retrieve(identity)
    }

    /// What the next of any of the photos is, by identity, in one query.
    func next(of photos: [Photo]) async throws -> [Photo.Identity: Photo] {
        let identities = Set(photos.compactMap { $0.next?.value })
        return try await store.read { connection in
            var found: [Photo.Identity: Photo] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "title", "visit", "album", "reel", "next"
                FROM "Photo"
                WHERE "_id" IN (SELECT value FROM json_each(?1))
                """
            ) {
                try $0.bind(list: Array(identities), at: 1)
            } _: { row in
                let related = try PhotoMapping.record(from: row)
                if let identity = related.identity { found[identity] = related }
            }
            return found
        }
    }

    /// The albums of the tag, in their order.
    func albums(of tag: Tag) async throws -> [Album] {
        guard let identity = tag.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."_id", t1."shelf", t1."number", t1."title"
                FROM "Album.tags" AS t0
                JOIN "Album" AS t1 ON t1."_id" = t0."source"
                WHERE t0."target" = ?1
                ORDER BY t0."targetPosition" NULLS LAST, t1."_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try AlbumMapping.record(from: $0)
            }
        }
    }

    /// The albums of each of the tags that has any, in one query.
    func albums(of tags: [Tag]) async throws -> [Tag.Identity: [Album]] {
        let identities = tags.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Tag.Identity: [Album]] = [:]
            try connection.forEachRow(
                """
                SELECT t1."_id", t1."shelf", t1."number", t1."title", t0."target"
                FROM "Album.tags" AS t0
                JOIN "Album" AS t1 ON t1."_id" = t0."source"
                WHERE t0."target" IN (SELECT store_element(value) FROM json_each(?1))
                ORDER BY t0."targetPosition" NULLS LAST, t1."_id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Tag.Identity(try row.required(row.string(4), 4))
                found[owner, default: []].append(try AlbumMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the albums of the tag, in this order, in place of those that it had.
    func setAlbums(_ identities: [Album.Identity], of tag: Tag) async throws {
        guard let identity = tag.identity else {
            throw StoreError.noRecord(entity: "Tag")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("albums", of: tag, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Album.tags"
                WHERE "target" = ?1 AND "source" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for (position, related) in identities.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO "Album.tags" ("target", "source", "targetPosition") VALUES (?1, ?2, ?3)
                    ON CONFLICT ("source", "target") DO UPDATE SET "targetPosition" = excluded."targetPosition"
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                    try $0.bind(Int64(position), at: 3)
                }
            }
        }
    }

    /// The akin of the tag.
    func akin(of tag: Tag) async throws -> Set<Tag> {
        guard let identity = tag.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."name"
                FROM "Tag.akin" AS t0
                JOIN "Tag" AS t1 ON t1."name" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TagMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The akin of each of the tags that has any, in one query.
    func akin(of tags: [Tag]) async throws -> [Tag.Identity: Set<Tag>] {
        let identities = tags.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Tag.Identity: Set<Tag>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."name", t0."source"
                FROM "Tag.akin" AS t0
                JOIN "Tag" AS t1 ON t1."name" = t0."target"
                WHERE t0."source" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Tag.Identity(try row.required(row.string(1), 1))
                found[owner, default: []].insert(try TagMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the akin of the tag, in place of those that it had.
    func setAkin(_ identities: Set<Tag.Identity>, of tag: Tag) async throws {
        guard let identity = tag.identity else {
            throw StoreError.noRecord(entity: "Tag")
        }
        let violations = Violation.check("akin", count: identities.count, atLeast: 2, orNone: true)
        if !violations.isEmpty {
            throw StoreError.invalid(entity: "Tag", violations: violations)
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("akin", of: tag, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Tag.akin"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT store_element(value) FROM json_each(?2))
                    OR "target" = ?1 AND "source" NOT IN (SELECT store_element(value) FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Tag.akin" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                try connection.execute(
                    """
                    INSERT INTO "Tag.akin" ("target", "source") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The places of the tag.
    func places(of tag: Tag) async throws -> Set<Place> {
        guard let identity = tag.identity else { return [] }
        let found = try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."id", t1."name", t1."searchName", t1."country"
                FROM "Tag.places" AS t0
                JOIN "Place" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
        return Set(found)
    }

    /// The places of each of the tags that has any, in one query.
    func places(of tags: [Tag]) async throws -> [Tag.Identity: Set<Place>] {
        let identities = tags.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Tag.Identity: Set<Place>] = [:]
            try connection.forEachRow(
                """
                SELECT t1."id", t1."name", t1."searchName", t1."country", t0."source"
                FROM "Tag.places" AS t0
                JOIN "Place" AS t1 ON t1."id" = t0."target"
                WHERE t0."source" IN (SELECT store_element(value) FROM json_each(?1))
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Tag.Identity(try row.required(row.string(4), 4))
                found[owner, default: []].insert(try PlaceMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the places of the tag, in place of those that it had.
    func setPlaces(_ identities: Set<Place.Identity>, of tag: Tag) async throws {
        guard let identity = tag.identity else {
            throw StoreError.noRecord(entity: "Tag")
        }
        let violations = Violation.check("places", count: identities.count, atMost: 2)
        if !violations.isEmpty {
            throw StoreError.invalid(entity: "Tag", violations: violations)
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("places", of: tag, to: Array(identities))
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Tag.places"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT value FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for related in identities {
                try connection.execute(
                    """
                    INSERT INTO "Tag.places" ("source", "target") VALUES (?1, ?2)
                    ON CONFLICT DO NOTHING
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
            }
        }
    }

    /// The rules of the model that the tag breaks, also in how many related records it has.
    func violations(of tag: Tag) async throws -> [Violation] {
        try await tag.violations
            + Violation.check("akin", count: akin(of: tag).count, atLeast: 2, orNone: true)
            + Violation.check("places", count: places(of: tag).count, atMost: 2)
    }

    /// The frames of the album, in their order.
    func frames(of album: Album) async throws -> [Photo] {
        guard let identity = album.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "title", "visit", "album", "reel", "next"
                FROM "Photo"
                WHERE "reel" = ?1
                ORDER BY "reel.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PhotoMapping.record(from: $0)
            }
        }
    }

    /// The frames of each of the albums that has any, in one query.
    func frames(of albums: [Album]) async throws -> [Album.Identity: [Photo]] {
        let identities = albums.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Album.Identity: [Photo]] = [:]
            try connection.forEachRow(
                """
                SELECT "_id", "title", "visit", "album", "reel", "next", "reel"
                FROM "Photo"
                WHERE "reel" IN (SELECT value FROM json_each(?1))
                ORDER BY "reel.position" NULLS LAST, "_id"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Album.Identity(try row.required(row.int64(6), 6))
                found[owner, default: []].append(try PhotoMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the frames of the album, in this order, in place of those that it had.
    func setFrames(_ identities: [Photo.Identity], of album: Album) async throws {
        guard let identity = album.identity else {
            throw StoreError.noRecord(entity: "Album")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("frames", of: album, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                UPDATE "Photo" SET "reel.position" = NULL WHERE "reel" = ?1
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
            for (position, related) in identities.enumerated() {
                let count = try connection.execute(
                    """
                    UPDATE "Photo" SET "reel" = ?1 WHERE "_id" = ?2
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                }
                if count == 0 { throw StoreError.brokenRelationship }
                try connection.execute(
                    """
                    UPDATE "Photo" SET "reel.position" = ?2 WHERE "_id" = ?1
                    """
                ) {
                    try $0.bind(related.value, at: 1)
                    try $0.bind(Int64(position), at: 2)
                }
            }
            try connection.execute(
                """
                UPDATE "Photo" SET "reel" = NULL WHERE "reel" = ?1 AND "reel.position" IS NULL
                """
            ) {
                try $0.bind(identity.value, at: 1)
            }
        }
    }

    /// The tags of the album, in their order.
    func tags(of album: Album) async throws -> [Tag] {
        guard let identity = album.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT t1."name"
                FROM "Album.tags" AS t0
                JOIN "Tag" AS t1 ON t1."name" = t0."target"
                WHERE t0."source" = ?1
                ORDER BY t0."position" NULLS LAST, t1."name"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try TagMapping.record(from: $0)
            }
        }
    }

    /// The tags of each of the albums that has any, in one query.
    func tags(of albums: [Album]) async throws -> [Album.Identity: [Tag]] {
        let identities = albums.compactMap { $0.identity?.value }
        return try await store.read { connection in
            var found: [Album.Identity: [Tag]] = [:]
            try connection.forEachRow(
                """
                SELECT t1."name", t0."source"
                FROM "Album.tags" AS t0
                JOIN "Tag" AS t1 ON t1."name" = t0."target"
                WHERE t0."source" IN (SELECT value FROM json_each(?1))
                ORDER BY t0."position" NULLS LAST, t1."name"
                """
            ) {
                try $0.bind(list: identities, at: 1)
            } _: { row in
                let owner = Album.Identity(try row.required(row.int64(1), 1))
                found[owner, default: []].append(try TagMapping.record(from: row))
            }
            return found
        }
    }

    /// Makes these the tags of the album, in this order, in place of those that it had.
    func setTags(_ identities: [Tag.Identity], of album: Album) async throws {
        guard let identity = album.identity else {
            throw StoreError.noRecord(entity: "Album")
        }
        if let memory = keeping.memory {
            return try await memory.setRelated("tags", of: album, to: identities)
        }
        try await store.write { connection in
            try connection.execute(
                """
                DELETE FROM "Album.tags"
                WHERE "source" = ?1 AND "target" NOT IN (SELECT store_element(value) FROM json_each(?2))
                """
            ) {
                try $0.bind(identity.value, at: 1)
                try $0.bind(list: identities.map(\.value), at: 2)
            }
            for (position, related) in identities.enumerated() {
                try connection.execute(
                    """
                    INSERT INTO "Album.tags" ("source", "target", "position") VALUES (?1, ?2, ?3)
                    ON CONFLICT ("source", "target") DO UPDATE SET "position" = excluded."position"
                    """
                ) {
                    try $0.bind(identity.value, at: 1)
                    try $0.bind(related.value, at: 2)
                    try $0.bind(Int64(position), at: 3)
                }
            }
        }
    }
}
