import Foundation
import GRDBSQLite
import QueryLanguage

/// An SQL function that maps numbers to a real number. The result is NULL if the computation yields
/// NaN, or if an argument is neither a number nor the text of a number.
struct NumberFunction: Sendable {
    var name: String
    var argumentCount: Int32
    var body: @Sendable ([Double]) -> Double
}

/// SQL functions that compiled queries call: `store_power(base, exponent)`, `store_sqrt`,
/// `store_ln`, `store_log`, `store_exp`, `store_floor`, `store_ceiling`, `store_trunc` and
/// `store_real`. `store_real` converts the text of a decimal to a number. The other functions give
/// the same results as the functions of predicates, such as `sqrt:`.
let numberFunctions: [NumberFunction] =
    [
        NumberFunction(name: "store_power", argumentCount: 2) { power($0[0], $0[1]) },
        NumberFunction(name: "store_real", argumentCount: 1) { $0[0] },
    ]
    + RealFunction.allCases.map { function in
        NumberFunction(name: "store_\(function.rawValue)", argumentCount: 1) { function.of($0[0]) }
    }

extension NumberFunction {
    func add(to connection: OpaquePointer?) {
        addFunction(name, argumentCount, to: connection) { [body] context, values in
            let numbers = values.compactMap(number)
            guard numbers.count == values.count else { return sqlite3_result_null(context) }
            // SQLite converts NaN to NULL.
            sqlite3_result_double(context, body(numbers))
        }
    }
}

private func number(_ value: OpaquePointer?) -> Double? {
    switch sqlite3_value_type(value) {
    case SQLITE_INTEGER: return Double(sqlite3_value_int64(value))
    case SQLITE_FLOAT: return sqlite3_value_double(value)
    // SQLite's own conversion is not used, because it may miss the nearest double.
    case SQLITE_TEXT: return sqlite3_value_text(value).flatMap { Double(String(cString: $0)) }
    default: return nil
    }
}
