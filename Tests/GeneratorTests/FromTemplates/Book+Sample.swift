// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

extension Book {
    /// A book with made-up values: the same for the same number.
    static func sample(_ number: Int = 1) throws -> Book {
        var sample = try Book.blank()
        sample.class = "class \(number)"
        sample.isbn = "isbn \(number)"
        sample.isRead = number.isMultiple(of: 2)
        sample.pages = Int32(number)
        sample.rating = Double(number)
        sample.title = "title \(number)"
        return sample
    }
}
