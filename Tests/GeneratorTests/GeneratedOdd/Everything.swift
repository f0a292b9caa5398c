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
    var integer16Initial: Int16
    var integer32: Int32?
    var integer32Required: Int32
    var integer32Initial: Int32
    var integer64: Int64?
    var integer64Required: Int64
    var integer64Initial: Int64
    var decimal: Decimal?
    var decimalRequired: Decimal
    var decimalInitial: Decimal
    var double: Double?
    var doubleRequired: Double
    var doubleInitial: Double
    var float: Float?
    var floatRequired: Float
    var floatInitial: Float
    var string: String?
    var stringRequired: String
    var stringInitial: String
    var boolean: Bool?
    var booleanRequired: Bool
    var booleanInitial: Bool
    var date: Date?
    var dateRequired: Date
    var dateInitial: Date
    var binary: Data?
    var binaryRequired: Data
    var uuid: UUID?
    var uuidRequired: UUID
    var uri: URL?
    var uriRequired: URL
    var transformable: Data?
    var transformableRequired: Data

    init(
        identity: Identity? = nil,
        integer16: Int16? = nil,
        integer16Required: Int16,
        integer16Initial: Int16 = -3,
        integer32: Int32? = nil,
        integer32Required: Int32,
        integer32Initial: Int32 = 7,
        integer64: Int64? = nil,
        integer64Required: Int64,
        integer64Initial: Int64 = 9000000000,
        decimal: Decimal? = nil,
        decimalRequired: Decimal,
        decimalInitial: Decimal = 1.25,
        double: Double? = nil,
        doubleRequired: Double,
        doubleInitial: Double = 0.5,
        float: Float? = nil,
        floatRequired: Float,
        floatInitial: Float = 2,
        string: String? = nil,
        stringRequired: String,
        stringInitial: String = "say \"\\(hi)\"",
        boolean: Bool? = nil,
        booleanRequired: Bool,
        booleanInitial: Bool = true,
        date: Date? = nil,
        dateRequired: Date,
        dateInitial: Date = Date(timeIntervalSinceReferenceDate: 0.0),
        binary: Data? = nil,
        binaryRequired: Data,
        uuid: UUID? = nil,
        uuidRequired: UUID,
        uri: URL? = nil,
        uriRequired: URL,
        transformable: Data? = nil,
        transformableRequired: Data
    ) {
        self.identity = identity
        self.integer16 = integer16
        self.integer16Required = integer16Required
        self.integer16Initial = integer16Initial
        self.integer32 = integer32
        self.integer32Required = integer32Required
        self.integer32Initial = integer32Initial
        self.integer64 = integer64
        self.integer64Required = integer64Required
        self.integer64Initial = integer64Initial
        self.decimal = decimal
        self.decimalRequired = decimalRequired
        self.decimalInitial = decimalInitial
        self.double = double
        self.doubleRequired = doubleRequired
        self.doubleInitial = doubleInitial
        self.float = float
        self.floatRequired = floatRequired
        self.floatInitial = floatInitial
        self.string = string
        self.stringRequired = stringRequired
        self.stringInitial = stringInitial
        self.boolean = boolean
        self.booleanRequired = booleanRequired
        self.booleanInitial = booleanInitial
        self.date = date
        self.dateRequired = dateRequired
        self.dateInitial = dateInitial
        self.binary = binary
        self.binaryRequired = binaryRequired
        self.uuid = uuid
        self.uuidRequired = uuidRequired
        self.uri = uri
        self.uriRequired = uriRequired
        self.transformable = transformable
        self.transformableRequired = transformableRequired
    }
}
