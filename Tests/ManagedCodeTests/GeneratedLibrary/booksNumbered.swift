// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose pages is greater than 0 and whose FUNCTION(isbn, "integerValue") is greater than
    /// *least* and (whose author's name is *found* or whose FUNCTION(title, "length") is one of
    /// *lengths* or (any of whose loans's due is less than *day* and whose FUNCTION(title,
    /// "doubleValue") is greater than 0)), by title.
    func booksNumbered(
        least: Int64,
        found: String,
        lengths: [Int64],
        day: Date
    ) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "pages > 0", argumentArray: [])
            request.sortDescriptors = [
                NSSortDescriptor(key: "title", ascending: true),
                NSSortDescriptor(key: "isbn", ascending: true),
            ]
            // No store has a form of this part: it is evaluated for each object found.
            let rest = NSPredicate(
                format: """
                    FUNCTION(isbn, \"integerValue\") > %@ AND (author.name == %@ OR \
                    FUNCTION(title, \"length\") IN %@ OR ANY loans.due < %@ AND \
                    FUNCTION(title, \"doubleValue\") > 0)
                    """,
                argumentArray: [least, found, lengths, day]
            )
            return try records.list(request, matching: rest, BookMapping.self)
        }
    }
}
