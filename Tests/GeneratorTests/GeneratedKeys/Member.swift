// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// A member, as a value: changes are kept once `members.save(…)` has stored them.
struct Member: Record {
    /// What tells one member from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the member has been saved.
    var identity: Identity?
    var badge: Int32? = 0
    var email: String?
    var seat: Int16? = 0
    var since: Date?
    /// The site's identity; `manager.site(of: member)` gives the record.
    var site: Site.Identity?
}

/// What members are made of.
extension Member: DescribedRecord {
    static let entity = EntityDescription(
        name: "Member",
        identity: "_id",
        attributes: [
            AttributeDescription("badge", .integer32, initial: StoredValue(0 as Int32)),
            AttributeDescription("email", .string),
            AttributeDescription("seat", .integer16, initial: StoredValue(0 as Int16)),
            AttributeDescription("since", .date),
        ],
        relationships: [
            RelationshipDescription(
                "site",
                to: "Site",
                whenDestinationIsDeleted: .cascade,
                storage: .column
            )
        ],
        uniqueness: [["site", "seat"], ["email", "since"]]
    )

    static func blank() -> Member {
        Member()
    }

    init(columnValues values: ValueRow) throws {
        self.init(
            identity: values.int64(0).map(Member.Identity.init),
            badge: values.int32(1),
            email: values.string(2),
            seat: values.int16(3),
            since: values.date(4),
            site: values.int32(5).map(Site.Identity.init)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(badge),
            StoredValue(email),
            StoredValue(seat),
            StoredValue(since),
            StoredValue(site?.value),
        ])
    }
}
