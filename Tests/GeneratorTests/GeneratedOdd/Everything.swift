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
    var decimalInitial: Decimal = Decimal(string: "1.25") ?? 0
    var decimalExact: Decimal = Decimal(string: "3.133") ?? 0
    var decimalOptionalInitial: Decimal? = Decimal(string: "1234567890.123456789")
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

/// What everythings are made of.
extension Everything: DescribedRecord {
    static let entity = EntityDescription(
        name: "Everything",
        identity: "_id",
        attributes: [
            AttributeDescription("integer16", .integer16),
            AttributeDescription("integer16Required", .integer16, isOptional: false),
            AttributeDescription(
                "integer16Initial",
                .integer16,
                isOptional: false,
                initial: StoredValue(-3 as Int16)
            ),
            AttributeDescription("integer32", .integer32),
            AttributeDescription("integer32Required", .integer32, isOptional: false),
            AttributeDescription(
                "integer32Initial",
                .integer32,
                isOptional: false,
                initial: StoredValue(7 as Int32)
            ),
            AttributeDescription("integer64", .integer64),
            AttributeDescription("integer64Required", .integer64, isOptional: false),
            AttributeDescription(
                "integer64Initial",
                .integer64,
                isOptional: false,
                initial: StoredValue(9000000000 as Int64)
            ),
            AttributeDescription("decimal", .decimal),
            AttributeDescription("decimalRequired", .decimal, isOptional: false),
            AttributeDescription(
                "decimalInitial",
                .decimal,
                isOptional: false,
                initial: StoredValue("1.25")
            ),
            AttributeDescription(
                "decimalExact",
                .decimal,
                isOptional: false,
                initial: StoredValue("3.133")
            ),
            AttributeDescription(
                "decimalOptionalInitial",
                .decimal,
                initial: StoredValue("1234567890.123456789")
            ),
            AttributeDescription("double", .double),
            AttributeDescription("doubleRequired", .double, isOptional: false),
            AttributeDescription(
                "doubleInitial",
                .double,
                isOptional: false,
                initial: StoredValue(0.5 as Double)
            ),
            AttributeDescription("float", .float),
            AttributeDescription("floatRequired", .float, isOptional: false),
            AttributeDescription(
                "floatInitial",
                .float,
                isOptional: false,
                initial: StoredValue(2 as Float)
            ),
            AttributeDescription("string", .string),
            AttributeDescription("stringRequired", .string, isOptional: false),
            AttributeDescription(
                "stringInitial",
                .string,
                isOptional: false,
                initial: StoredValue("say \"\\(hi)\"")
            ),
            AttributeDescription("boolean", .boolean),
            AttributeDescription("booleanRequired", .boolean, isOptional: false),
            AttributeDescription(
                "booleanInitial",
                .boolean,
                isOptional: false,
                initial: StoredValue(true as Bool)
            ),
            AttributeDescription("date", .date),
            AttributeDescription("dateRequired", .date, isOptional: false),
            AttributeDescription(
                "dateInitial",
                .date,
                isOptional: false,
                initial: StoredValue(Date(timeIntervalSinceReferenceDate: 0.0))
            ),
            AttributeDescription("binary", .binary),
            AttributeDescription("binaryRequired", .binary, isOptional: false),
            AttributeDescription("uuid", .uuid),
            AttributeDescription("uuidRequired", .uuid, isOptional: false),
            AttributeDescription(
                "uuidInitial",
                .uuid,
                isOptional: false,
                initial: StoredValue("0F8FAD5B-D9CB-469F-A165-70867728950E")
            ),
            AttributeDescription(
                "uuidOptionalInitial",
                .uuid,
                initial: StoredValue("0F8FAD5B-D9CB-469F-A165-70867728950E")
            ),
            AttributeDescription("uri", .uri),
            AttributeDescription("uriRequired", .uri, isOptional: false),
            AttributeDescription(
                "uriInitial",
                .uri,
                isOptional: false,
                initial: StoredValue("https://example.org/?q=%22a%22")
            ),
            AttributeDescription(
                "uriOptionalInitial",
                .uri,
                initial: StoredValue("https://example.org")
            ),
            AttributeDescription("transformable", .binary),
            AttributeDescription("transformableRequired", .binary, isOptional: false),
        ],
        relationships: []
    )

    static func blank() -> Everything {
        Everything(
            integer16Required: 0,
            integer32Required: 0,
            integer64Required: 0,
            decimalRequired: 0,
            doubleRequired: 0,
            floatRequired: 0,
            stringRequired: "",
            booleanRequired: false,
            dateRequired: Date(timeIntervalSinceReferenceDate: 0),
            binaryRequired: Data(),
            uuidRequired: UUID(),
            uriRequired: URL(fileURLWithPath: "/"),
            transformableRequired: Data()
        )
    }

    init(columnValues values: ValueRow) throws {
        try self.init(
            identity: values.int64(0).map(Everything.Identity.init),
            integer16: values.int16(1),
            integer16Required: values.required(values.int16(2), 2),
            integer16Initial: values.required(values.int16(3), 3),
            integer32: values.int32(4),
            integer32Required: values.required(values.int32(5), 5),
            integer32Initial: values.required(values.int32(6), 6),
            integer64: values.int64(7),
            integer64Required: values.required(values.int64(8), 8),
            integer64Initial: values.required(values.int64(9), 9),
            decimal: values.decimal(10),
            decimalRequired: values.required(values.decimal(11), 11),
            decimalInitial: values.required(values.decimal(12), 12),
            decimalExact: values.required(values.decimal(13), 13),
            decimalOptionalInitial: values.decimal(14),
            double: values.double(15),
            doubleRequired: values.required(values.double(16), 16),
            doubleInitial: values.required(values.double(17), 17),
            float: values.float(18),
            floatRequired: values.required(values.float(19), 19),
            floatInitial: values.required(values.float(20), 20),
            string: values.string(21),
            stringRequired: values.required(values.string(22), 22),
            stringInitial: values.required(values.string(23), 23),
            boolean: values.bool(24),
            booleanRequired: values.required(values.bool(25), 25),
            booleanInitial: values.required(values.bool(26), 26),
            date: values.date(27),
            dateRequired: values.required(values.date(28), 28),
            dateInitial: values.required(values.date(29), 29),
            binary: values.data(30),
            binaryRequired: values.required(values.data(31), 31),
            uuid: values.uuid(32),
            uuidRequired: values.required(values.uuid(33), 33),
            uuidInitial: values.required(values.uuid(34), 34),
            uuidOptionalInitial: values.uuid(35),
            uri: values.url(36),
            uriRequired: values.required(values.url(37), 37),
            uriInitial: values.required(values.url(38), 38),
            uriOptionalInitial: values.url(39),
            transformable: values.data(40),
            transformableRequired: values.required(values.data(41), 41)
        )
    }

    var columnValues: ValueRow {
        ValueRow([
            StoredValue(identity?.value),
            StoredValue(integer16),
            StoredValue(integer16Required),
            StoredValue(integer16Initial),
            StoredValue(integer32),
            StoredValue(integer32Required),
            StoredValue(integer32Initial),
            StoredValue(integer64),
            StoredValue(integer64Required),
            StoredValue(integer64Initial),
            StoredValue(decimal),
            StoredValue(decimalRequired),
            StoredValue(decimalInitial),
            StoredValue(decimalExact),
            StoredValue(decimalOptionalInitial),
            StoredValue(double),
            StoredValue(doubleRequired),
            StoredValue(doubleInitial),
            StoredValue(float),
            StoredValue(floatRequired),
            StoredValue(floatInitial),
            StoredValue(string),
            StoredValue(stringRequired),
            StoredValue(stringInitial),
            StoredValue(boolean),
            StoredValue(booleanRequired),
            StoredValue(booleanInitial),
            StoredValue(date),
            StoredValue(dateRequired),
            StoredValue(dateInitial),
            StoredValue(binary),
            StoredValue(binaryRequired),
            StoredValue(uuid),
            StoredValue(uuidRequired),
            StoredValue(uuidInitial),
            StoredValue(uuidOptionalInitial),
            StoredValue(uri),
            StoredValue(uriRequired),
            StoredValue(uriInitial),
            StoredValue(uriOptionalInitial),
            StoredValue(transformable),
            StoredValue(transformableRequired),
        ])
    }

    /// The rules of the model that the everything breaks, every one of them.
    var violations: [Violation] {
        Violation.check(
            "decimalExact",
            decimalExact,
            atMost: Decimal(string: "1234567890.123456789")
        )
    }
}
