// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess
import Foundation

/// An everything, as a value: changes are kept once `everythings.save(…)` has stored them.
struct Everything: Record {
    /// What tells one everything from another: a number from the store.
    struct Identity: RecordIdentity {
        let value: Int64

        init(_ value: Int64) {
            self.value = value
        }
    }

    /// nil until the everything has been saved.
    var identity: Identity?
    var integer16: Int16?
    var integer16Required: Int16
    var integer16Initial: Int16 = -3
    var integer32: Int32?
    var integer32Required: Int32
    var integer32Initial: Int32 = 7
    var integer64: Int64?
    var integer64Required: Int64
    var integer64Initial: Int64 = 9000000000
    var decimal: Decimal?
    var decimalRequired: Decimal
    var decimalInitial: Decimal = 1.25
    var double: Double?
    var doubleRequired: Double
    var doubleInitial: Double = 0.5
    var float: Float?
    var floatRequired: Float
    var floatInitial: Float = 2
    var string: String?
    var stringRequired: String
    var stringInitial: String = "say \"\\(hi)\""
    var boolean: Bool?
    var booleanRequired: Bool
    var booleanInitial: Bool = true
    var date: Date?
    var dateRequired: Date
    var dateInitial: Date = Date(timeIntervalSinceReferenceDate: 0.0)
    var binary: Data?
    var binaryRequired: Data
    var uuid: UUID?
    var uuidRequired: UUID
    var uuidInitial: UUID = UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E") ?? UUID()
    var uuidOptionalInitial: UUID? = UUID(uuidString: "0F8FAD5B-D9CB-469F-A165-70867728950E")
    var uri: URL?
    var uriRequired: URL
    var uriInitial: URL = URL(string: "https://example.org/?q=%22a%22") ?? URL(fileURLWithPath: "/")
    var uriOptionalInitial: URL? = URL(string: "https://example.org")
    var transformable: Data?
    var transformableRequired: Data
}
