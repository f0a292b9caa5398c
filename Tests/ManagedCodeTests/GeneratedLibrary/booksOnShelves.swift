// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// The first 5 of the books whose shelf is one of *shelves* and whose loans include none whose
    /// due is before *day*.
    func booksOnShelves(shelves: [Shelf.Identity], day: Date) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(
                format: "shelf.id IN %@ AND SUBQUERY(loans, $l, $l.due < %@).@count == 0",
                argumentArray: [shelves.map(\.value), day]
            )
            request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
            return try records.list(request, limit: 5, BookMapping.self)
        }
    }
}
