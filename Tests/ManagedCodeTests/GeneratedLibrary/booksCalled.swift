// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose title is *store* or *connection*, by title.
    func booksCalled(store: String, connection: String) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(
                format: "title IN {%@, %@}",
                argumentArray: [store, connection]
            )
            request.sortDescriptors = [
                NSSortDescriptor(key: "title", ascending: true),
                NSSortDescriptor(key: "isbn", ascending: true),
            ]
            return try records.list(request, BookMapping.self)
        }
    }
}
