// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

extension Loan {
    /// A loan with made-up values: the same for the same number.
    static func sample(_ number: Int = 1) throws -> Loan {
        var sample = try Loan.blank()
        sample.due = Date(timeIntervalSinceReferenceDate: Double(number) * 86_400)
        return sample
    }
}
