// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose isRead is false, and either whose pages is from 1 to *most* or whose author's
    /// name is “Ursula”, and whose class is not missing, by pages.
    func unreadBooks(most: Int32) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(
                format: """
                    isRead == FALSE AND (pages BETWEEN {1, %@} OR author.name == \
                    \"Ursula\") AND class != NIL
                    """,
                argumentArray: [most]
            )
            request.sortDescriptors = [
                NSSortDescriptor(key: "pages", ascending: true),
                NSSortDescriptor(key: "isbn", ascending: true),
            ]
            return try records.list(request, BookMapping.self)
        }
    }
}
