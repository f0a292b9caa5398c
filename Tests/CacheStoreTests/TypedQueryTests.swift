import CacheStore
import DataAccess
import Foundation
import QueryLanguage
import Testing

/// A typed query, and predicate text of the same meaning.
private struct Case: Sendable, CustomTestStringConvertible {
    var filter: RecordFilter<Person>
    var text: String

    init(
        _ text: String,
        _ condition: (PropertyPath<Person, Person>) -> RecordFilter<Person>
    ) {
        self.text = text
        filter = RecordFilter(condition)
    }

    var testDescription: String { text }
}

private let day = Date(timeIntervalSinceReferenceDate: 86_400)
private let token = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16))
private let site = URL(fileURLWithPath: "/tmp")

private let cases: [Case] = [
    Case("name == $value0") { $0.name == "Ada" },
    Case("name != $value0") { $0.name != "Ada" },
    Case("name ==[c] $value0") { $0.name.equals("aDA", .ignoringCase) },
    Case("name BEGINSWITH[c] $value0") { $0.name.beginsWith("a", .ignoringCase) },
    Case("name ENDSWITH[cd] $value0") {
        $0.name.endsWith("E", [.ignoringCase, .ignoringDiacritics])
    },
    Case("name CONTAINS[d] $value0") { $0.name.contains("u", .ignoringDiacritics) },
    Case("name LIKE $value0") { $0.name.isLike("*d?") },
    Case("name MATCHES $value0") { $0.name.matches("[A-M].*") },
    Case("personID == $value0") { $0.personID == nil },
    Case("personID IN $value0") { $0.personID.isIn(["a", "c"]) },
    Case("number > $value0") { $0.number > 1 },
    Case("number >= $value0 AND number <= $value1") { $0.number >= 1 && $0.number <= 2 },
    Case("number < $value0 OR number == $value1") { $0.number < 2 || $0.number == nil },
    Case("number IN $value0") { $0.number.isIn(stride(from: Int16(1), through: 3, by: 2)) },
    Case("number BETWEEN {$value0, $value1}") { $0.number.isIn(2...3) },
    Case("number >= $value0 AND number < $value1") { $0.number.isIn(1..<3) },
    Case("number >= $value0") { $0.number.isIn(2...) },
    Case("number <= $value0") { $0.number.isIn(...2) },
    Case("number < $value0") { $0.number.isIn(..<2) },
    Case("NOT (number == $value0)") { !($0.number == 2) },
    Case("number == $value0 OR number == $value1 OR name == $value2") {
        $0.number == 1 || $0.number == 2 || $0.name == "Eve"
    },
    Case("isActive == $value0 AND (number == $value1 OR name == $value2)") {
        $0.isActive == true && ($0.number == 1 || $0.name == "Eve")
    },
    Case("isActive == $value0 AND number > $value1 AND name != $value2") {
        $0.isActive == true && ($0.number > 1 && $0.name != "Eve")
    },
    Case("born >= $value0") { $0.born >= day },
    Case("born == joined") { $0.born == $0.joined },
    Case("born < joined") { $0.born < $0.joined },
    Case("name == personID") { $0.name == $0.personID },
    Case("name != team.name") { $0.name != $0.team.name },
    Case("team.id == team.id") { $0.team.id == $0.team.id },
    Case("price > $value0") { $0.price > Decimal(2) },
    Case("score <= $value0") { $0.score <= 1.5 },
    Case("photo == $value0") { $0.photo == Data([1]) },
    Case("token == $value0") { $0.token == token },
    Case("site == $value0") { $0.site == site },
    Case("team == $value0") { $0.team == Team.Identity(1) },
    Case("team == $value0") { $0.team == nil },
    Case("team IN $value0") { $0.team.isIn([Team.Identity(1), Team.Identity(2)]) },
    Case("team.name == $value0") { $0.team.name == "red" },
    Case("team.name BEGINSWITH $value0 AND team.id < $value1") {
        $0.team.name.beginsWith("b") && $0.team.id < 3
    },
]

private func person(_ id: String?, _ name: String, _ number: Int16?, _ team: Int64?) -> Person {
    Person(
        born: number.map { day.addingTimeInterval(Double($0) * 86_400) },
        isActive: number != 1,
        joined: day.addingTimeInterval(172_800),
        name: name,
        number: number,
        personID: id,
        photo: number == 2 ? Data([1]) : nil,
        price: number.map { Decimal(Int($0)) },
        score: number.map { Double($0) / 2 },
        site: number == 3 ? site : nil,
        token: number == 1 ? token : nil,
        team: team.map { Team.Identity($0) }
    )
}

private let people = [
    person("a", "Ada", 1, 1), person("b", "Bob", 2, 2), person("c", "Eve", nil, nil),
    person("d", "édouard", 3, 1), person("e", "Ümit", 2, 2),
]

/// Data access objects of a store and without a database, with the same people.
private func objects() async throws -> [any PersonDAO] {
    let store = try memoryClub()
    let managers = [ClubManager(store: store), ClubManager(memory: MemoryStore(store.model))]
    for manager in managers {
        try await manager.teams.save([Team(id: 1, name: "red"), Team(id: 2, name: "blue")])
        try await manager.people.save(people)
    }
    return managers.map(\.people)
}

@Suite struct TypedQueries {
    @Test(arguments: cases) fileprivate func mean(_ example: Case) throws {
        #expect(try DataQuery.Filter(example.text).tree() == example.filter.tree)
        // The printed text is read as the same tree.
        #expect(try DataQuery.Filter(example.filter.description).tree() == example.filter.tree)
        #expect("\(example.filter.dataFilter)" == example.filter.description)
    }

    /// Conditions in front of others were nested. SQLite's parser refused 33 of them, and the
    /// process ended with 3000.
    @Test(arguments: [[true], [false], [true, false], [true, true, false, false, false]])
    func aChainGrowsAtEitherEnd(_ isAppended: [Bool]) async throws {
        let filter = RecordFilter<Person> { person in
            var filter: RecordFilter<Person> = person.name == "Ada"
            for index in 0..<2000 {
                let other: RecordFilter<Person> = person.name == "\(index)"
                let isLast = isAppended[index % isAppended.count]
                filter = isLast ? filter || other : other || filter
            }
            return filter
        }
        guard case .or(let parts) = filter.tree else { Issue.record("no chain"); return }
        #expect(parts.count == 2001)
        let values = filter.dataFilter.values
        let names = (0...2000).map { values["value\($0)"] }
        var expected: [DataQuery.Argument?] = ["Ada"]
        for index in 0..<2000 {
            let place = isAppended[index % isAppended.count] ? expected.endIndex : 0
            expected.insert(.text("\(index)"), at: place)
        }
        #expect(names == expected)
        for people in try await objects() {
            let found = try await people.list(DataQuery(filter: filter.dataFilter))
            #expect(found.map(\.personID) == ["a"])
        }
    }

    /// Each condition copied all earlier ones: this took minutes.
    @Test func aLongChainKeepsEveryValue() throws {
        let filter = RecordFilter<Person> { person in
            var filter: RecordFilter<Person> = person.name == "Ada"
            for index in 0..<2000 {
                let other: RecordFilter<Person> = person.name == "\(index)"
                filter = filter || other
            }
            return filter
        }
        #expect(filter.dataFilter.values.count == 2001)
    }

    @Test(arguments: [20, 21, 5000])
    func operatorsInEachOtherAreLimited(_ levels: Int) async throws {
        let filter = RecordFilter<Person> { person in
            var filter: RecordFilter<Person> = person.name == "Ada"
            let other: RecordFilter<Person> = person.name == "Bob"
            for level in 0..<levels {
                filter = level % 2 == 0 ? other || filter : !filter
            }
            return filter
        }
        for people in try await objects() {
            let query = DataQuery(filter: filter.dataFilter)
            if levels <= 20 {
                #expect(try await people.list(query).map(\.personID) == ["a"])
            } else {
                await #expect(throws: StoreError.filterTooDeep) { try await people.list(query) }
            }
        }
    }

    /// The error was SQLite's "parser stack overflow". Later versions of SQLite have no such limit.
    @Test func deepTextIsNamedAsSuch() async throws {
        let start = String(repeating: "name == 'Bob' OR (", count: 60)
        let end = String(repeating: ")", count: 60)
        let query = DataQuery(filter: .init("\(start)name == 'Ada'\(end)"))
        let objects = try await objects()
        #expect(try await objects[1].list(query).map(\.personID) == ["a", "b"])
        do {
            #expect(try await objects[0].list(query).map(\.personID) == ["a", "b"])
        } catch {
            #expect(error as? StoreError == .filterTooDeep)
        }
    }

    @Test func findTheSameInAStoreInMemoryAndByText() async throws {
        let objects = try await objects()
        var sizes: Set<Int> = []
        for example in cases {
            let query = DataQuery(filter: example.filter.dataFilter)
            let values = try #require(query.filter?.values)
            let text = DataQuery(filter: .init(example.text, values))
            let found = try await objects[0].list(query)
            sizes.insert(found.count)
            for people in objects {
                #expect(try await people.list(query) == found, "\(example.text)")
                #expect(try await people.list(text) == found, "\(example.text)")
                #expect(try await people.count(query) == found.count)
            }
        }
        #expect(sizes.isSuperset(of: [1, 2, 3]))
    }

    @Test(arguments: [
        ("number IN $l", "b, c, e"), ("NOT number IN $l", "a, d"), ("number IN {2, $v}", "b, c, e"),
        ("number IN {2, $one}", "a, b, e"), ("NOT number IN {2, $v}", "a, d"),
        ("team.name IN[c] $texts", "b, c, e"), ("team.name.length IN {4, $v}", "b, c, e"),
        ("NOT team.name IN[c] $texts", "a, d"),
    ])
    fileprivate func findNilInAList(_ text: String, _ expected: String) async throws {
        let values: [String: DataQuery.Argument] = [
            "l": .list([.null, 2]), "v": .null, "one": 1, "texts": .list(["BLUE", .null]),
        ]
        let used = values.filter { text.contains("$\($0.key)") }
        for people in try await objects() {
            let found = try await people.list(DataQuery(filter: .init(text, used)))
            #expect(found.compactMap(\.personID).joined(separator: ", ") == expected)
        }
    }

    @Test func takeTheTextOfAnAttributesTypeAndRefuseOtherValues() async throws {
        for people in try await objects() {
            func found(_ text: String, _ value: DataQuery.Argument) async throws -> [String?] {
                let filter = DataQuery.Filter(text, ["v": value])
                return try await people.list(DataQuery(filter: filter)).map(\.personID)
            }
            let lower = DataQuery.Argument.text(token.uuidString.lowercased())
            #expect(try await found("token == $v", lower) == ["a"])
            #expect(try await found("token IN $v", .list([lower])) == ["a"])
            #expect(try await found("price == $v", "2.0") == ["b", "e"])
            #expect(try await found("site == $v", .text(site.absoluteString)) == ["d"])
            // A part of the filter without SQL.
            let inMemory = "token == $v AND FUNCTION(name, 'integerValue') == 0 OR token == $v"
            #expect(try await found(inMemory, lower) == ["a"])
            let others: [(String, DataQuery.Argument)] = [
                ("token == $v", "no UUID"), ("token != $v", "no UUID"),
                ("token IN $v", .list([lower, "no UUID"])), ("site == $v", "http://[a"),
                ("price == $v", "abc"), ("number == $v", "0"), ("born > $v", 3), ("name == $v", 3),
                ("isActive == $v", "YES"), ("photo == $v", "a"),
            ]
            for (text, value) in others {
                let error = await #expect(throws: StoreError.self, "\(text) \(value)") {
                    try await found(text, value)
                }
                #expect("\(error, default: "none")".hasPrefix("filter: the value of $v must be "))
            }
        }
    }

    /// SQLite stores NaN as NULL.
    @Test func takeNaNForNil() async throws {
        let nan = DataQuery.Argument(Double.nan)
        let texts = ["score == $v", "score IN {$v}", "score IN $l", "NOT score != $v"]
        for people in try await objects() {
            #expect(try await people.list(.where { $0.score == .nan }).map(\.personID) == ["c"])
            #expect(try await people.count(.where { $0.score > .nan }) == 0)
            #expect(try await people.count(.where { $0.score.isIn([.nan, 1]) }) == 3)
            for text in texts {
                let used = text.contains("$l") ? ["l": DataQuery.Argument.list([nan])] : ["v": nan]
                let found = try await people.list(DataQuery(filter: .init(text, used)))
                #expect(found.map(\.personID) == ["c"], "\(text)")
            }
            let range = DataQuery.Filter("score BETWEEN {0, $v}", ["v": nan])
            #expect(try await people.count(DataQuery(filter: range)) == 0)
        }
    }

    @Test func keepNaNAsNil() async throws {
        let store = try memoryClub()
        for manager in [ClubManager(store: store), ClubManager(memory: .init(store.model))] {
            let people = manager.people
            let odd = Person(name: "Ada", personID: "a", price: .nan, score: .nan)
            let even = Person(name: "Bob", personID: "b", price: 1, score: .nan)
            for saved in [try await people.save(odd), try await people.save([odd, even])[0]] {
                #expect(saved.price == nil)
                #expect(saved.score == nil)
            }
            #expect(try await people.retrieve(Person.Identity("a"))?.price == nil)
            #expect(try await people.list(.where { $0.price == nil }).map(\.personID) == ["a"])
            #expect(try await people.list(.where { $0.price != nil }).map(\.personID) == ["b"])
            #expect(try await people.list(.where { $0.price > 0 }).map(\.personID) == ["b"])
        }
    }

    @Test func theValueOfAVariableShowsWhetherAListOrATextContainsAText() async throws {
        for people in try await objects() {
            func found(_ value: DataQuery.Argument) async throws -> [String?] {
                let filter = DataQuery.Filter("$v CONTAINS[c] name", ["v": value])
                return try await people.list(DataQuery(filter: filter)).map(\.personID)
            }
            #expect(try await found(.list(["ada", "Bobby"])) == ["a"])
            #expect(try await found("Adam and Bobby") == ["a", "b"])
        }
    }

    @Test func anIntegerOfMoreThan64BitsIsNotTheLargestOne() async throws {
        let store = try memoryClub()
        for manager in [ClubManager(store: store), ClubManager(memory: .init(store.model))] {
            try await manager.teams.save(Team(id: .max, name: "last"))
            func count(_ text: String) async throws -> Int {
                let filter = DataQuery.Filter(text, ["v": DataQuery.Argument(UInt64.max)])
                return try await manager.teams.count(DataQuery(filter: filter))
            }
            #expect(try await count("id == $v") == 0)
            #expect(try await count("id < $v") == 1)
            #expect(try await count("id >= $v") == 0)
            try await manager.teams.save(Team(id: .min, name: "first"))
            let below = DataQuery.Argument(Int128(Int64.min) - 1)
            let filter = DataQuery.Filter("id <= $v", ["v": below])
            #expect(try await manager.teams.count(DataQuery(filter: filter)) == 0)
        }
    }

    @Test func findARangeThatAVariableGives() async throws {
        for people in try await objects() {
            func found(_ range: DataQuery.Argument) async throws -> [String?] {
                let filter = DataQuery.Filter("number BETWEEN $range", ["range": range])
                return try await people.list(DataQuery(filter: filter)).map(\.personID)
            }
            #expect(try await found(.list([2, 3])) == ["b", "d", "e"])
            #expect(try await found(.list([2, .null])) == [])
            for range in [DataQuery.Argument.list([2]), .list([]), 2, .null] {
                let error = await #expect(throws: StoreError.self) { try await found(range) }
                #expect("\(error, default: "none")".contains("BETWEEN needs two bounds"))
            }
        }
    }

    @Test func aSortKeyWithoutOneValueIsNamed() async throws {
        let store = try memoryClub()
        for manager in [ClubManager(store: store), ClubManager(memory: .init(store.model))] {
            try await manager.teams.save(Team(id: 1, name: "red"))
            for key in ["nothing", "members", "members.@count", "name.length"] {
                let query = DataQuery(orderBy: [.ascending(key)])
                let error = await #expect(throws: StoreError.self) {
                    try await manager.teams.list(query)
                }
                #expect("\(error, default: "none")".hasPrefix("orderBy: "), "\(key)")
            }
        }
    }

    @Test func sortLimitAndChain() async throws {
        for people in try await objects() {
            let sorted = Person.where { $0.number != nil }
                .sorted(by: \.number, .descending).then(by: \.name)
            #expect(try await people.list(sorted).map(\.personID) == ["d", "b", "e", "a"])
            let part = sorted.limit(2, offset: 1)
            #expect(try await people.list(part).map(\.personID) == ["b", "e"])
            #expect(try await people.first(sorted)?.personID == "d")
            #expect(try await people.page(1, of: 3, sorted).map(\.personID) == ["a"])
            let narrowed = sorted.where { $0.team == Team.Identity(2) }
            #expect(try await people.list(narrowed).map(\.personID) == ["b", "e"])
            #expect(try await people.count(.where { $0.name.beginsWith("B") }) == 1)
            let byTeam = Person.sorted(by: \.team.name, .descending).then(by: \.personID)
            #expect(try await people.list(byTeam).map(\.personID) == ["a", "d", "b", "e", "c"])
            #expect(byTeam.where { $0.number > 1 } == byTeam.where { $0.number > 1 })
        }
    }

    @Test func readChangeAndDeleteThroughEveryWayIn() async throws {
        for people in try await objects() {
            let second = Person.where { $0.number == 2 }
            try await people.list(second) { found in
                for index in found.indices { found[index].isActive = false }
                return .commit
            }
            let inactive = Person.where { $0.isActive == false }
            #expect(try await people.list(inactive).map(\.personID) == ["a", "b", "e"])
            var batches: [Int] = []
            for try await batch in people.batches(inactive, of: 2) { batches.append(batch.count) }
            #expect(batches == [2, 1])
            #expect(try await people.delete(inactive))
            #expect(try await people.list().map(\.personID) == ["c", "d"])
        }
        let store = try memoryClub()
        let context = store.context
        for person in people where person.team == nil { try await context.save(person) }
        #expect(try await context.fetch(Person.where { $0.name == "Eve" }).count == 1)
        #expect(try await context.fetchFirst(Person.sorted(by: \.name))?.name == "Eve")
        #expect(try await context.exists(Person.where { $0.name == "Eve" }))
        #expect(try await context.count(Person.where { $0.name == "Ada" }) == 0)
        let names = try await context.read { connection in
            var names = try connection.fetch(Person.where { $0.number == nil }).map(\.name)
            try connection.forEach(Person.sorted(by: \.name)) { names.append($0.name) }
            let first = try connection.fetchFirst(Person.where { $0.number > 1 })
            return names + [first?.name, "\(try connection.count(Person.sorted(by: \.name)))"]
        }
        #expect(names == ["Eve", "Eve", nil, "1"])
        let list = context.resultsController(Person.where { $0.name == "Eve" })
        #expect(try await list.snapshot().count == 1)
        #expect(try await context.deleteAll(Person.where { $0.name == "Eve" }) == 1)
    }

    @Test func anAssignedIdentityIsTheRecord() async throws {
        let store = try memoryClub()
        for manager in [ClubManager(store: store), ClubManager(memory: .init(store.model))] {
            try await manager.people.save(people[2])
            let notes = try await manager.notes.save(
                ["x", "y", "z"].map { Note(text: $0, person: Person.Identity("c")) }
            )
            let last = try #require(notes[2].identity)
            let query = Note.where { $0.identity == last || $0.text == "x" }
            #expect(try await manager.notes.list(query) == [notes[0], notes[2]])
            let some = Note.where { $0.identity.isIn([last]) }
            #expect(try await manager.notes.list(some) == [notes[2]])
            let nested = Note.where { $0.person.name.beginsWith("E") }
            #expect(try await manager.notes.count(nested) == 3)
        }
    }

    /// A property of a related record is optional, and that of an optional attribute twice.
    @Test func compareOptionalWithRequiredProperties() async throws {
        for lives in try await Life.objects() {
            func found(_ query: RecordQuery<Life>) async throws -> String {
                try await lives.list(query).map(\.name).joined(separator: " ")
            }
            #expect(try await found(.where { $0.born < $0.died }) == "a")
            #expect(try await found(.where { $0.died >= $0.born }) == "a")
            #expect(try await found(.where { $0.born == $0.died }) == "")
            #expect(try await found(.where { $0.name != $0.twin.name }) == "a b c")
            #expect(try await found(.where { $0.nick == $0.twin.nick }) == "b")
            #expect(try await found(.where { $0.died > $0.twin.born }) == "c")
        }
    }

    @Test func compareCollectionsWithNil() async throws {
        for lives in try await Life.objects() {
            func found(_ query: RecordQuery<Life>) async throws -> String {
                try await lives.list(query).map(\.name).joined(separator: " ")
            }
            #expect(try await found(.where { $0.tags == nil }) == "b")
            #expect(try await found(.where { $0.tags != nil && $0.died != nil }) == "a c")
            #expect(try await found(.where { $0.twin.tags == nil }) == "a")
            #expect(try await found(.where { $0.twin.counts != nil }) == "b c")
        }
        let filter = RecordFilter<Life> { $0.tags == nil }
        #expect(try DataQuery.Filter("tags == nil").tree() == filter.tree)
    }

    @Test func aPropertyOutsideTheModelIsNamed() async throws {
        for people in try await objects() {
            for query in [Person.where { $0.shout == "ADA" }, Person.sorted(by: \.shout)] {
                let error = await #expect(throws: StoreError.self) { try await people.list(query) }
                #expect(
                    "\(error, default: "none")"
                        == "a \"Person\" property of type String cannot be used in a query because it is not stored: use stored properties in filters and sort orders"
                )
            }
        }
    }
}

extension Person {
    fileprivate var shout: String { name.uppercased() }
}

/// A record with properties of one type that are optional or not, and with collections.
private struct Life: NumberedRecord {
    var identity: RecordID<Life, Int64>?
    var born: Date
    var died: Date?
    var name: String
    var nick: String?
    var tags: [String]?
    var counts: [String: Int64]
    var twin: RecordID<Life, Int64>?

    static let model = StoreModel(name: "Lives", records: [Life.self])

    /// Data access objects of a store and without a database, with the same three lives: `b` and `c`
    /// have the twin `a`, and `c` died before its birth.
    static func objects() async throws -> [any DataAccessObject<Life>] {
        let objects: [any DataAccessObject<Life>] = [
            StoreDAO<Life>(store: try CacheStore(inMemory: model)),
            MemoryDAO<Life>(store: MemoryStore(model)),
        ]
        let (early, late) = (day, day.addingTimeInterval(86_400))
        for lives in objects {
            let a = try await lives.save(
                Life(born: early, died: late, name: "a", nick: "x", tags: ["t"], counts: [:])
            )
            _ = try await lives.save([
                Life(born: late, name: "b", nick: "x", counts: ["n": 1], twin: a.identity),
                Life(
                    born: late.addingTimeInterval(86_400),
                    died: late,
                    name: "c",
                    tags: [],
                    counts: [:],
                    twin: a.identity
                ),
            ])
        }
        return objects
    }
}

extension Life: StoredRecord {
    static let statements = EntityDescription("Life")
        .attributes([
            .date("born", .required), .date("died"), .string("name", .required), .string("nick"),
            .transformable("tags"), .transformable("counts", .required),
        ])
        .relationships([.toOne("twin", "Life")]).statements

    init(row: some ColumnReader) throws {
        try self.init(
            identity: row.int64(0).map { RecordID($0) },
            born: row.required(row.date(1), 1),
            died: row.date(2),
            name: row.required(row.string(3), 3),
            nick: row.string(4),
            tags: row.json(5),
            counts: row.required(row.json(6), 6),
            twin: row.int64(7).map { RecordID($0) }
        )
    }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(identity?.value, at: 1)
        try row.bind(born, at: 2)
        try row.bind(died, at: 3)
        try row.bind(name, at: 4)
        try row.bind(nick, at: 5)
        try row.bind(json: tags, at: 6)
        try row.bind(json: counts, at: 7)
        try row.bind(twin?.value, at: 8)
    }
}
