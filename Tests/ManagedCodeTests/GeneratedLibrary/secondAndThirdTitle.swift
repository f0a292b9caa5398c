// Made by cdgen from Library.xcdatamodeld, a query. Edits are lost when cdgen runs again.
//
// Runs on Apple's Core Data. Type-checked against the interface that Apple documents; not yet run
// on macOS or iOS.

import CoreData
import DataAccess

extension LibraryManager {
    /// The title of each of the first 2 of the books whose pages is at least 0, after leaving out
    /// 1.
    func secondAndThirdTitle() async throws -> [String] {
        try await stack.read { records in
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.predicate = NSPredicate(format: "pages >= 0", argumentArray: [])
            request.sortDescriptors = [NSSortDescriptor(key: "isbn", ascending: true)]
            return try records.list(request, limit: 2, offset: 1, BookMapping.self).map(\.title)
        }
    }
}
