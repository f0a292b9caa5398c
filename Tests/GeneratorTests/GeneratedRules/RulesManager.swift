// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// What you can call, each with `try await`:
//
//     manager.places.list()                 [Place], every one
//     manager.places.retrieve(identity)     Place?, the one
//     manager.places.save(place)            inserts or updates; also [Place]
//     manager.places.delete(identity)       Bool, whether there was one
//     manager.places.deleteAll()            Int, how many there were
//     manager.places.count()                Int
//     manager.country(of: place)            Country?
//     manager.visits(of: place)             [Visit]
//     manager.towns.list()                  [Town], every one
//     manager.towns.retrieve(identity)      Town?, the one
//     manager.towns.save(town)              inserts or updates; also [Town]
//     manager.towns.delete(identity)        Bool, whether there was one
//     manager.towns.deleteAll()             Int, how many there were
//     manager.towns.count()                 Int
//     manager.country(of: town)             Country?
//     manager.visits(of: town)              [Visit]
//     manager.capitals.list()               [Capital], every one
//     manager.capitals.retrieve(identity)   Capital?, the one
//     manager.capitals.save(capital)        inserts or updates; also [Capital]
//     manager.capitals.delete(identity)     Bool, whether there was one
//     manager.capitals.deleteAll()          Int, how many there were
//     manager.capitals.count()              Int
//     manager.country(of: capital)          Country?
//     manager.visits(of: capital)           [Visit]
//     manager.villages.list()               [Village], every one
//     manager.villages.retrieve(identity)   Village?, the one
//     manager.villages.save(village)        inserts or updates; also [Village]
//     manager.villages.delete(identity)     Bool, whether there was one
//     manager.villages.deleteAll()          Int, how many there were
//     manager.villages.count()              Int
//     manager.country(of: village)          Country?
//     manager.visits(of: village)           [Visit]
//     manager.nearest(of: village)          Town?
//     manager.countries.list()              [Country], every one
//     manager.countries.retrieve(identity)  Country?, the one
//     manager.countries.save(country)       inserts or updates; also [Country]
//     manager.countries.delete(identity)    Bool, whether there was one
//     manager.countries.deleteAll()         Int, how many there were
//     manager.countries.count()             Int
//     manager.places(of: country)           [Place]
//     manager.visits.list()                 [Visit], every one
//     manager.visits.retrieve(identity)     Visit?, the one
//     manager.visits.save(visit)            inserts or updates; also [Visit]
//     manager.visits.delete(identity)       Bool, whether there was one
//     manager.visits.deleteAll()            Int, how many there were
//     manager.visits.count()                Int
//     manager.place(of: visit)              Place?
//     manager.photo(of: visit)              Photo?
//     manager.photos.list()                 [Photo], every one
//     manager.photos.retrieve(identity)     Photo?, the one
//     manager.photos.save(photo)            inserts or updates; also [Photo]
//     manager.photos.delete(identity)       Bool, whether there was one
//     manager.photos.deleteAll()            Int, how many there were
//     manager.photos.count()                Int
//     manager.visit(of: photo)              Visit?
//     manager.album(of: photo)              Album?
//     manager.next(of: photo)               Photo?
//     manager.albums.list()                 [Album], every one
//     manager.albums.retrieve(identity)     Album?, the one
//     manager.albums.save(album)            inserts or updates; also [Album]
//     manager.albums.delete(identity)       Bool, whether there was one
//     manager.albums.deleteAll()            Int, how many there were
//     manager.albums.count()                Int
//
// The manager: `let manager = try RulesManager.shared` for the application's file, or
// `try RulesManager(fileAt: path)`, or `try RulesManager.inMemory()`.
// An identity is made from its value: Place.Identity(…).

import CacheStore

/// The store of the model Rules.
struct RulesManager: Sendable {
    let places: any PlaceDAO
    let towns: any TownDAO
    let capitals: any CapitalDAO
    let villages: any VillageDAO
    let countries: any CountryDAO
    let visits: any VisitDAO
    let photos: any PhotoDAO
    let albums: any AlbumDAO

    /// What generated queries run on.
    let store: CacheStore

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

    private init(store: CacheStore) {
        self.store = store
        places = StoredPlaceDAO(store: store)
        towns = StoredTownDAO(store: store)
        capitals = StoredCapitalDAO(store: store)
        villages = StoredVillageDAO(store: store)
        countries = StoredCountryDAO(store: store)
        visits = StoredVisitDAO(store: store)
        photos = StoredPhotoDAO(store: store)
        albums = StoredAlbumDAO(store: store)
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
extension RulesManager {
    /// The country of the place, or nil when it has none.
    func country(of place: Place) async throws -> Country? {
        guard let identity = place.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// The visits of the place, in the order of their identities.
    func visits(of place: Place) async throws -> [Visit] {
        guard let identity = place.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
    }

    /// The country of the town, or nil when it has none.
    func country(of town: Town) async throws -> Country? {
        guard let identity = town.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// The visits of the town, in the order of their identities.
    func visits(of town: Town) async throws -> [Visit] {
        guard let identity = town.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
    }

    /// The country of the capital, or nil when it has none.
    func country(of capital: Capital) async throws -> Country? {
        guard let identity = capital.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// The visits of the capital, in the order of their identities.
    func visits(of capital: Capital) async throws -> [Visit] {
        guard let identity = capital.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
    }

    /// The country of the village, or nil when it has none.
    func country(of village: Village) async throws -> Country? {
        guard let identity = village.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// The visits of the village, in the order of their identities.
    func visits(of village: Village) async throws -> [Visit] {
        guard let identity = village.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "_id", "day", "place"
                FROM "Visit"
                WHERE "place" = ?1
                ORDER BY "_id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try VisitMapping.record(from: $0)
            }
        }
    }

    /// The nearest of the village, or nil when it has none.
    func nearest(of village: Village) async throws -> Town? {
        guard let identity = village.nearest else { return nil }
        return try await towns.retrieve(identity)
    }

    /// The places of the country, in the order of their identities.
    func places(of country: Country) async throws -> [Place] {
        guard let identity = country.identity else { return [] }
        return try await store.read { connection in
            try connection.rows(
                """
                SELECT "id", "name", "country"
                FROM "Place"
                WHERE "country" = ?1
                ORDER BY "id"
                """
            ) {
                try $0.bind(identity.value, at: 1)
            } read: {
                try PlaceMapping.record(from: $0)
            }
        }
    }

    /// The place of the visit, or nil when it has none.
    func place(of visit: Visit) async throws -> Place? {
        return try await places.retrieve(visit.place)
    }

    /// The photo of the visit, or nil when it has none.
    func photo(of visit: Visit) async throws -> Photo? {
        guard let identity = visit.identity else { return nil }
        return try await store.read { connection in
            try connection.firstRow(
                """
                SELECT "_id", "title", "visit", "album", "next"
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

    /// The visit of the photo, or nil when it has none.
    func visit(of photo: Photo) async throws -> Visit? {
        guard let identity = photo.visit else { return nil }
        return try await visits.retrieve(identity)
    }

    /// The album of the photo, or nil when it has none.
    func album(of photo: Photo) async throws -> Album? {
        guard let identity = photo.album else { return nil }
        return try await albums.retrieve(identity)
    }

    /// The next of the photo, or nil when it has none.
    func next(of photo: Photo) async throws -> Photo? {
        guard let identity = photo.next else { return nil }
        return try await photos.retrieve(identity)
    }
}
