// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// The highest pages of all books whose title is like *pattern*.
    func mostPages(pattern: String) async throws -> Int32? {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "title LIKE %@", argumentArray: [pattern])
            let values = try records.list(request, BookMapping.self).compactMap(\.pages)
            return values.max()
        }
    }
}
