import CacheStore
import DataAccess
import Foundation
import Testing

/// The same protocols on two implementations, chosen when the program starts.
enum Backend: String, CaseIterable, Sendable {
    case store, memory
}

struct Club {
    let people: any PersonDAO
    let teams: any TeamDAO
    let notes: any NoteDAO
    let lockers: any LockerDAO

    init(_ backend: Backend) throws {
        switch backend {
        case .store:
            let store = try CacheStore(inMemory: ClubModel.definition)
            people = StoreDAO<Person>(store: store)
            teams = StoreDAO<Team>(store: store)
            notes = StoreDAO<Note>(store: store)
            lockers = StoreDAO<Locker>(store: store)
        case .memory:
            let store = MemoryStore(ClubModel.definition)
            people = MemoryDAO<Person>(store: store)
            teams = MemoryDAO<Team>(store: store)
            notes = MemoryDAO<Note>(store: store)
            lockers = MemoryDAO<Locker>(store: store)
        }
    }
}

private struct Refused: Error {}

@Suite(.serialized) struct DataAccessContract {
    @Test(arguments: Backend.allCases)
    func everyValueComesBackAsItWas(_ backend: Backend) async throws {
        let club = try Club(backend)
        let team = try await club.teams.save(Team(name: "A"))
        #expect(team.id == 1)
        let person = Person(
            born: Date(timeIntervalSinceReferenceDate: -1.5),
            isActive: false,
            name: "e\u{301}",
            number: .min,
            personID: "p",
            photo: Data([0, 1, 255]),
            price: Decimal(string: "12.3400"),
            score: -0.1,
            site: URL(string: "https://example.org/a?b=c"),
            token: UUID(),
            team: team.identity
        )
        #expect(try await club.people.insert(person) == person)
        let found = try #require(try await club.people.retrieve(Person.Identity("p")))
        #expect(found == person)
        #expect(found.name.utf8.elementsEqual(person.name.utf8))
        #expect(try await club.people.list() == [person])
    }

    @Test(arguments: Backend.allCases)
    func insertRefusesAndUpdateNeedsAnIdentity(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.teams.insert(Team(id: 1, name: "A"))
        await #expect(
            throws: StoreError.constraint(reason: "another Team has the same id")
        ) {
            try await club.teams.insert(Team(id: 1, name: "B"))
        }
        try await club.teams.update(Team(id: 1, name: "C"))
        #expect(try await club.teams.list().map(\.name) == ["C"])
        await #expect(throws: StoreError.noRecord(entity: "Team")) {
            try await club.teams.update(Team(id: 2, name: "D"))
        }
        #expect(try await club.teams.count() == 1)
    }

    @Test(arguments: Backend.allCases)
    func pagesHaveAStableOrder(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.people.save(
            (0..<50).map { Person(name: "same", number: Int16($0 % 3), personID: "p\(99 - $0)") }
        )
        var pages: [String] = []
        for skip in stride(from: 0, to: 50, by: 7) {
            let query = DataQuery(orderBy: [.descending("number")], top: 7, skip: skip)
            pages += try await club.people.list(query).compactMap(\.personID)
        }
        let whole = try await club.people.list(DataQuery(orderBy: [.descending("number")]))
        #expect(pages == whole.compactMap(\.personID))
        #expect(Set(pages).count == 50)
        let expected = (0..<50).map { (number: $0 % 3, id: "p\(99 - $0)") }
            .sorted { ($1.number, $0.id) < ($0.number, $1.id) }.map(\.id)
        #expect(pages == expected)
    }

    @Test(arguments: Backend.allCases)
    func filtersFindByTextValueRelationshipAndList(_ backend: Backend) async throws {
        let club = try Club(backend)
        let team = try await club.teams.save(Team(id: 5, name: "Berlin"))
        try await club.people.save([
            Person(born: Date(timeIntervalSinceReferenceDate: 10), name: "Ümit", personID: "1"),
            Person(name: "ada", number: 3, personID: "2", team: team.identity),
            Person(isActive: false, name: "Bob", personID: "3"),
        ])
        func found(_ text: String, _ values: [String: DataQuery.Argument] = [:]) async throws
            -> [String]
        {
            try await club.people.list(DataQuery(filter: .init(text, values))).compactMap(
                \.personID
            )
        }
        #expect(try await found("name BEGINSWITH[cd] $t", ["t": "um"]) == ["1"])
        #expect(try await found("name CONTAINS[c] 'B'") == ["3"])
        #expect(try await found("isActive == NO") == ["3"])
        #expect(try await found("number != nil") == ["2"])
        #expect(try await found("$n == nil OR number == $n", ["n": 3]) == ["2"])
        #expect(try await found("$n == nil OR number == $n", ["n": .null]) == ["1", "2", "3"])
        #expect(
            try await found("team == $team", ["team": .identity(Team.Identity(5))]) == ["2"]
        )
        // The identity alone is enough to name the record, even if the filter has no SQL.
        #expect(try await found("team == $team", ["team": 5]) == ["2"])
        #expect(try await found("team IN $teams", ["teams": .list([5, 6])]) == ["2"])
        let inMemory = "FUNCTION(name, 'integerValue') == 7 OR team == $team"
        #expect(try await found(inMemory, ["team": 5]) == ["2"])
        #expect(try await found("team.name == 'Berlin'") == ["2"])
        #expect(try await found("personID IN $ids", ["ids": .list(["1", "3"])]) == ["1", "3"])
        let date = Date(timeIntervalSinceReferenceDate: 10)
        #expect(try await found("born == $date", ["date": .date(date)]) == ["1"])
        #expect(try await club.people.count(DataQuery(filter: "number == nil")) == 2)
        let byTeam = DataQuery(orderBy: [.ascending("team.name"), .descending("name")])
        #expect(try await club.people.list(byTeam).compactMap(\.personID) == ["1", "3", "2"])
    }

    @Test(arguments: Backend.allCases)
    func dataIsOrderedByItsBytes(_ backend: Backend) async throws {
        let club = try Club(backend)
        let photos: [(String, Data?)] = [
            ("1", Data([2])), ("2", Data([1, 255])), ("3", Data([1])), ("4", nil),
        ]
        for (id, photo) in photos {
            try await club.people.save(Person(name: "A", personID: id, photo: photo))
        }
        let sorted = try await club.people.list(Person.sorted(by: \.photo))
        #expect(sorted.map(\.personID) == ["4", "3", "2", "1"])
    }

    @Test(arguments: Backend.allCases)
    func decimalsAreComparedAndOrderedAsNumbers(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.people.save([
            Person(name: "A", personID: "1", price: Decimal(string: "9.50")),
            Person(name: "B", personID: "2", price: Decimal(string: "10")),
            Person(name: "C", personID: "3", price: Decimal(string: "-100.25")),
            Person(name: "D", personID: "4"),
        ])
        func found(_ text: String, _ values: [String: DataQuery.Argument] = [:]) async throws
            -> [String]
        {
            let query = DataQuery(filter: .init(text, values), orderBy: [.descending("price")])
            return try await club.people.list(query).compactMap(\.personID)
        }
        let price = try #require(Decimal(string: "9.5"))
        #expect(try await found("price > 9") == ["2", "1"])
        #expect(try await found("price == 9.5") == ["1"])
        #expect(try await found("price == $p", ["p": .init(price)]) == ["1"])
        #expect(try await found("price IN $p", ["p": .list([.init(price), 10])]) == ["2", "1"])
        #expect(try await found("price BETWEEN {-200, 0}") == ["3"])
        #expect(try await found("sqrt(price - $p) >= 0", ["p": .init(price)]) == ["2", "1"])
        #expect(try await found("TRUEPREDICATE") == ["2", "1", "3", "4"])
    }

    @Test(arguments: Backend.allCases)
    func whatSQLCannotSayFollowsRelationshipsToo(_ backend: Backend) async throws {
        let club = try Club(backend)
        let team = try await club.teams.save(Team(id: 5, name: "12 Berlin"))
        try await club.people.save([
            Person(name: "A", personID: "1", team: team.identity),
            Person(name: "B", personID: "2"),
        ])
        let ofTeam = DataQuery(filter: "FUNCTION(team.name, 'integerValue') == 12")
        #expect(try await club.people.list(ofTeam).map(\.personID) == ["1"])
        let counted = DataQuery(
            filter: "FUNCTION(name, 'integerValue') == 12 AND members.@count == 1"
        )
        #expect(try await club.teams.list(counted).map(\.id) == [5])
        let whole = DataQuery(
            filter: """
                FUNCTION(name, 'integerValue') == members.@count OR ANY members.name == 'A' \
                AND FUNCTION(name, 'integerValue') > 0
                """
        )
        #expect(try await club.teams.list(whole).map(\.id) == [5])
        #expect(try await club.teams.count(counted) == 1)
    }

    @Test(arguments: Backend.allCases)
    func aWrongFilterSaysWhereItIsWrong(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.people.save(Person(name: "A"))
        let error = try await #require(throws: StoreError.self) {
            try await club.people.list(DataQuery(filter: "name BEGINS 'x'"))
        }
        guard case .badQuery(let text) = error else { throw error }
        #expect(text.hasPrefix("filter:1:"))
        await #expect(throws: StoreError.self) {
            try await club.people.list(DataQuery(orderBy: [.ascending("nmae")]))
        }
    }

    @Test(arguments: Backend.allCases)
    func anInvalidPatternIsRefusedWithItsVariable(_ backend: Backend) async throws {
        let club = try Club(backend)
        let query = DataQuery(filter: .init("name MATCHES[c] $p OR number == 1", ["p": "("]))
        let error = try await #require(throws: StoreError.self) {
            try await club.people.list(query)
        }
        guard case .badQuery(let text) = error else { throw error }
        #expect(text.contains("the value of $p is not a valid regular expression"))
    }

    @Test(arguments: Backend.allCases)
    func aFilterThatDoesNotFitTheModelIsRefusedWithoutRecordsToo(_ backend: Backend) async throws {
        let club = try Club(backend)
        let texts = [
            "nmae == 'x'", "team.nmae == 'x'", "name == 3", "number == 'x'", "name == number",
            "born > 3", "number BEGINSWITH 'a'", "ANY name == 'x'", "team == 'x'",
            "notes.text BEGINSWITH 'a'", "SUBQUERY(notes, $n, $n.txt == 'x').@count > 0",
            "notes.text == 'x'", "name != notes.text", "name IN {notes.text}", "notes == nil",
            "notes.text IN {'x'}", "team['name'] == 'x'",
            "SUBQUERY(notes, $n, $n['text'] == 'x').@count > 0",
        ]
        for text in texts {
            let query = DataQuery(filter: DataQuery.Filter(text))
            await #expect(throws: StoreError.self, "\(text)") { try await club.people.list(query) }
        }
        let fitting = [
            "number == YES", "isActive == 1", "team.name.length > 3", "notes[0].text == 'x'",
            "SUBQUERY(notes, $n, $n.text == 'x')[SIZE] > 0", "notes.@count == 0",
            "notes.text.@max == 'x'", "notes.text.@count == 1",
        ]
        for text in fitting {
            let query = DataQuery(filter: DataQuery.Filter(text))
            #expect(try await club.people.list(query) == [], "\(text)")
        }
    }

    @Test(arguments: Backend.allCases)
    func aSortKeyThatDoesNotFitTheModelIsRefusedWithoutRecordsToo(_ backend: Backend) async throws {
        let club = try Club(backend)
        for hasPerson in [false, true] {
            if hasPerson { try await club.people.save(Person(name: "A", personID: "1")) }
            let paths = [
                "nmae", "team.nmae", "team.name.length", "born.x", "notes", "notes.text", "", ".",
                "team..name",
            ]
            for path in paths {
                let query = DataQuery(orderBy: [.ascending(path)])
                await #expect(throws: StoreError.self, "\(path)") {
                    try await club.people.list(query)
                }
                await #expect(throws: StoreError.self, "\(path)") {
                    try await club.people.count(query)
                }
            }
            for path in ["team", "team.name", "personID"] {
                let query = DataQuery(orderBy: [.descending(path)])
                #expect(try await club.people.list(query).count == (hasPerson ? 1 : 0))
            }
        }
    }

    @Test(arguments: Backend.allCases)
    func aVariableWithoutAFittingValueIsRefusedWithoutRecordsToo(_ backend: Backend) async throws {
        let club = try Club(backend)
        let cases: [(String, [String: DataQuery.Argument])] = [
            ("name == $v", [:]), ("FUNCTION(name, 'integerValue') == $v", [:]),
            ("name IN $v", ["v": "Ada"]), ("name == $v", ["v": .list(["Ada"])]),
            ("name BEGINSWITH $v", ["v": .list(["Ada"])]), ("name IN $v", ["v": .null]),
        ]
        for (text, values) in cases {
            let query = DataQuery(filter: DataQuery.Filter(text, values))
            await #expect(throws: StoreError.self, "\(text)") { try await club.people.list(query) }
        }
        let list = DataQuery(filter: .init("$v CONTAINS name", ["v": .list(["Ada"])]))
        #expect(try await club.people.list(list) == [])
    }

    @Test(arguments: Backend.allCases)
    func filtersThatLookAlikeAreNotTheSame(_ backend: Backend) async throws {
        let club = try Club(backend)
        let names = ["1": "\u{e9}", "2": "e\u{301}"]
        for (id, name) in names { try await club.people.save(Person(name: name, personID: id)) }
        for (id, name) in names {
            let query = DataQuery(filter: .init("name == '\(name)'"))
            #expect(try await club.people.list(query).map(\.personID) == [id])
        }
    }

    @Test(arguments: Backend.allCases)
    func aHandlerThatCommitsStoresItsChangesAndAdditions(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.teams.save([Team(id: 1, name: "A"), Team(id: 2, name: "B")])
        let changed = try await club.teams.list { teams in
            teams[0].name = "Z"
            teams.append(Team(name: "new"))
            teams.remove(at: 1)
            return .commit
        }
        #expect(changed)
        // What the handler takes out of its list stays.
        #expect(try await club.teams.list().map(\.name) == ["Z", "B", "new"])
        #expect(try await club.teams.list { _ in .commit } == false)
    }

    @Test(arguments: Backend.allCases)
    func aHandlerThatRollsBackOrThrowsStoresNothing(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.teams.save(Team(id: 1, name: "A"))
        let changed = try await club.teams.list { teams in
            teams[0].name = "Z"
            return .rollback
        }
        #expect(!changed)
        await #expect(throws: Refused.self) {
            try await club.teams.list { teams in
                teams[0].name = "Z"
                throw Refused()
            }
        }
        // The second of two changes cannot be stored, so neither is.
        await #expect(throws: StoreError.self) {
            try await club.teams.list { teams in
                teams[0].name = "Z"
                teams += [Team(id: 7, name: "x"), Team(id: 7, name: "y")]
                return .commit
            }
        }
        #expect(try await club.teams.list() == [Team(id: 1, name: "A")])
    }

    @Test(arguments: Backend.allCases)
    func insertHandsOverABlankRecord(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.people.insert { person in
            #expect(person.name.isEmpty && person.isActive && person.personID == nil)
            person.name = "Ada"
            return .commit
        }
        try await club.people.insert { person in
            person.name = "nobody"
            return .rollback
        }
        #expect(try await club.people.list().map(\.name) == ["Ada"])
        // A blank note belongs to nobody who is there.
        await #expect(throws: broken("Note", "person", .integer(1))) {
            try await club.notes.insert { _ in .commit }
        }
    }

    @Test(arguments: Backend.allCases)
    func updateAndDeleteWork(_ backend: Backend) async throws {
        let club = try Club(backend)
        let numbers: ClosedRange<Int64> = 1...4
        try await club.teams.save(numbers.map { Team(id: $0, name: "t\($0)") })
        try await club.teams.update(Team.Identity(2)) { team in
            team.name = "changed"
            return .commit
        }
        await #expect(throws: StoreError.noRecord(entity: "Team")) {
            try await club.teams.update(Team.Identity(9)) { _ in .commit }
        }
        #expect(try await club.teams.delete(DataQuery(filter: "id > 3")))
        #expect(try await club.teams.delete(DataQuery(filter: "id > 3")) == false)
        try await club.teams.transaction(on: .deletion(.all)) { teams in
            teams.removeAll { $0.name == "changed" }
            return .commit
        }
        #expect(try await club.teams.list().map(\.name) == ["changed"])
    }

    @Test(arguments: Backend.allCases)
    func aHandlerGivesTheRecordNoOtherIdentity(_ backend: Backend) async throws {
        let club = try Club(backend)
        try await club.teams.save(Team(id: 1, name: "A"))
        await #expect(throws: StoreError.changedIdentity(entity: "Team")) {
            try await club.teams.update(Team.Identity(1)) { team in
                team.id = 2
                return .commit
            }
        }
        await #expect(throws: StoreError.changedIdentity(entity: "Team")) {
            try await club.teams.transaction(on: .identity(Team.Identity(1))) { teams in
                teams.append(Team(id: 2, name: "B"))
                return .commit
            }
        }
        #expect(try await club.teams.list() == [Team(id: 1, name: "A")])
    }

    @Test(arguments: Backend.allCases)
    func handlersRunInOrderAndCompleteAfterTheCommit(_ backend: Backend) async throws {
        let club = try Club(backend)
        let teams = club.teams
        let log = Box<[String]>([])
        let (done, continuation) = AsyncStream<Int>.makeStream()
        for number in 1...20 {
            teams.insert { team in
                team.id = Int64(number)
                log.change { $0.append("insert \(number)") }
                return .commit
            } completionHandler: { error in
                log.change { $0.append("\(error == nil) \(number)") }
                Task { continuation.yield(try await teams.count()) }
            }
        }
        teams.retrieve(Team.Identity(3)) { team in
            team?.name = "third"
            return .commit
        } completionHandler: { error in
            log.change { $0.append("retrieved \(error == nil)") }
        }
        teams.delete(DataQuery(filter: "id > 10")) { _ in
            throw Refused()
        } completionHandler: { error in
            log.change { $0.append("refused \(error is Refused)") }
            continuation.finish()
        }
        var counts: [Int] = []
        for await count in done { counts.append(count) }
        let expected =
            (1...20).flatMap { ["insert \($0)", "true \($0)"] } + [
                "retrieved true", "refused true",
            ]
        #expect(log.value == expected)
        #expect(try await teams.retrieve(Team.Identity(3))?.name == "third")
        #expect(try await teams.count() == 20)
    }

    @Test(arguments: Backend.allCases)
    func deletionRulesAreHonoured(_ backend: Backend) async throws {
        let club = try Club(backend)
        let team = try await club.teams.save(Team(id: 1, name: "A"))
        let person = try await club.people.save(Person(name: "P", team: team.identity))
        let identity = try #require(person.identity)
        try await club.notes.save(Note(text: "n", person: identity))
        try await club.lockers.save(Locker(code: "L", team: team.identity))

        await #expect(throws: broken("Locker", "team", .text("L"))) {
            try await club.teams.delete(Team.Identity(1))
        }
        #expect(try await club.people.list().first?.team == team.identity)
        try await club.lockers.deleteAll()
        #expect(try await club.teams.delete(Team.Identity(1)))
        #expect(try await club.people.list().first?.team == nil)
        #expect(try await club.people.delete(identity))
        #expect(try await club.notes.count() == 0)
    }

    @Test(arguments: Backend.allCases)
    func whatARelationshipNamesMustBeThere(_ backend: Backend) async throws {
        let club = try Club(backend)
        await #expect {
            try await club.people.save([
                Person(name: "A"), Person(name: "B", team: Team.Identity(404)),
            ])
        } throws: { error in
            // The store gives out the identity.
            guard case StoreError.brokenRelationship(let broken?) = error else { return false }
            return broken.entity == "Person" && broken.relationship == "team"
                && broken.identity != nil
        }
        #expect(try await club.people.count() == 0)
    }

    @Test(arguments: Backend.allCases)
    func aUniqueNameOfAChildIsUniqueInTheWholeTable(_ backend: Backend) async throws {
        let villages: any DataAccessObject<Village>
        switch backend {
        case .store:
            villages = StoreDAO<Village>(store: try CacheStore(inMemory: Village.model))
        case .memory: villages = MemoryDAO<Village>(store: MemoryStore(Village.model))
        }
        try await villages.save(Village(id: 1, name: "A"))
        await #expect(throws: StoreError.self) {
            try await villages.save(Village(id: 2, name: "A"))
        }
        await #expect(throws: StoreError.self) {
            try await villages.insert(Village(id: 3, name: "A"))
        }
        try await villages.save(Village(id: 4, name: "B"))
        await #expect(throws: StoreError.self) {
            try await villages.save(Village(id: 4, name: "A"))
        }
        try await villages.save(Village(id: 1, name: "C"))
        try await villages.save(Village(id: 4, name: "A"))
        #expect(try await villages.list().map(\.name) == ["C", "A"])
    }

    @Test(arguments: Backend.allCases)
    func aCancelledTaskChangesNothing(_ backend: Backend) async throws {
        let club = try Club(backend)
        let task = Task {
            withUnsafeCurrentTask { $0?.cancel() }
            try await club.teams.save(Team(id: 1, name: "A"))
        }
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await club.teams.count() == 0)
    }

    @Test(arguments: Backend.allCases)
    func aTaskThatIsCancelledInItsHandlerChangesNothing(_ backend: Backend) async throws {
        let club = try Club(backend)
        let (start, continuation) = AsyncStream<Task<Bool, any Error>>.makeStream()
        let task = Task {
            var iterator = start.makeAsyncIterator()
            let own = await iterator.next()
            return try await club.teams.insert { team in
                team.name = "A"
                own?.cancel()
                return .commit
            }
        }
        continuation.yield(task)
        await #expect(throws: CancellationError.self) { try await task.value }
        #expect(try await club.teams.count() == 0)
    }
}

private func broken(
    _ entity: String,
    _ relationship: String,
    _ identity: StoredValue
) -> StoreError {
    .brokenRelationship(
        BrokenRelationship(entity: entity, relationship: relationship, identity: identity)
    )
}

/// A village in the table of all places. `Town`, the other child, has unique names.
private struct Village: StoredRecord, NumberedRecord {
    typealias Identity = RecordID<Village, Int64>

    private static func described(
        _ name: String,
        _ kinds: [String],
        uniqueness: [[String]] = []
    ) -> EntityDescription {
        EntityDescription(
            name: name,
            identity: "id",
            attributes: [.integer64("id"), .string("name")],
            uniqueness: uniqueness,
            hierarchy: EntityHierarchy(
                root: "Place",
                kinds: kinds,
                parent: name == "Place" ? nil : "Place"
            )
        )
    }

    static let entity = described("Village", ["Village"])
    static let statements = RecordStatements(entity)
    static let model = StoreModel(
        name: "Map",
        statements: [
            "CREATE TABLE Place (_kind TEXT NOT NULL, id INTEGER PRIMARY KEY, name TEXT)",
            "CREATE UNIQUE INDEX \"Town!1\" ON Place (name)",
            "CREATE VIEW Town AS SELECT id, name FROM Place WHERE _kind = 'Town'",
            "CREATE VIEW Village AS SELECT id, name FROM Place WHERE _kind = 'Village'",
        ],
        entities: [
            described("Place", ["Place", "Town", "Village"]),
            described("Town", ["Town"], uniqueness: [["name"]]), entity,
        ]
    )

    var id: Int64?
    var name: String?

    var identity: Identity? {
        get { id.map { Identity($0) } }
        set { id = newValue?.value }
    }

    init(id: Int64? = nil, name: String?) {
        self.id = id
        self.name = name
    }

    init(row: some ColumnReader) throws { self.init(id: row.int64(0), name: row.string(1)) }

    static func blank() -> Village { Village(name: nil) }

    func bind(to row: any ColumnBinder) throws {
        try row.bind(id, at: 1)
        try row.bind(name, at: 2)
    }
}
