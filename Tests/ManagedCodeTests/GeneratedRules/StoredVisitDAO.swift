// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

/// Visits in Core Data.
struct StoredVisitDAO: VisitDAO, RulesStack.ObjectDAO {
    typealias Model = Visit
    typealias ObjectMap = VisitMapping

    let stack: RulesStack
}

/// How visits stand in objects of the entity `Visit`.
nonisolated enum VisitMapping: RulesStack.Mapping {
    static func identity(of object: RulesStack.Object) throws -> Visit.Identity {
        try Visit.Identity(object.number())
    }

    static func record(from object: RulesStack.Object) throws -> Visit {
        try Visit(
            identity: identity(of: object),
            day: object.required("day", at: 1),
            place: PlaceMapping.identity(of: object.requiredRelated("place", at: 2))
        )
    }

    static func fill(
        _ object: RulesStack.Object,
        from visit: Visit
    ) throws {
        object.set(visit.day, "day")
    }

    static func relate(
        _ object: RulesStack.Object,
        as visit: Visit,
        in records: RulesStack.Records
    ) throws {
        try records.relate(object, "place", to: visit.place, PlaceMapping.self)
    }
}
