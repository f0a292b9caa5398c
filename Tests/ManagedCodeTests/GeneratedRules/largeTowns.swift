// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension RulesManager {
    /// Towns whose area is greater than *area*.
    func largeTowns(area: Double) async throws -> [Town] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Town")
            request.predicate = NSPredicate(format: "area > %@", argumentArray: [area])
            request.sortDescriptors = [NSSortDescriptor(key: "id", ascending: true)]
            return try records.list(request, limit: 2, TownMapping.self)
        }
    }
}
