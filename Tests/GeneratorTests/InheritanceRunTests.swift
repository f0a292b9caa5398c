import CacheStore
import Diagnostics
import Foundation
import Generator
import SchemaReader
import Testing

private func town(_ id: Int64, _ name: String, code: String? = nil) -> Town {
    Town(id: id, name: name, area: 1, code: code)
}

@Test func aParentFindsTheRecordsOfItsChildren() async throws {
    let manager = try RulesManager.inMemory()
    try await manager.towns.save([town(1, "Ulm"), town(2, "Aalen")])
    try await manager.villages.save(Village(id: 3, name: "Linn", area: "small"))
    try await manager.capitals.save(Capital(id: 4, name: "Bern", area: 5, seat: "Bundeshaus"))
    #expect(try await manager.places.list().map(\.name) == ["Ulm", "Aalen", "Linn", "Bern"])
    #expect(try await manager.towns.list().map(\.name) == ["Ulm", "Aalen", "Bern"])
    #expect(try await manager.villages.list().map(\.area) == ["small"])
    #expect(try await manager.capitals.list().map(\.seat) == ["Bundeshaus"])
    #expect(try await manager.places.count() == 4)
    #expect(try await manager.towns.count() == 3)
    let query = DataQuery(filter: "name CONTAINS 'n'", orderBy: [.descending("name")], top: 2)
    #expect(try await manager.places.list(query).map(\.name) == ["Linn", "Bern"])
    #expect(try await manager.towns.list(query).map(\.name) == ["Bern", "Aalen"])
    #expect(try await manager.towns.retrieve(Place.Identity(3)) == nil)
    #expect(try await manager.places.retrieve(Place.Identity(3))?.name == "Linn")
}

@Test func aChangeThroughTheParentKeepsWhatTheChildHas() async throws {
    let manager = try RulesManager.inMemory()
    try await manager.capitals.save(Capital(id: 4, name: "Bern", area: 5, seat: "Bundeshaus"))
    var place = try #require(try await manager.places.retrieve(Place.Identity(4)))
    place.name = "Berne"
    try await manager.places.save(place)
    var town = try #require(try await manager.towns.retrieve(Place.Identity(4)))
    #expect(town.name == "Berne")
    town.area = 6
    try await manager.towns.save(town)
    let capital = try await manager.capitals.retrieve(Place.Identity(4))
    #expect(capital == Capital(id: 4, name: "Berne", area: 6, seat: "Bundeshaus"))
}

@Test func anAbstractEntityMakesNoRecords() async throws {
    let manager = try RulesManager.inMemory()
    await #expect(throws: StoreError.noRecord(entity: "Place")) {
        try await manager.places.save(Place(id: 9, name: "nowhere"))
    }
    await #expect(throws: StoreError.self) {
        try await manager.places.insert(Place(id: 9, name: "nowhere"))
    }
    #expect(try await manager.places.count() == 0)
}

@Test func anIdentityBelongsToOneKind() async throws {
    let manager = try RulesManager.inMemory()
    try await manager.villages.save(Village(id: 3, name: "Linn"))
    await #expect(throws: StoreError.self) { try await manager.towns.save(town(3, "Ulm")) }
    #expect(try await manager.villages.list().map(\.name) == ["Linn"])
    #expect(try await manager.towns.delete(Place.Identity(3)) == false)
    #expect(try await manager.towns.deleteAll() == 0)
    #expect(try await manager.places.deleteAll() == 1)
}

@Test func relationshipsLeadToAbstractEntities() async throws {
    let manager = try RulesManager.inMemory()
    let country = try await manager.countries.save(Country(code: "CH"))
    let bern = Capital(id: 4, name: "Bern", area: 5, country: country.identity)
    try await manager.capitals.save(bern)
    let linn = Village(id: 3, name: "Linn", country: country.identity, nearest: bern.identity)
    try await manager.villages.save(linn)
    let visit = try await manager.visits.save(
        Visit(day: "today", place: try #require(linn.identity))
    )
    #expect(try await manager.places(of: country).map(\.name) == ["Linn", "Bern"])
    #expect(try await manager.place(of: visit)?.name == "Linn")
    #expect(try await manager.visits(of: linn) == [visit])
    #expect(try await manager.country(of: bern) == country)
    #expect(try await manager.nearest(of: linn)?.name == "Bern")
    let query = DataQuery(filter: "place.country.code == 'CH' AND place.name BEGINSWITH 'L'")
    #expect(try await manager.visits.list(query) == [visit])
    let places = DataQuery(filter: "ANY places.name == 'Bern'")
    #expect(try await manager.countries.list(places) == [country])
    let visited = DataQuery(filter: "visits.@count > 0")
    #expect(try await manager.villages.list(visited) == [linn])
    #expect(try await manager.capitals.list(visited) == [])
    await #expect(throws: StoreError.brokenRelationship) {
        try await manager.countries.delete(Country.Identity("CH"))
    }
    try await manager.villages.delete(Place.Identity(3))
    #expect(try await manager.visits.count() == 0)
}

@Test func deletionRulesOfWhatARecordHoldsAreHonoured() async throws {
    let manager = try RulesManager.inMemory()
    try await manager.villages.save(Village(id: 3, name: "Linn"))
    let visit = try await manager.visits.save(Visit(day: "today", place: Place.Identity(3)))
    var photo = Photo(title: "first")
    for title in ["second", "third"] {
        photo.next = try await manager.photos.save(photo).identity
        photo = Photo(title: title, next: photo.next)
    }
    photo.visit = visit.identity
    try await manager.photos.save(photo)
    let other = try await manager.photos.save(Photo(title: "other"))
    #expect(try await manager.photos.count() == 4)
    #expect(try await manager.photo(of: visit)?.title == "third")
    try await manager.visits.delete(try #require(visit.identity))
    #expect(try await manager.photos.list() == [other])

    let album = try await manager.albums.save(Album(shelf: "a", number: 1))
    let kept = try await manager.photos.save(Photo(title: "kept", album: album.identity))
    await #expect(throws: StoreError.brokenRelationship) {
        try await manager.photos.delete(try #require(kept.identity))
    }
    try await manager.albums.delete(try #require(album.identity))
    #expect(try await manager.photos.delete(try #require(kept.identity)))
}

@Test func savingWhatIsUniqueReplacesAndKeepsTheIdentity() async throws {
    let manager = try RulesManager.inMemory()
    let first = try await manager.albums.save(Album(shelf: "a", number: 1, title: "one"))
    let second = try await manager.albums.save(Album(shelf: "a", number: 2))
    let again = try await manager.albums.save(Album(shelf: "a", number: 1, title: "uno"))
    #expect(again.identity == first.identity)
    #expect(try await manager.albums.list() == [again, second])
    try await manager.towns.save(town(1, "Ulm", code: "UL"))
    let replaced = try await manager.towns.save(town(7, "Neu-Ulm", code: "UL"))
    #expect(replaced.id == 1)
    #expect(try await manager.towns.list().map(\.name) == ["Neu-Ulm"])
    try await manager.towns.save([town(8, "A"), town(9, "B")])
    #expect(try await manager.towns.count() == 3)
    await #expect(throws: StoreError.self) {
        try await manager.albums.insert(Album(shelf: "a", number: 1))
    }
}

@Test func everyBrokenRuleIsReportedAtOnce() async throws {
    let manager = try RulesManager.inMemory()
    let bad = Country(
        code: "x",
        founded: Date(timeIntervalSinceReferenceDate: -100_000),
        people: 0
    )
    #expect(bad.violations.map(\.property) == ["code", "code", "founded", "people"])
    for save in [
        { @Sendable in _ = try await manager.countries.save(bad) },
        { @Sendable in _ = try await manager.countries.save([bad]) },
        { @Sendable in _ = try await manager.countries.insert(bad) },
    ] {
        let error = try #require(await #expect(throws: StoreError.self) { try await save() })
        guard case .invalid("Country", let violations) = error else {
            Issue.record("\(error)")
            continue
        }
        #expect(violations == bad.violations)
    }
    #expect(try await manager.countries.count() == 0)
    try await manager.countries.save(Country(code: "CHE", people: 1))
}

@Test func fetchRequestsAndFetchedPropertiesAreMethods() async throws {
    let manager = try RulesManager.inMemory()
    let here = try await manager.countries.save(Country(code: "UL"))
    let there = try await manager.countries.save(Country(code: "IT"))
    for (id, area) in [(1, 5.0), (2, 9), (3, 7)] {
        try await manager.towns.save(Town(id: Int64(id), name: "T\(id)", area: area))
    }
    try await manager.villages.save([
        Village(id: 4, name: "UL", country: here.identity),
        Village(id: 5, name: "UL", country: there.identity),
    ])
    #expect(try await manager.largeTowns(area: 1).map(\.id) == [1, 2])
    #expect(try await manager.largeTowns(area: 6).map(\.id) == [2, 3])
    #expect(try await manager.allVisits() == [])
    #expect(try await manager.namesakes(of: here).map(\.id) == [5])
    #expect(try await manager.namesakes(of: there) == [])
}

@Test func aFetchRequestThatDoesNotFitIsNamedAndLeftOut() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let path = "Fixtures/Rules.xcdatamodeld/Rules.xcdatamodel/contents"
    let data = try Data(contentsOf: tests.appendingPathComponent(path))
    let read = readSchema(contents: data, named: "Rules", file: "contents")
    let result = modelContext(for: read.schema, source: "Rules.xcdatamodeld")
    #expect(result.diagnostics.map(\.id) == ["transient-attribute", "request-left-out"])
    #expect(result.diagnostics.last?.problem.contains("\"broken\"") == true)
}
