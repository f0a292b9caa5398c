// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

extension Author {
    /// An author with made-up values: the same for the same number.
    static func sample(_ number: Int = 1) throws -> Author {
        var sample = try Author.blank()
        sample.born = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        sample.id = "id \(number)"
        sample.name = "name \(number)"
        return sample
    }
}
