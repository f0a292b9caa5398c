import DataAccess
import Foundation
import Testing

private func json(_ text: String) -> Data { Data(text.utf8) }

private func people(_ store: ClubStore) async throws -> [Person] {
    try await store.fetch(Person.self)
}

@Test func keysAreMappedByNameByAlternativesAndByKeyPath() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Person.self,
        json: json(
            """
            [
              {"personID": "1", "fullName": "Ada", "stats": {"score": 9.5}, "number": 7},
              {"personID": 2, "names": {"full": "Böb \\ud83d\\ude00"}, "isActive": "no"}
            ]
            """
        )
    )
    #expect(report.items == .init(inserted: 2))
    #expect(report.problems == [])
    #expect(
        try await people(store) == [
            Person(name: "Ada", number: 7, personID: "1", score: 9.5),
            Person(isActive: false, name: "Böb 😀", personID: "2"),
        ]
    )
}

@Test(.timeLimit(.minutes(15))) func aPipeIsNotImported() async throws {
    let pipe = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    #expect(mkfifo(pipe.path, 0o600) == 0)
    defer { try? FileManager.default.removeItem(at: pipe) }
    let store = try ClubStore()
    await #expect(throws: StoreError.notAFile(path: pipe.path, kind: "a named pipe")) {
        _ = try await store.importEntities(Person.self, jsonFile: pipe)
    }
}

@Test func datesComeByFormatAndByEpoch() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Person.self,
        json: json(
            """
            [
              {"personID": "1", "fullName": "A", "born": "2001-01-02",
               "joined": "2001-01-01T01:00:00.500+01:00"},
              {"personID": "2", "fullName": "B", "born": 978307200, "joined": 978307200.25},
              {"personID": "3", "fullName": "C", "born": "2000-02-29",
               "joined": "1969-12-31T23:59:59Z"}
            ]
            """
        )
    )
    #expect(report.problems == [])
    let dates = try await people(store).map {
        [$0.born, $0.joined].map { $0?.timeIntervalSinceReferenceDate }
    }
    #expect(dates == [[86400, 0.5], [0, 0.25], [-26_524_800, -978_307_201]])
}

@Test func importingAgainTellsUpdatedFromUnchanged() async throws {
    let store = try ClubStore()
    let first = json(
        #"[{"personID": "1", "fullName": "A", "number": 1}, {"personID": "2", "fullName": "B"}]"#
    )
    _ = try await store.importEntities(Person.self, json: first)
    #expect(
        try await store.importEntities(Person.self, json: first).items == .init(unchanged: 2)
    )
    let second = try await store.importEntities(
        Person.self,
        json: json(
            """
            [{"personID": "1", "fullName": "A"}, {"personID": "2", "fullName": "C"},
             {"personID": "1", "number": null}, {"personID": "3", "fullName": "D"}]
            """
        )
    )
    #expect(second.items == .init(inserted: 1, updated: 2, unchanged: 1))
    let found = try await people(store)
    #expect(found.map(\.name) == ["A", "C", "D"])
    // Absent kept it, null then cleared it.
    #expect(found.map(\.number) == [nil, nil, nil])
}

@Test func numbersOfFoundationAreNumbers() async throws {
    let store = try ClubStore()
    let text =
        #"[{"personID": "1", "fullName": "A", "number": 7, "isActive": false, "stats": {"score": 1}}]"#
    let items = try JSONSerialization.jsonObject(with: json(text)) as? [[String: Any]]
    let report = try await store.importEntities(Person.self, from: try #require(items))
    #expect(report.problems == [])
    #expect(
        try await people(store) == [
            Person(isActive: false, name: "A", number: 7, personID: "1", score: 1)
        ]
    )
    let numbers: [NSNumber] = [
        NSNumber(value: 1), NSNumber(value: true), NSNumber(value: 0.5), NSNumber(value: Int64.min),
        NSNumber(value: UInt64.max), NSDecimalNumber(string: "-1.50"),
    ]
    #expect(
        numbers.map { ImportValue($0) } == [
            .integer(1), .boolean(true), .number("0.5"), .integer(.min),
            .number("18446744073709551615"), .number("-1.5"),
        ]
    )
}

@Test func aBadItemIsSkippedAndReportedWithoutItsValues() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Person.self,
        json: json(
            """
            [
              {"personID": "0", "fullName": "ok"},
              {"fullName": "no identity"},
              {"personID": "2"},
              {"personID": "3", "fullName": "n", "number": 70000},
              {"personID": "3", "fullName": "n", "number": 1.5},
              {"personID": "4", "fullName": "n", "born": "secret"},
              {"personID": "5", "fullName": null},
              {"personID": "6", "fullName": "n", "stats": {"score": "x"}},
              {"personID": "7", "fullName": "n", "token": "secret"},
              "secret",
              {"personID": null, "fullName": "n"},
              {"personID": "10", "fullName": "last"}
            ]
            """
        )
    )
    #expect(report.items == .init(inserted: 2, skipped: 10))
    #expect(
        report.problems.map(\.description) == [
            "item 1, personID: the value that identifies Person records is missing",
            "item 2, fullName: the value is missing, but a new Person requires it",
            "item 3, number: expected a 16-bit whole number, found a number that is out of range or has a fraction",
            "item 4, number: expected a 16-bit whole number, found a number that is out of range or has a fraction",
            "item 5, born: expected a date in the format yyyy-MM-dd, or seconds since 1970, found a string in another format",
            "item 6, fullName: the value must not be null",
            "item 7, stats.score: expected a number, found a string",
            "item 8, token: expected a UUID, found a string in another format",
            "item 9: expected an object, found a string",
            "item 10, personID: the value that identifies Person records is missing",
        ]
    )
    #expect(try await people(store).map(\.name) == ["last", "ok"].sorted { $0 > $1 })
}

@Test func nestedObjectsBecomeRelatedRecords() async throws {
    let store = try ClubStore()
    let text = json(
        """
        [
          {"personID": "1", "fullName": "A", "team": {"id": 1, "name": "Red"},
           "notes": [{"text": "first"}, {"text": 5}, {"text": {}}]},
          {"personID": "2", "fullName": "B", "team": 1},
          {"personID": "3", "fullName": "C", "team": {"id": 2}}
        ]
        """
    )
    let report = try await store.importEntities(Person.self, json: text)
    #expect(report.items == .init(inserted: 2, skipped: 1))
    #expect(report.nested == .init(inserted: 3, skipped: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 0, notes[2].text: expected a string, found an object",
            "item 2, team.name: the value is missing, but a new Team requires it",
        ]
    )
    #expect(try await people(store).map(\.team?.value) == [1, 1])
    #expect(
        try await store.fetch(Note.self).map { [$0.text, $0.person.value] }
            == [["first", "1"], ["5", "1"]]
    )

    // What an array does not name stays related, and nothing is deleted.
    let teams = try await store.importEntities(
        Team.self,
        json: json(
            """
            [{"id": 1, "members": [{"personID": "9", "fullName": "New"}, "404"]},
             {"id": 2, "name": "Blue", "members": ["2"]}]
            """
        )
    )
    #expect(teams.items == .init(inserted: 1, unchanged: 1))
    #expect(
        teams.problems.map(\.description) == [
            "item 0, members[1]: the related Person does not exist"
        ]
    )
    #expect(try await people(store).map(\.team?.value) == [1, 2, 1])
    _ = try await store.importEntities(Team.self, json: json(#"{"id": 1, "members": null}"#))
    #expect(try await people(store).map(\.team?.value) == [nil, 2, nil])
    #expect(try await store.count(Note.self) == 2)
}

@Test func theProblemsOfNestedObjectsHaveTheirWholePath() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Note.self,
        json: json(
            """
            [
              {"text": "x", "person": {"personID": "1", "fullName": "A", "team": 99}},
              {"text": "y", "person": {"personID": "2", "fullName": "B", "team": {
                "id": 1, "name": "Red", "members": [
                  "404", {"personID": "3", "fullName": "C", "notes": [null, {"text": {}}]}
                ]
              }}}
            ]
            """
        )
    )
    #expect(report.items == .init(inserted: 2))
    #expect(
        report.problems.map(\.description) == [
            "item 1, person.team.members[1].notes[0]: the value must not be null",
            "item 1, person.team.members[1].notes[1].text: expected a string, found an object",
            "item 0, person.team: the related Team does not exist; the relationship is unchanged",
            "item 1, person.team.members[0]: the related Person does not exist",
        ]
    )
}

@Test func recordsMayComeAfterThoseThatNameThem() async throws {
    let store = try ClubStore()
    try await store.save(Person(name: "known", personID: "k"))
    let notes = try await store.importEntities(
        Note.self,
        from: [
            ["text": "of nobody", "person": "nobody"], ["text": "of k", "person": "k"],
        ]
    )
    #expect(notes.items == .init(inserted: 1, skipped: 1))
    #expect(
        notes.problems.map(\.description) == [
            "item 0, person: the related Person does not exist"
        ]
    )
    // The second item makes the team that the first names.
    let report = try await store.importEntities(
        Person.self,
        from: [
            ["personID": "1", "fullName": "A", "team": 5],
            ["personID": "2", "fullName": "B", "team": ["id": 5, "name": "Late"]],
            ["personID": "3", "fullName": "C", "team": 404],
        ]
    )
    #expect(report.items == .init(inserted: 3))
    #expect(
        report.problems.map(\.description) == [
            "item 2, team: the related Team does not exist; the relationship is unchanged"
        ]
    )
    #expect(try await people(store).map(\.team?.value) == [5, 5, nil, nil])
}

/// The first object of each person names a team that follows.
@Test func theLastObjectOfARecordDeterminesItsRelationships() async throws {
    let store = try ClubStore()
    let report = try await store.importEntities(
        Person.self,
        json: json(
            """
            [
              {"personID": "1", "fullName": "A", "team": 5},
              {"personID": "2", "fullName": "B", "team": 5},
              {"personID": "3", "fullName": "C", "team": 5},
              {"personID": "4", "fullName": "D", "team": 404},
              {"personID": "5", "fullName": "G", "team": 5},
              {"personID": "1", "team": null},
              {"personID": "2", "number": 7},
              {"personID": "3", "team": 6},
              {"personID": "4", "team": 5},
              {"personID": "5", "team": 404},
              {"personID": "9", "fullName": "E", "team": {"id": 5, "name": "Five"}},
              {"personID": "9", "fullName": "E", "team": {"id": 6, "name": "Six"}}
            ]
            """
        )
    )
    #expect(
        report.problems.map(\.description)
            == [3, 9].map {
                "item \($0), team: the related Team does not exist; the relationship is unchanged"
            }
    )
    #expect(try await people(store).map(\.team?.value) == [nil, 5, 6, 5, 5, 6])
}

@Test func dictionariesMayHoldWhatJSONCannot() async throws {
    let store = try ClubStore()
    let token = UUID()
    let item: [String: Any] = [
        "personID": "1", "fullName": "A", "born": Date(timeIntervalSinceReferenceDate: 5),
        "photo": Data([1, 2]), "token": token, "price": Decimal(string: "0.10") ?? 0,
        "stats": ["score": 2], "isActive": false, "number": NSNull(),
        "site": URL(string: "https://example.org") as Any,
    ]
    let report = try await store.importEntities(Person.self, from: [item])
    #expect(report.problems == [])
    let person = try #require(try await people(store).first)
    #expect(person.born?.timeIntervalSinceReferenceDate == 5)
    #expect(person.photo == Data([1, 2]))
    #expect(person.token == token)
    #expect(person.price == Decimal(string: "0.1"))
    #expect(person.score == 2)
    #expect(!person.isActive)
    #expect(person.site?.absoluteString == "https://example.org")
}

@Test(arguments: ["0x1A", "1,5", "1.5 €", "", "inf", "-inf", "-nan"])
func whatIsNoDecimalNumberIsAFlaw(_ text: String) async throws {
    let store = try ClubStore()
    let item = ["personID": "1", "fullName": "A", "price": text]
    let report = try await store.importEntities(Person.self, from: [item])
    #expect(report.problems.map(\.path) == ["price"])
}

/// The report said only that it had found a string. `0x1A` became 26 in a `Double`.
@Test func aTextThatIsAnotherNumberIsReportedAsSuch() async throws {
    let store = try ClubStore()
    let items: [[String: Any]] = [
        ["personID": "1", "fullName": "A", "number": "70000"],
        ["personID": "2", "fullName": "A", "number": "1.5"],
        ["personID": "3", "fullName": "A", "stats": ["score": "1e999"]],
        ["personID": "4", "fullName": "A", "stats": ["score": "0x1A"]],
        ["personID": "5", "fullName": "A", "stats": ["score": "many"]],
    ]
    let report = try await store.importEntities(Person.self, from: items)
    let other = "found a number that is out of range or has a fraction"
    #expect(
        report.problems.map(\.reason) == [
            "expected a 16-bit whole number, \(other)", "expected a 16-bit whole number, \(other)",
            "expected a number, found a number that is out of range",
            "expected a number, found a hexadecimal number", "expected a number, found a string",
        ]
    )
}

@Test func aValueOfAnUnknownTypeIsReportedAsSuch() async throws {
    let store = try ClubStore()
    let items: [[String: Any]] = [
        ["personID": "1", "fullName": "A", "site": Set(["https://example.org"])],
        ["personID": "2", "fullName": "B"],
    ]
    let report = try await store.importEntities(Person.self, from: items)
    #expect(report.items == .init(inserted: 1, skipped: 1))
    #expect(
        report.problems.map(\.description) == [
            "item 0: expected a JSON value, or an NSNumber, Date, Data, UUID, URL or Decimal; found a value of another type"
        ]
    )
}

@Test func anInfiniteDateIsAFlaw() async throws {
    let store = try ClubStore()
    let item = #"{"personID": "1", "fullName": "A", "joined": 1e999}"#
    let report = try await store.importEntities(Person.self, json: json(item))
    #expect(report.items == .init(skipped: 1))
    #expect(report.problems.map(\.path) == ["joined"])
}

/// A Double has no value for this number. Its nearest value is the number of another team.
@Test func aWholeNumberKeepsItsLastDigit() async throws {
    let number = "9007199254740993"
    let store = try ClubStore()
    let decimal = try #require(Decimal(string: number))
    let item: [String: Any] = ["id": decimal, "name": "A"]
    #expect(try await store.importEntities(Team.self, from: [item]).problems == [])
    for form in ["\(number).0", "\(number)e0", "9007199254740.993E3"] {
        let text = json(#"{"id": \#(form), "name": "A"}"#)
        let report = try await store.importEntities(Team.self, json: text)
        #expect(report.items == .init(unchanged: 1), "\(form)")
    }
    #expect(try await store.fetch(Team.self).map(\.id) == [9_007_199_254_740_993])
}

/// The text of this Double has fewer digits than the Double: 1.152921504606847e+18.
@Test func aLargeDoubleKeepsItsValue() async throws {
    let number = 1_152_921_504_606_846_976.0
    let store = try ClubStore()
    let item: [String: Any] = ["id": number, "name": "A"]
    #expect(try await store.importEntities(Team.self, from: [item]).items == .init(inserted: 1))
    let other: [String: Any] = ["id": NSNumber(value: number), "name": "A"]
    #expect(try await store.importEntities(Team.self, from: [other]).items == .init(unchanged: 1))
    #expect(try await store.fetch(Team.self).map(\.id) == [1_152_921_504_606_846_976])
}
