// Made by cdgen from Rules.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension RulesManager {
    /// Places whose name is the country's code and whose country is not the country.
    func namesakes(of country: Country) async throws -> [Place] {
        guard let identity = country.identity else { return [] }
        return try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Place")
            request.predicate = NSPredicate(
                format: "name == %@",
                argumentArray: [country.code as Any]
            )
            request.sortDescriptors = [NSSortDescriptor(key: "id", ascending: true)]
            // What SQL lacks, or answers otherwise, is evaluated for each object found.
            let rest = NSPredicate(
                format: "country.code != %@",
                argumentArray: [identity.value as Any]
            )
            return try records.list(request, matching: rest, PlaceMapping.self)
        }
    }
}
