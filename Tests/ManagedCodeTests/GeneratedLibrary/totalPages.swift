// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// The total pages of all books whose pages is at least 0.
    func totalPages() async throws -> Int64 {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "pages >= 0", argumentArray: [])
            let values = try records.list(request, BookMapping.self).compactMap(\.pages)
            return values.reduce(0) { $0 + Int64($1) }
        }
    }
}
