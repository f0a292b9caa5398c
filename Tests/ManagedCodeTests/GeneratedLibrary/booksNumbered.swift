// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose pages is greater than 0, and for which the isbn as a whole number is greater
    /// than *least*, and either whose author's name is *found*, for which the length of the title
    /// is one of *lengths* or (whose loans include at least one whose due is before *day* and for
    /// which the title as a number is greater than 0), by title.
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
            // What SQL lacks, or answers otherwise, is evaluated for each object found.
            let rest = NSPredicate(
                format: """
                    isbn.integerValue > %@ AND (author.name == %@ OR title.length IN %@ OR \
                    SUBQUERY(loans, $each1, $each1.due < %@).@count > 0 AND \
                    title.doubleValue > 0)
                    """,
                argumentArray: [least, found, lengths, day]
            )
            return try records.list(request, matching: rest, BookMapping.self)
        }
    }
}
