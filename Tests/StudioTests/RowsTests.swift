import Diagnostics
import Foundation
import GRDB
import Generator
import JSON
import QueryForm
import SchemaReader
import Studio
import TestSupport
import TestTraits
import Testing

/// Persons of two kinds, courses that many attend, friends that are each other's.
private let schoolModel = """
    <model>
        <entity name="Person" isAbstract="YES">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="friends" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Person" inverseName="friends" inverseEntity="Person"/>
        </entity>
        <entity name="Pupil" parentEntity="Person">
            <attribute name="grade" optional="YES" attributeType="Integer 16"/>
            <relationship name="courses" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Course" inverseName="pupils" inverseEntity="Pupil"/>
        </entity>
        <entity name="Teacher" parentEntity="Person">
            <attribute name="subject" optional="YES" attributeType="String"/>
            <relationship name="lessons" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Course" inverseName="teacher" inverseEntity="Teacher"/>
        </entity>
        <entity name="Course">
            <attribute name="title" optional="YES" attributeType="String"/>
            <relationship name="pupils" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Pupil" inverseName="courses" inverseEntity="Pupil"/>
            <relationship name="teacher" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Teacher" inverseName="lessons" inverseEntity="Teacher"/>
        </entity>
    </model>
    """

/// Shelves with ordered books and discs, which share a table and both name their shelf `shelf`. Tags
/// have an order of their books, but a book has no order of its tags.
private let orderModel = """
    <model>
        <entity name="Shelf">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="shelf" inverseEntity="Book"/>
            <relationship name="discs" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Disc" inverseName="shelf" inverseEntity="Disc"/>
        </entity>
        <entity name="Work" isAbstract="YES">
            <attribute name="title" optional="YES" attributeType="String"/>
        </entity>
        <entity name="Book" parentEntity="Work">
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="books" inverseEntity="Shelf"/>
            <relationship name="tags" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Tag" inverseName="books" inverseEntity="Tag"/>
        </entity>
        <entity name="Disc" parentEntity="Work">
            <relationship name="shelf" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Shelf" inverseName="discs" inverseEntity="Shelf"/>
        </entity>
        <entity name="Tag">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="books" optional="YES" toMany="YES" ordered="YES" deletionRule="Nullify" destinationEntity="Book" inverseName="tags" inverseEntity="Book"/>
        </entity>
    </model>
    """

/// Items of two makers that have the same name.
private let saleModel = """
    <model>
        <entity name="Item">
            <attribute name="big" optional="YES" attributeType="Integer 64"/>
            <attribute name="ratio" optional="YES" attributeType="Double"/>
            <attribute name="sold" optional="YES" attributeType="Date"/>
            <relationship name="maker" optional="YES" maxCount="1" deletionRule="Nullify" destinationEntity="Maker" inverseName="items" inverseEntity="Maker"/>
        </entity>
        <entity name="Maker">
            <attribute name="name" optional="YES" attributeType="String"/>
            <relationship name="items" optional="YES" toMany="YES" deletionRule="Nullify" destinationEntity="Item" inverseName="maker" inverseEntity="Item"/>
        </entity>
    </model>
    """

/// The two large integers are equal as doubles. The dates are 0, 0.5 and 86,400 seconds after
/// 2001-01-01.
private let sales = """
    INSERT INTO "Maker" ("_id", "name") VALUES (1, 'Georgia'), (2, 'Georgia');
    INSERT INTO "Item" ("_id", "big", "ratio", "sold", "maker") VALUES
        (1, 9007199254740992, 0.25, 0, 1), (2, 9007199254740993, 0.0009765625, 0.5, 2),
        (3, 1, NULL, 86400, 1);
    """

/// Creates a store file of the model with the records that `sql` inserts, and returns its path.
private func storeFile(
    of model: String,
    _ sql: String,
    in folder: TemporaryFolder
) throws -> String {
    let path = folder.path("Store.xcdatamodeld/Store.xcdatamodel")
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    try Data(model.utf8).write(to: URL(fileURLWithPath: "\(path)/contents"))
    let schema = try readSchema(at: folder.path("Store.xcdatamodeld")).schema
    let file = folder.path("store.sqlite")
    try DatabaseQueue(path: file).write { database in
        for statement in modelContext(for: schema, source: "Store").context.statements {
            try database.execute(sql: statement)
        }
        try database.execute(sql: sql)
    }
    return file
}

extension OpenStudio {
    fileprivate func rows(_ entity: String, _ text: String) throws -> JSONNode {
        let answer = try ask(
            "/api/update",
            ["form": ["entity": JSONNode(entity)], "text": JSONNode(text), "values": [:]]
        )
        return try #require(answer["rows"], "\(answer["findings"]?.line ?? "")")
    }
}

@Test(.blocking) func sampleRecordsAreRelatedManyToMany() throws {
    let open = try OpenStudio(model: schoolModel)
    let all = try open.rows("Course", "")["givenCount"]?.integer
    let none = try #require(try open.rows("Course", "pupils.@count == 0")["givenCount"]?.integer)
    let some = try #require(try open.rows("Course", "pupils.@count > 0")["givenCount"]?.integer)
    #expect(some > 0 && none > 0 && some + none == all)
    // Both sides tell of the same pairs.
    let few = try open.rows(
        "Pupil",
        "ANY courses.pupils.name != nil OR ANY courses.pupils.name == nil"
    )["givenCount"]?.integer
    #expect(few == (try open.rows("Pupil", "courses.@count > 0")["givenCount"]?.integer))
    #expect(few ?? 0 > 0)
}

/// The friends of a pupil are persons, and so is the pupil.
@Test(.blocking, arguments: ["Person", "Pupil"])
func aRelationshipThatIsItsOwnInverseLeadsBack(entity: String) throws {
    let open = try OpenStudio(model: schoolModel)
    let befriended = try open.rows(entity, "friends.@count > 0")["givenCount"]?.integer
    #expect(befriended ?? 0 > 0)
    let back = try open.rows(entity, "friends.@count > 0 AND ANY friends.friends == SELF")
    #expect(back["givenCount"]?.integer == befriended)
}

@Test(.blocking) func recordsOfAnAncestorAreThoseOfItsDescendants() throws {
    let open = try OpenStudio(model: schoolModel)
    let persons = try open.rows("Person", "")
    let pupils = try open.rows("Pupil", "")
    let teachers = try open.rows("Teacher", "")
    let names = pupils.column("name", of: "given") + teachers.column("name", of: "given")
    #expect(persons.column("name", of: "given") == names)
    #expect(persons["columns"]?.strings == ["name"])
    #expect(pupils["columns"]?.strings == ["name", "grade"])
    // Which two kinds do not share an identity: a course's teacher is no pupil.
    #expect(try open.rows("Course", "teacher.subject != nil")["givenCount"]?.integer ?? 0 > 0)
}

@Test(.blocking) func thePageIsToldWhatIsAbstract() throws {
    let open = try OpenStudio(model: schoolModel)
    let entities = try open.overview()["model"]?["entities"]?.elements ?? []
    #expect(entities.map { $0["abstract"]?.kind == .boolean(true) } == [true, false, false, false])
    #expect(entities.map { $0["parent"]?.string } == [nil, "Person", "Person", nil])
}

@Test(.blocking) func pairsAndKindsOfAStoreFileAreRead() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(
        of: schoolModel,
        """
        INSERT INTO "Person" ("_id", "_kind", "name", "grade") VALUES
            (1, 'Pupil', 'Ann', 3), (2, 'Pupil', 'Ben', 4), (4, 'Pupil', 'Dan', 4);
        INSERT INTO "Person" ("_id", "_kind", "name", "subject")
            VALUES (3, 'Teacher', 'Cid', 'Maps');
        INSERT INTO "Course" ("_id", "title", "teacher") VALUES
            (1, 'Rivers', 3), (2, 'Hills', NULL);
        INSERT INTO "Course.pupils" ("source", "target", "position")
            VALUES (1, 2, 1), (1, 1, 2), (2, 2, 1);
        INSERT INTO "Person.friends" ("source", "target") VALUES (1, 3), (3, 1);
        """,
        in: folder
    )
    let open = try OpenStudio(model: schoolModel, store: file)
    func names(_ entity: String, _ text: String) throws -> [String?] {
        try open.rows(entity, text).column(entity == "Course" ? "title" : "name", of: "given")
    }
    #expect(try names("Person", "") == ["Ann", "Ben", "Cid", "Dan"])
    #expect(try names("Pupil", "ANY courses.title == 'Hills'") == ["Ben"])
    #expect(try names("Pupil", "courses.@count == 2") == ["Ben"])
    #expect(try names("Pupil", "courses.@count == 0") == ["Dan"])
    #expect(try names("Course", "pupils.@avg.grade < 4") == ["Rivers"])
    #expect(try names("Course", "teacher.name == 'Cid'") == ["Rivers"])
    #expect(try names("Person", "ANY friends.name == 'Ann'") == ["Cid"])
}

@Test(.blocking) func anElementOfAListThatHasACommaIsInQuotes() throws {
    let folder = try TemporaryFolder()
    let titles = "(1, 'Rivers, deep'), (2, 'Hills'), (3, 'Say \"a\"')"
    let file = try storeFile(
        of: schoolModel,
        "INSERT INTO \"Course\" (\"_id\", \"title\") VALUES \(titles)",
        in: folder
    )
    let open = try OpenStudio(model: schoolModel, store: file)
    func answer(_ values: JSONNode) throws -> JSONNode {
        let form: JSONNode = ["entity": "Course"]
        return try open.ask(
            "/api/update",
            ["form": form, "text": "title IN $titles", "values": values]
        )
    }
    let suggested = try answer([:])
    let value = suggested["parameters"]?.elements.first?["value"]?.string
    #expect(value == "\"Rivers, deep\", \"Say \"\"a\"\"\"")
    #expect(suggested["rows"]?["givenCount"] == 2)
    #expect(try answer(["titles": "Rivers, deep"])["rows"]?["givenCount"] == 0)
}

/// The suggested beginning was in lowercase letters, and no title begins with it.
@Test(.blocking) func aSuggestedPartOfATextHasTheLettersOfTheRecords() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(
        of: schoolModel,
        """
        INSERT INTO "Course" ("_id", "title") VALUES (1, 'Hills'), (2, 'Rivers'), (3, 'Rings');
        INSERT INTO "Course" ("_id", "title") VALUES (4, 'RIVERS'), (5, 'RINGS'), (6, 'RICE');
        """,
        in: folder
    )
    let open = try OpenStudio(model: schoolModel, store: file)
    func suggested(_ text: String) throws -> [String?] {
        let form: JSONNode = ["entity": "Course"]
        let answer = try open.ask("/api/update", ["form": form, "text": JSONNode(text)])
        let count = answer["rows"]?["givenCount"]?.integer
        return [answer["parameters"]?.elements.first?["value"]?.string, count.map(String.init)]
    }
    #expect(try suggested("title BEGINSWITH $text") == ["RI", "3"])
    #expect(try suggested("title CONTAINS $text") == ["RI", "3"])
    #expect(try suggested("title BEGINSWITH[c] $text") == ["ri", "5"])
}

/// `CONTAINS` compares whole elements of a list; the beginning of an element was suggested.
@Test(.blocking) func aSuggestedElementOfAListIsInIt() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(of: saleModel, sales, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    let rows = try open.rows("Maker", "items.maker.name CONTAINS $name")
    #expect(rows["givenCount"] == 2)
}

/// A parameter on the left side had no key path, and a suggested value that fits no record.
@Test(
    .blocking,
    arguments: [
        ("Item", "$value <", "big", 1), ("Maker", "$value CONTAINS", "name", 2),
        ("Maker", "$value ==", "name", 2), ("Maker", "$value IN", "items.maker.name", 2),
    ]
)
func aParameterOnTheLeftSideHasASuggestion(
    entity: String,
    beginning: String,
    path: String,
    count: Int
) throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(of: saleModel, sales, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    let text = "\(beginning) \(path)"
    let answer = try open.ask(
        "/api/update",
        ["form": ["entity": JSONNode(entity)], "text": JSONNode(text)]
    )
    #expect(answer["parameters"]?.elements.first?["path"]?.string == path)
    #expect(answer["rows"]?["givenCount"]?.integer == count)
}

@Test(.blocking) func relatedRecordsOfAStoreFileAreInTheRelationshipsOrder() throws {
    let folder = try TemporaryFolder()
    // Atlas, which has the lowest identity, has no position on the shelf.
    let file = try storeFile(
        of: orderModel,
        """
        INSERT INTO "Shelf" ("_id", "name") VALUES (1, 'Low');
        INSERT INTO "Tag" ("_id", "name") VALUES (1, 'Old');
        INSERT INTO "Work" ("_id", "_kind", "title", "shelf", "shelf.position") VALUES
            (1, 'Book', 'Atlas', 1, NULL), (2, 'Book', 'Birds', 1, 1), (3, 'Book', 'Cells', 1, 0);
        INSERT INTO "Work" ("_id", "_kind", "title", "Disc.shelf", "Disc.shelf.position") VALUES
            (4, 'Disc', 'Duets', 1, 1), (5, 'Disc', 'Etudes', 1, 0);
        INSERT INTO "Book.tags" ("source", "target", "targetPosition")
            VALUES (1, 1, 1), (2, 1, 2), (3, 1, 0);
        """,
        in: folder
    )
    let open = try OpenStudio(model: orderModel, store: file)
    for (entity, text, count) in [
        ("Shelf", "books[0].title == 'Cells'", 1), ("Shelf", "books[FIRST].title == 'Atlas'", 0),
        ("Shelf", "books[1].title == 'Birds'", 1), ("Shelf", "books[LAST].title == 'Atlas'", 1),
        ("Shelf", "discs[0].title == 'Etudes'", 1), ("Shelf", "discs[LAST].title == 'Duets'", 1),
        ("Tag", "books[0].title == 'Cells'", 1), ("Tag", "books[LAST].title == 'Birds'", 1),
    ] {
        #expect(try open.rows(entity, text)["givenCount"]?.integer == count, "\(text)")
    }
}

@Test(.blocking) func aggregatesOfRowsAreThoseOfSQL() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(of: saleModel, sales, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    func rows(_ form: JSONNode, view: JSONNode = [:]) throws -> JSONNode {
        try #require(try open.ask("/api/update", ["form": form, "view": view])["rows"])
    }
    let queue = try DatabaseQueue(path: file)
    let (sum, mean) = try queue.read { database in
        (
            try Int64.fetchOne(database, sql: #"SELECT sum("big") FROM "Item""#),
            try Double.fetchOne(database, sql: #"SELECT avg("ratio") FROM "Item""#)
        )
    }
    let total = try rows(["entity": "Item", "result": ["sum": "big"]])["summary"]?.string
    #expect(total == sum.map { "\($0)" })
    let average = try rows(["entity": "Item", "result": ["avg": "ratio"]])["summary"]?.string
    #expect(average == mean.map { "\($0)" })
    let sort: JSONNode = [["attribute": "big", "descending": true]]
    let greatest = try rows(["entity": "Item", "sort": sort, "limit": 1])
    #expect(greatest.column("big", of: "given") == ["9007199254740993"])
    let groups = try rows(["entity": "Item"], view: ["group": "maker"])["groups"]
    #expect(groups?["columns"]?.strings.prefix(3) == ["maker", "count", "total big"])
    let lines = groups?["rows"]?.elements ?? []
    #expect(lines.map { $0.elements[0]["text"]?.string } == ["Georgia", "Georgia"])
    #expect(lines.map { $0.elements[1].string } == ["2", "1"])
    // 9007199254740992 and 1, and 9007199254740993 alone.
    #expect(lines.map { $0.elements[2].string } == ["9007199254740993", "9007199254740993"])
}

@Test(.blocking) func aStoreFileThatIsLockedIsNotCalledAnotherFile() throws {
    let folder = try TemporaryFolder()
    let file = folder.path("store.sqlite")
    try DatabaseQueue(path: file).inDatabase { database in
        try database.execute(sql: "BEGIN EXCLUSIVE; CREATE TABLE a(b)")
        do {
            _ = try OpenStudio(store: file)
            Issue.record("opened")
        } catch let error as DiagnosticError {
            let text = error.diagnostics.map(\.text).joined(separator: "\n")
            #expect(text.contains("the store file cannot be read: database is locked"), "\(text)")
            #expect(text.contains("close the application that uses the file"), "\(text)")
        }
        try database.execute(sql: "ROLLBACK")
    }
}

@Test(.blocking) func recordsOfTheSameNameAreOfferedEachAndCountedOnce() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(of: saleModel, sales, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    func values(_ entity: String, _ path: String) throws -> [[String]] {
        let body: JSONNode = ["entity": JSONNode(entity), "path": JSONNode(path), "text": ""]
        let found = try open.ask("/api/values", body)["values"]?.elements ?? []
        return found.map { value in
            [value["value"]?.string ?? "", "\(value["count"]?.integer ?? 0)"]
        }
    }
    #expect(try values("Item", "maker") == [["1", "2"], ["2", "1"]])
    // A maker has two items, each of which leads back to its name.
    #expect(try values("Maker", "items.maker.name") == [["Georgia", "2"]])
}

@Test(.blocking) func rowsSayThatRelatedRecordsWereNotRead() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(
        of: saleModel,
        """
        INSERT INTO "Maker" ("_id", "name") VALUES (1, 'Georgia');
        WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 2001)
            INSERT INTO "Item" ("_id", "maker") SELECT i, 1 FROM n;
        """,
        in: folder
    )
    let open = try OpenStudio(model: saleModel, store: file)
    let counted = try open.rows("Maker", "items.@count > 2000")
    #expect(counted["givenCount"] == 0)
    #expect(counted["unread"]?.strings == ["Item"])
    #expect(try open.rows("Maker", "name != nil")["unread"]?.strings == [])
    #expect(try open.rows("Item", "maker.name != nil")["unread"]?.strings == [])
}

@Test(.blocking) func aDateWithAFractionOfASecondIsShownWithMilliseconds() throws {
    let folder = try TemporaryFolder()
    let file = try storeFile(of: saleModel, sales, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    let time = "2001-01-01T00:00:00.500Z"
    let rows = try open.ask(
        "/api/update",
        [
            "form": ["entity": "Item"], "text": "sold == $time",
            "values": ["time": JSONNode(time)],
        ]
    )["rows"]
    #expect(rows?.column("sold", of: "given") == [time])
    // A form cannot have this date, so it is not among the values for a condition.
    let values = try open.ask("/api/values", ["entity": "Item", "path": "sold", "text": ""])
    let texts = values["values"]?.elements.compactMap { $0["value"]?.string }
    #expect(texts == ["2001-01-01", "2001-01-02"])
}

@Test(.blocking, arguments: [0.0004, 0.123456789, 700_000_000.1234567, -0.25, -86_400.00001])
func aSuggestedDateFindsItsRecord(seconds: Double) throws {
    let folder = try TemporaryFolder()
    let insertion = "INSERT INTO \"Item\" (\"_id\", \"sold\") VALUES (1, \(seconds))"
    let file = try storeFile(of: saleModel, insertion, in: folder)
    let open = try OpenStudio(model: saleModel, store: file)
    let answer = try open.ask(
        "/api/update",
        ["form": ["entity": "Item"], "text": "sold == $time"]
    )
    let parameter = try #require(answer["parameters"]?.elements.first)
    #expect(parameter["fits"] == true)
    let rows = try #require(answer["rows"])
    #expect(rows["givenCount"] == 1)
    let value = parameter["value"]?.string
    #expect(rows.column("sold", of: "given") == [value])
}
