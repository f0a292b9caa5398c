// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// Books whose loans include *loan* or that are *book*.
    func bookLent(loan: Loan.Identity, book: Book.Identity) async throws -> [Book] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(
                format: "ANY loans == %@ OR isbn == %@",
                argumentArray: [try records.object(loan.value, of: "Loan"), book.value]
            )
            request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
            return try records.list(request, BookMapping.self)
        }
    }
}
