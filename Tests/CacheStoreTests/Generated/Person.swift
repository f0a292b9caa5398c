// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A person, as a value: changes are kept once `people.save(…)` has stored them.
struct Person: Record {
    /// What tells one person from another: the value of `personID`.
    struct Identity: RecordIdentity {
        let value: String

        init(_ value: String) {
            self.value = value
        }
    }

    var born: Date?
    var isActive: Bool = true
    var joined: Date?
    var name: String
    var number: Int16?
    var personID: String?
    var photo: Data?
    var price: Decimal?
    var score: Double?
    var site: URL?
    var token: UUID?
    /// The team's identity; `manager.team(of: person)` gives the record.
    var team: Team.Identity?

    /// What to retrieve and delete it by, and what relationships to it hold.
    var identity: Identity? {
        personID.map(Identity.init)
    }
}

/// What people are made of.
extension Person: DescribedRecord {
    static let entity = EntityDescription(
        name: "Person",
        identity: "personID",
        attributes: [
            AttributeDescription("born", .date, userInfo: ["DateFormat": "yyyy-MM-dd"]),
            AttributeDescription(
                "isActive",
                .boolean,
                isOptional: false,
                initial: StoredValue(true as Bool)
            ),
            AttributeDescription("joined", .date),
            AttributeDescription(
                "name",
                .string,
                isOptional: false,
                userInfo: ["ImportName": "fullName, names.full"]
            ),
            AttributeDescription("number", .integer16),
            AttributeDescription("personID", .string),
            AttributeDescription("photo", .binary),
            AttributeDescription("price", .decimal),
            AttributeDescription("score", .double, userInfo: ["ImportName": "stats.score"]),
            AttributeDescription("site", .uri),
            AttributeDescription("token", .uuid),
        ],
        relationships: [
            RelationshipDescription(
                "notes",
                to: "Note",
                isToMany: true,
                storage: .inverse("person")
            ),
            RelationshipDescription("team", to: "Team", storage: .column),
        ]
    )

    static func blank() -> Person {
        Person(name: "")
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            born: values.date(0),
            isActive: values.required(values.bool(1), 1),
            joined: values.date(2),
            name: values.required(values.string(3), 3),
            number: values.int16(4),
            personID: values.string(5),
            photo: values.data(6),
            price: values.decimal(7),
            score: values.double(8),
            site: values.url(9),
            token: values.uuid(10),
            team: values.int64(11).map(Team.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(born),
            StoredValue(isActive),
            StoredValue(joined),
            StoredValue(name),
            StoredValue(number),
            StoredValue(personID),
            StoredValue(photo),
            StoredValue(price),
            StoredValue(score),
            StoredValue(site),
            StoredValue(token),
            StoredValue(team?.value),
        ])
    }
}
