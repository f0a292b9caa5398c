import CacheStore
import DataAccess
import Foundation
import SeededRandom
import Testing

/// One of a few identities or texts, so that steps meet.
extension SplitMix64 {
    fileprivate mutating func word() -> String {
        ["red", "Grün", "BLAU", "o"].randomElement(using: &self) ?? ""
    }

    fileprivate mutating func country() -> Country.Identity? {
        number(0...2) == 0 ? nil : Country.Identity(["CH", "DE", "XX"][Int(number(0...2))])
    }

    fileprivate mutating func maybe(_ range: ClosedRange<Int64>) -> Int64? {
        number(0...1) == 0 ? nil : number(range)
    }
}

/// Does one thing, drawn, and says what came of it.
private func step(_ manager: RulesManager, _ random: SplitMix64) async -> String {
    var random = random
    let id = random.number(1...9)
    let place = Place.Identity(id)
    let word = random.word()
    let country = random.country()
    let code = random.maybe(1...3).map { "c\($0)" }
    let ids = (0..<random.number(0...3)).map { _ in random.number(1...5) }
    let words = (0..<random.number(0...3)).map { _ in Tag.Identity(random.word()) }
    let album = Album(
        identity: random.maybe(1...4).map(Album.Identity.init),
        shelf: random.number(0...1) == 0 ? "a" : "b",
        number: Int16(random.number(1...2)),
        title: word
    )
    let photo = Photo(
        identity: random.maybe(1...5).map(Photo.Identity.init),
        title: word,
        visit: random.maybe(1...3).map(Visit.Identity.init),
        album: random.maybe(1...3).map(Album.Identity.init),
        reel: random.maybe(1...3).map(Album.Identity.init),
        next: random.maybe(1...5).map(Photo.Identity.init)
    )
    let town = Town(id: id, name: word, area: Double(id), code: code, country: country)
    let capital = Capital(
        id: id,
        name: word,
        area: Double(id),
        code: code,
        seat: word,
        country: country
    )
    let nearest = random.maybe(1...9).map(Place.Identity.init)
    let village = Village(id: id, name: word, area: code, country: country, nearest: nearest)
    do {
        switch random.number(0...24) {
        case 0, 1: return "\(try await manager.towns.save(town))"
        case 2, 3: return "\(try await manager.capitals.save(capital).id)"
        case 4, 5: return "\(try await manager.villages.save(village))"
        case 6: return "\(try await manager.towns.insert(town))"
        case 7:
            return "\(try await manager.places.save(Place(id: id, name: word, country: country)))"
        case 8: return "\(try await manager.places.delete(place))"
        case 9: return "\(try await manager.towns.delete(place))"
        case 10: return "\(try await manager.countries.save(Country(code: "CH", people: 1)))"
        case 11: return "\(try await manager.countries.save(Country(code: word)))"
        case 12: return "\(try await manager.countries.delete(Country.Identity("DE")))"
        case 13: return "\(try await manager.visits.save(Visit(day: word, place: place)))"
        case 14: return "\(try await manager.visits.deleteAll())"
        case 15: return "\(try await manager.photos.save(photo))"
        case 16: return "\(try await manager.photos.delete(Photo.Identity(id)))"
        case 17: return "\(try await manager.albums.save(album))"
        case 18:
            let tag = Tag(name: word)
            try await manager.tags.save(tag)
            try await manager.setAkin(Set(words), of: tag)
            try await manager.setPlaces(Set(ids.map(Place.Identity.init)), of: tag)
            return "pairs"
        case 19:
            guard album.identity != nil else { return "\(try await manager.albums.insert(album))" }
            try await manager.setTags(words, of: album)
            return "tags"
        case 20: return "\(try await manager.tags.delete(Tag.Identity(word)))"
        case 21:
            try await manager.setFrames(ids.map(Photo.Identity.init), of: album)
            return "frames"
        case 22:
            try await manager.setAround(ids.map(Place.Identity.init), of: town)
            return "around"
        case 23:
            try await manager.setAlbums(ids.map(Album.Identity.init), of: Tag(name: word))
            return "albums"
        default: return "\(try await manager.albums.delete(Album.Identity(id)))"
        }
    } catch StoreError.brokenRelationship {
        // Of several that are broken, each names one.
        return "a broken relationship"
    } catch {
        return "\(error)"
    }
}

private func state(_ manager: RulesManager) async throws -> [String] {
    let albums = try await manager.albums.list()
    let tags = try await manager.tags.list()
    var all = [
        "\(try await manager.places.list())", "\(try await manager.towns.list())",
        "\(try await manager.villages.list())", "\(try await manager.countries.list())",
        "\(try await manager.visits.list())", "\(try await manager.photos.list())",
        "\(albums)", "\(tags)",
        "\(try await manager.capitals.list().map { "\($0.id) \($0.searchName) \($0.changed == nil)" })",
    ]
    for album in albums {
        all.append("\(try await manager.tags(of: album)) \(try await manager.frames(of: album))")
    }
    for town in try await manager.towns.list() {
        all.append("\(try await manager.around(of: town))")
    }
    for tag in tags {
        let akin = try await manager.akin(of: tag).sorted { $0.name < $1.name }
        let places = try await manager.places(of: tag).sorted { $0.id < $1.id }
        all.append("\(akin) \(places)")
        all.append("\(try await manager.albums(of: tag))")
    }
    let tagged = "ANY tags.name == 'red' OR tags.@count == 2 OR ANY tags.akin.name == 'o'"
    all.append("\(try await manager.albums.list(DataQuery(filter: .init(tagged))))")
    let numbered = "FUNCTION(title, 'integerValue') == 0 AND ANY tags.name == 'red'"
    all.append("\(try await manager.albums.list(DataQuery(filter: .init(numbered))))")
    let near = DataQuery(filter: "nearest.country.code == 'CH'", orderBy: [.descending("name")])
    all.append("\(try await manager.villages.list(near))")
    return all
}

/// More with `AGREEMENT_SEEDS`.
private let seeds = UInt64(ProcessInfo.processInfo.environment["AGREEMENT_SEEDS"] ?? "") ?? 8

/// One model with all that a model can ask for, two implementations, one script.
@Test(arguments: 0..<seeds)
func theImplementationsAgreeOnEveryRuleOfAModel(_ seed: UInt64) async throws {
    let (store, memory) = (try RulesManager.inMemory(.store), try RulesManager.inMemory(.memory))
    var random = SplitMix64(seed: seed)
    for number in 0..<200 {
        let drawn = SplitMix64(seed: random.next())
        let (first, second) = (await step(store, drawn), await step(memory, drawn))
        #expect(first == second, "step \(number)")
        if number % 10 == 0 || first != second {
            let (one, other) = (try await state(store), try await state(memory))
            for (left, right) in zip(one, other) { #expect(left == right, "step \(number)") }
            if one != other || first != second { return }
        }
    }
}

@Test func theCopyThatQueriesReadIsForReadingOnly() async throws {
    let manager = try RulesManager.inMemory(.memory)
    try await manager.tags.save(Tag(name: "red"))
    let copy = try await manager.store
    #expect(try await copy.context.fetch(Tag.self) == [Tag(name: "red")])
    let error = try await #require(throws: StoreError.self) {
        try await copy.context.save(Tag(name: "green"))
    }
    #expect("\(error)".contains("through the generated manager"))
    #expect(manager.path == nil)
    try manager.close()
}
