// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// The first of the books whose isRead is false.
    func firstUnread() async throws -> Book? {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "isRead == FALSE", argumentArray: [])
            request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
            return try records.list(request, limit: 1, BookMapping.self).first
        }
    }
}
