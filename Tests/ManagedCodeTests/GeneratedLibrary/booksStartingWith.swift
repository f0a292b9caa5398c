// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose title begins with *text*, ignoring case, by title.
    func booksStartingWith(text: String) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "title BEGINSWITH[c] %@", argumentArray: [text])
            request.sortDescriptors = [
                NSSortDescriptor(key: "title", ascending: true),
                NSSortDescriptor(key: "isbn", ascending: true),
            ]
            return try records.list(request, BookMapping.self)
        }
    }
}
