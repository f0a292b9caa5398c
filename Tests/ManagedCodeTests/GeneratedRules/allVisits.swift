// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension RulesManager {
    /// All visits.
    func allVisits() async throws -> [Visit] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Visit")
            return try records.list(request, VisitMapping.self)
        }
    }
}
