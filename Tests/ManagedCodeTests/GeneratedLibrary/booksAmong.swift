// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books either whose isbn is one of *isbns*, ignoring case, or whose author is one of
    /// *authors*, or whose pages is one of *pages*, and either whose author is missing or whose
    /// author's born is before the present time, and whose title does not match the pattern
    /// *pattern*, ignoring case, and that have no loans, by title.
    func booksAmong(
        isbns: [String],
        authors: [Author.Identity],
        pages: [Int32],
        pattern: String
    ) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            try FormattedQuery.check(pattern: pattern)
            request.predicate = NSPredicate(
                format: """
                    (author == NIL OR author.born < now()) AND NOT (title MATCHES[c] %@) \
                    AND loans.@count == 0
                    """,
                argumentArray: [pattern]
            )
            request.sortDescriptors = [
                NSSortDescriptor(key: "title", ascending: true),
                NSSortDescriptor(key: "isbn", ascending: true),
            ]
            // What SQL lacks, or answers otherwise, is evaluated for each object found.
            let rest = NSPredicate(
                format: "isbn IN[c] %@ OR author.id IN %@ OR pages IN %@",
                argumentArray: [isbns, authors.map(\.value), pages]
            )
            return try records.list(request, matching: rest, BookMapping.self)
        }
    }
}
