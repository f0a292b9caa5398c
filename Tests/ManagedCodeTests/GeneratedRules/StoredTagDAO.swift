// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Tags in Core Data.
struct StoredTagDAO: TagDAO, RulesStack.ObjectDAO {
    typealias Model = Tag
    typealias ObjectMap = TagMapping

    let stack: RulesStack
}

/// How tags stand in objects of the entity `Tag`.
nonisolated enum TagMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Tag.Identity {
        try Tag.Identity(object.required("name", at: 0))
    }

    static func record(from object: RulesStack.Object) throws -> Tag {
        try Tag(
            name: object.required("name", at: 0)
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from tag: Tag
    ) throws {
        object.set(tag.name, "name")
    }

    static func relate(
        _ object: RulesStack.Object,
        as tag: Tag,
        in records: RulesStack.Records
    ) throws {
        // It holds no identities of others.
    }
}
