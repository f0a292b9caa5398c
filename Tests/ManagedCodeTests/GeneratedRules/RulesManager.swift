// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.
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
// An identity is made from its value: Place.Identity(…).

import DataAccess
import Foundation

/// The store of the model Rules.
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

    /// What generated queries run on, and views.
    let stack: RulesStack

    /// The manager of the application's own file, opened when it is first asked for. Throws, each
    /// time, when the file could not be opened.
    static var shared: RulesManager {
        get throws { try opened.get() }
    }

    private static let opened = Result {
        try RulesManager(fileAt: DefaultStoreFile.path(forModel: "Rules"))
    }

    /// Opens the file at `path`, making it where there is none. The compiled model is that of
    /// `bundle`; without one, the application's.
    init(fileAt path: String, bundle: Foundation.Bundle? = nil) throws {
        self.init(stack: try RulesStack(fileAt: path, bundle: bundle))
    }

    /// A store that lives in memory, as long as its manager: for tests and previews.
    static func inMemory(bundle: Foundation.Bundle? = nil) throws -> RulesManager {
        RulesManager(stack: try RulesStack(fileAt: nil, bundle: bundle))
    }

    private init(stack: RulesStack) {
        self.stack = stack
        places = StoredPlaceDAO(stack: stack)
        towns = StoredTownDAO(stack: stack)
        capitals = StoredCapitalDAO(stack: stack)
        villages = StoredVillageDAO(stack: stack)
        countries = StoredCountryDAO(stack: stack)
        visits = StoredVisitDAO(stack: stack)
        photos = StoredPhotoDAO(stack: stack)
        tags = StoredTagDAO(stack: stack)
        albums = StoredAlbumDAO(stack: stack)
    }

    /// The path of the file; nil in memory.
    var path: String? { stack.path }

    /// Closes the file; later calls throw.
    func close() throws {
        try stack.close()
    }

    /// Removes the file at `path` and all that is in it. Close its manager first.
    static func removeFile(at path: String) throws {
        try RulesStack.removeFile(at: path)
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
        let identities = Array(Set(places.compactMap(\.country)))
        return try await stack.read { records in
            try records.find(identities, CountryMapping.self)
                .mapValues(CountryMapping.record)
        }
    }

    /// The visits of the place.
    func visits(of place: Place) async throws -> Set<Visit> {
        guard let identity = place.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: [identity],
                PlaceMapping.self,
                VisitMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The visits of each of the places that has any, in one query.
    func visits(of places: [Place]) async throws -> [Place.Identity: Set<Visit>] {
        let identities = places.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: identities,
                PlaceMapping.self,
                VisitMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The country of the town, or nil when it has none.
    func country(of town: Town) async throws -> Country? {
        guard let identity = town.country else { return nil }
        return try await countries.retrieve(identity)
    }

    /// What the country of any of the towns is, by identity, in one query.
    func country(of towns: [Town]) async throws -> [Country.Identity: Country] {
        let identities = Array(Set(towns.compactMap(\.country)))
        return try await stack.read { records in
            try records.find(identities, CountryMapping.self)
                .mapValues(CountryMapping.record)
        }
    }

    /// The visits of the town.
    func visits(of town: Town) async throws -> Set<Visit> {
        guard let identity = town.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: [identity],
                TownMapping.self,
                VisitMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The visits of each of the towns that has any, in one query.
    func visits(of towns: [Town]) async throws -> [Town.Identity: Set<Visit>] {
        let identities = towns.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: identities,
                TownMapping.self,
                VisitMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The around of the town, in their order.
    func around(of town: Town) async throws -> [Village] {
        guard let identity = town.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "around",
                of: [identity],
                isOrdered: true,
                TownMapping.self,
                VillageMapping.self
            )
            return found[identity] ?? []
        }
    }

    /// The around of each of the towns that has any, in one query.
    func around(of towns: [Town]) async throws -> [Town.Identity: [Village]] {
        let identities = towns.compactMap(\.identity)
        return try await stack.read { records in
            try records.related(
                "around",
                of: identities,
                isOrdered: true,
                TownMapping.self,
                VillageMapping.self
            )
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
        try await stack.write { records in
            try records.replace(
                "around",
                of: identity,
                with: identities,
                isOrdered: true,
                TownMapping.self,
                VillageMapping.self
            )
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
        let identities = Array(Set(capitals.compactMap(\.country)))
        return try await stack.read { records in
            try records.find(identities, CountryMapping.self)
                .mapValues(CountryMapping.record)
        }
    }

    /// The visits of the capital.
    func visits(of capital: Capital) async throws -> Set<Visit> {
        guard let identity = capital.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: [identity],
                CapitalMapping.self,
                VisitMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The visits of each of the capitals that has any, in one query.
    func visits(of capitals: [Capital]) async throws -> [Capital.Identity: Set<Visit>] {
        let identities = capitals.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: identities,
                CapitalMapping.self,
                VisitMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The around of the capital, in their order.
    func around(of capital: Capital) async throws -> [Village] {
        guard let identity = capital.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "around",
                of: [identity],
                isOrdered: true,
                CapitalMapping.self,
                VillageMapping.self
            )
            return found[identity] ?? []
        }
    }

    /// The around of each of the capitals that has any, in one query.
    func around(of capitals: [Capital]) async throws -> [Capital.Identity: [Village]] {
        let identities = capitals.compactMap(\.identity)
        return try await stack.read { records in
            try records.related(
                "around",
                of: identities,
                isOrdered: true,
                CapitalMapping.self,
                VillageMapping.self
            )
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
        try await stack.write { records in
            try records.replace(
                "around",
                of: identity,
                with: identities,
                isOrdered: true,
                CapitalMapping.self,
                VillageMapping.self
            )
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
        let identities = Array(Set(villages.compactMap(\.country)))
        return try await stack.read { records in
            try records.find(identities, CountryMapping.self)
                .mapValues(CountryMapping.record)
        }
    }

    /// The visits of the village.
    func visits(of village: Village) async throws -> Set<Visit> {
        guard let identity = village.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: [identity],
                VillageMapping.self,
                VisitMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The visits of each of the villages that has any, in one query.
    func visits(of villages: [Village]) async throws -> [Village.Identity: Set<Visit>] {
        let identities = villages.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "visits",
                of: identities,
                VillageMapping.self,
                VisitMapping.self
            )
            return found.mapValues(Set.init)
        }
    }

    /// The nearest of the village, or nil when it has none.
    func nearest(of village: Village) async throws -> Town? {
        guard let identity = village.nearest else { return nil }
        return try await towns.retrieve(identity)
    }

    /// What the nearest of any of the villages is, by identity, in one query.
    func nearest(of villages: [Village]) async throws -> [Town.Identity: Town] {
        let identities = Array(Set(villages.compactMap(\.nearest)))
        return try await stack.read { records in
            try records.find(identities, TownMapping.self)
                .mapValues(TownMapping.record)
        }
    }

    /// The places of the country.
    func places(of country: Country) async throws -> Set<Place> {
        guard let identity = country.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "places",
                of: [identity],
                CountryMapping.self,
                PlaceMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The places of each of the countries that has any, in one query.
    func places(of countries: [Country]) async throws -> [Country.Identity: Set<Place>] {
        let identities = countries.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "places",
                of: identities,
                CountryMapping.self,
                PlaceMapping.self
            )
            return found.mapValues(Set.init)
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
        let identities = Array(Set(visits.map(\.place)))
        return try await stack.read { records in
            try records.find(identities, PlaceMapping.self)
                .mapValues(PlaceMapping.record)
        }
    }

    /// The photo of the visit, or nil when it has none.
    func photo(of visit: Visit) async throws -> Photo? {
        guard let identity = visit.identity else { return nil }
        return try await stack.read { records in
            let found = try records.related(
                "photo",
                of: [identity],
                isToMany: false,
                VisitMapping.self,
                PhotoMapping.self
            )
            return found[identity]?.first
        }
    }

    /// The photo of each of the visits that has any, in one query.
    func photo(of visits: [Visit]) async throws -> [Visit.Identity: Photo] {
        let identities = visits.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "photo",
                of: identities,
                isToMany: false,
                VisitMapping.self,
                PhotoMapping.self
            )
            return found.compactMapValues(\.first)
        }
    }

    /// The visit of the photo, or nil when it has none.
    func visit(of photo: Photo) async throws -> Visit? {
        guard let identity = photo.visit else { return nil }
        return try await visits.retrieve(identity)
    }

    /// What the visit of any of the photos is, by identity, in one query.
    func visit(of photos: [Photo]) async throws -> [Visit.Identity: Visit] {
        let identities = Array(Set(photos.compactMap(\.visit)))
        return try await stack.read { records in
            try records.find(identities, VisitMapping.self)
                .mapValues(VisitMapping.record)
        }
    }

    /// The album of the photo, or nil when it has none.
    func album(of photo: Photo) async throws -> Album? {
        guard let identity = photo.album else { return nil }
        return try await albums.retrieve(identity)
    }

    /// What the album of any of the photos is, by identity, in one query.
    func album(of photos: [Photo]) async throws -> [Album.Identity: Album] {
        let identities = Array(Set(photos.compactMap(\.album)))
        return try await stack.read { records in
            try records.find(identities, AlbumMapping.self)
                .mapValues(AlbumMapping.record)
        }
    }

    /// The reel of the photo, or nil when it has none.
    func reel(of photo: Photo) async throws -> Album? {
        guard let identity = photo.reel else { return nil }
        return try await albums.retrieve(identity)
    }

    /// What the reel of any of the photos is, by identity, in one query.
    func reel(of photos: [Photo]) async throws -> [Album.Identity: Album] {
        let identities = Array(Set(photos.compactMap(\.reel)))
        return try await stack.read { records in
            try records.find(identities, AlbumMapping.self)
                .mapValues(AlbumMapping.record)
        }
    }

    /// The next of the photo, or nil when it has none.
    func next(of photo: Photo) async throws -> Photo? {
        guard let identity = photo.next else { return nil }
        return try await photos.retrieve(identity)
    }

    /// What the next of any of the photos is, by identity, in one query.
    func next(of photos: [Photo]) async throws -> [Photo.Identity: Photo] {
        let identities = Array(Set(photos.compactMap(\.next)))
        return try await stack.read { records in
            try records.find(identities, PhotoMapping.self)
                .mapValues(PhotoMapping.record)
        }
    }

    /// The albums of the tag, in their order.
    func albums(of tag: Tag) async throws -> [Album] {
        guard let identity = tag.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "albums",
                of: [identity],
                isOrdered: true,
                TagMapping.self,
                AlbumMapping.self
            )
            return found[identity] ?? []
        }
    }

    /// The albums of each of the tags that has any, in one query.
    func albums(of tags: [Tag]) async throws -> [Tag.Identity: [Album]] {
        let identities = tags.compactMap(\.identity)
        return try await stack.read { records in
            try records.related(
                "albums",
                of: identities,
                isOrdered: true,
                TagMapping.self,
                AlbumMapping.self
            )
        }
    }

    /// Makes these the albums of the tag, in this order, in place of those that it had.
    func setAlbums(_ identities: [Album.Identity], of tag: Tag) async throws {
        guard let identity = tag.identity else {
            throw StoreError.noRecord(entity: "Tag")
        }
        try await stack.write { records in
            try records.replace(
                "albums",
                of: identity,
                with: identities,
                isOrdered: true,
                TagMapping.self,
                AlbumMapping.self
            )
        }
    }

    /// The akin of the tag.
    func akin(of tag: Tag) async throws -> Set<Tag> {
        guard let identity = tag.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "akin",
                of: [identity],
                TagMapping.self,
                TagMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The akin of each of the tags that has any, in one query.
    func akin(of tags: [Tag]) async throws -> [Tag.Identity: Set<Tag>] {
        let identities = tags.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "akin",
                of: identities,
                TagMapping.self,
                TagMapping.self
            )
            return found.mapValues(Set.init)
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
        try await stack.write { records in
            try records.replace(
                "akin",
                of: identity,
                with: Array(identities),
                isOrdered: false,
                TagMapping.self,
                TagMapping.self
            )
        }
    }

    /// The places of the tag.
    func places(of tag: Tag) async throws -> Set<Place> {
        guard let identity = tag.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "places",
                of: [identity],
                TagMapping.self,
                PlaceMapping.self
            )
            return Set(found[identity] ?? [])
        }
    }

    /// The places of each of the tags that has any, in one query.
    func places(of tags: [Tag]) async throws -> [Tag.Identity: Set<Place>] {
        let identities = tags.compactMap(\.identity)
        return try await stack.read { records in
            let found = try records.related(
                "places",
                of: identities,
                TagMapping.self,
                PlaceMapping.self
            )
            return found.mapValues(Set.init)
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
        try await stack.write { records in
            try records.replace(
                "places",
                of: identity,
                with: Array(identities),
                isOrdered: false,
                TagMapping.self,
                PlaceMapping.self
            )
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
        return try await stack.read { records in
            let found = try records.related(
                "frames",
                of: [identity],
                isOrdered: true,
                AlbumMapping.self,
                PhotoMapping.self
            )
            return found[identity] ?? []
        }
    }

    /// The frames of each of the albums that has any, in one query.
    func frames(of albums: [Album]) async throws -> [Album.Identity: [Photo]] {
        let identities = albums.compactMap(\.identity)
        return try await stack.read { records in
            try records.related(
                "frames",
                of: identities,
                isOrdered: true,
                AlbumMapping.self,
                PhotoMapping.self
            )
        }
    }

    /// Makes these the frames of the album, in this order, in place of those that it had.
    func setFrames(_ identities: [Photo.Identity], of album: Album) async throws {
        guard let identity = album.identity else {
            throw StoreError.noRecord(entity: "Album")
        }
        try await stack.write { records in
            try records.replace(
                "frames",
                of: identity,
                with: identities,
                isOrdered: true,
                AlbumMapping.self,
                PhotoMapping.self
            )
        }
    }

    /// The tags of the album, in their order.
    func tags(of album: Album) async throws -> [Tag] {
        guard let identity = album.identity else { return [] }
        return try await stack.read { records in
            let found = try records.related(
                "tags",
                of: [identity],
                isOrdered: true,
                AlbumMapping.self,
                TagMapping.self
            )
            return found[identity] ?? []
        }
    }

    /// The tags of each of the albums that has any, in one query.
    func tags(of albums: [Album]) async throws -> [Album.Identity: [Tag]] {
        let identities = albums.compactMap(\.identity)
        return try await stack.read { records in
            try records.related(
                "tags",
                of: identities,
                isOrdered: true,
                AlbumMapping.self,
                TagMapping.self
            )
        }
    }

    /// Makes these the tags of the album, in this order, in place of those that it had.
    func setTags(_ identities: [Tag.Identity], of album: Album) async throws {
        guard let identity = album.identity else {
            throw StoreError.noRecord(entity: "Album")
        }
        try await stack.write { records in
            try records.replace(
                "tags",
                of: identity,
                with: identities,
                isOrdered: true,
                AlbumMapping.self,
                TagMapping.self
            )
        }
    }
}
