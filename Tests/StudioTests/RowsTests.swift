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

@Test(.blocking) func aRelationshipThatIsItsOwnInverseLeadsBack() throws {
    let open = try OpenStudio(model: schoolModel)
    let befriended = try open.rows("Person", "friends.@count > 0")["givenCount"]?.integer
    #expect(befriended ?? 0 > 0)
    #expect(
        (try open.rows("Person", "friends.@count > 0 AND ANY friends.friends == SELF"))[
            "givenCount"
        ]?
        .integer == befriended
    )
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
    let model = folder.path("School.xcdatamodeld/School.xcdatamodel")
    try FileManager.default.createDirectory(atPath: model, withIntermediateDirectories: true)
    try Data(schoolModel.utf8).write(to: URL(fileURLWithPath: "\(model)/contents"))
    let schema = try readSchema(at: folder.path("School.xcdatamodeld")).schema
    let file = folder.path("school.sqlite")
    do {
        let queue = try DatabaseQueue(path: file)
        try queue.write { database in
            for statement in modelContext(for: schema, source: "School").context.statements {
                try database.execute(sql: statement)
            }
            try database.execute(
                sql: """
                    INSERT INTO "Person" ("_id", "_kind", "name", "grade") VALUES
                        (1, 'Pupil', 'Ann', 3), (2, 'Pupil', 'Ben', 4), (4, 'Pupil', 'Dan', 4);
                    INSERT INTO "Person" ("_id", "_kind", "name", "subject")
                        VALUES (3, 'Teacher', 'Cid', 'Maps');
                    INSERT INTO "Course" ("_id", "title", "teacher") VALUES
                        (1, 'Rivers', 3), (2, 'Hills', NULL);
                    """
            )
            let pairs = try Row.fetchAll(
                database,
                sql: "SELECT name FROM sqlite_master WHERE type = 'table' AND name LIKE '%.pupils'"
            )
            let table = try #require(pairs.first?["name"] as String?)
            try database.execute(
                sql: """
                    INSERT INTO "\(table)" ("source", "target", "position")
                    VALUES (1, 2, 1), (1, 1, 2), (2, 2, 1);
                    INSERT INTO "Person.friends" ("source", "target") VALUES (1, 3), (3, 1);
                    """
            )
        }
    }
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
