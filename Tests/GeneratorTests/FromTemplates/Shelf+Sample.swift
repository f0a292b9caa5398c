// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

extension Shelf {
    /// A shelf with made-up values: the same for the same number.
    static func sample(_ number: Int = 1) throws -> Shelf {
        var sample = try Shelf.blank()
        sample.id = Int64(number)
        sample.room = "room \(number)"
        return sample
    }
}
