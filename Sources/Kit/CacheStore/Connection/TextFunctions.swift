import Foundation
import GRDBSQLite
import QueryLanguage

/// An SQL function that maps texts to a text, a number or data. The result is NULL if an argument
/// is not a text. A NUL character does not end a text, because each text is passed with its length.
struct TextFunction: Sendable {
    enum Result: Sendable {
        case text(String)
        case number(Int64)
        case data(Data)
    }

    var name: String
    var argumentCount: Int32
    /// The function's implementation, which returns the result for the given texts. If it throws an
    /// error, the SQL statement fails with the error's description as its message.
    var body: @Sendable ([String]) throws -> Result
}

/// SQL functions that compiled queries call: `store_fold_c`, `store_fold_d`, `store_fold_cd`,
/// `store_upper`, `store_lower`, `store_length`, `store_like(text, pattern)`, `store_matches(text,
/// pattern, options)`, `store_element` and `store_bytes`. The letters after `store_fold_` state
/// what is ignored: case (`c`) or diacritics (`d`). `store_element` and `store_bytes` decode the
/// elements of bound lists.
let textFunctions: [TextFunction] = [
    textFunction("store_fold_c") { folded($0, .caseInsensitive) },
    textFunction("store_fold_d") { folded($0, .diacriticInsensitive) },
    textFunction("store_fold_cd") { folded($0, [.caseInsensitive, .diacriticInsensitive]) },
    textFunction("store_upper") { $0.uppercased() },
    textFunction("store_lower") { $0.lowercased() },
    textFunction("store_element", listElement),
    TextFunction(name: "store_bytes", argumentCount: 1) {
        .data(Data(base64Encoded: $0[0]) ?? Data())
    },
    TextFunction(name: "store_length", argumentCount: 1) { .number(Int64($0[0].utf16.count)) },
    TextFunction(name: "store_like", argumentCount: 2) { .number(isLike($0[0], $0[1]) ? 1 : 0) },
    // Throws if the pattern is invalid, or if matching takes too long.
    TextFunction(name: "store_matches", argumentCount: 3) {
        .number(try isWholeMatch($0[0], $0[1], options($0[2])) ? 1 : 0)
    },
]

private func options(_ letters: String) -> ComparisonOptions {
    ComparisonOptions(
        (letters.contains("c") ? [.caseInsensitive] : [])
            + (letters.contains("d") ? [.diacriticInsensitive] : [])
    )
}

private func textFunction(
    _ name: String,
    _ body: @escaping @Sendable (String) -> String
) -> TextFunction {
    TextFunction(name: name, argumentCount: 1) { .text(body($0[0])) }
}

extension TextFunction {
    func add(to connection: OpaquePointer?) {
        addFunction(name, argumentCount, to: connection) { call($0, $1) }
    }

    private func call(
        _ context: OpaquePointer?,
        _ values: UnsafeMutableBufferPointer<OpaquePointer?>
    ) {
        let texts = values.compactMap(text)
        guard texts.count == values.count else { return sqlite3_result_null(context) }
        do {
            switch try body(texts) {
            case .number(let number): sqlite3_result_int64(context, number)
            case .data(let data):
                if data.isEmpty { return sqlite3_result_zeroblob(context, 0) }
                data.withUnsafeBytes {
                    sqlite3_result_blob64(context, $0.baseAddress, UInt64($0.count), transient)
                }
            case .text(var text):
                // SQLite treats a null pointer as NULL, and an empty buffer's pointer may be null.
                if text.isEmpty { return sqlite3_result_text(context, "", 0, transient) }
                text.withUTF8 { bytes in
                    bytes.withMemoryRebound(to: CChar.self) {
                        sqlite3_result_text64(
                            context,
                            $0.baseAddress,
                            UInt64($0.count),
                            transient,
                            UInt8(SQLITE_UTF8)
                        )
                    }
                }
            }
        } catch {
            sqlite3_result_error(context, "\(error)", -1)
        }
    }
}

private func text(_ value: OpaquePointer?) -> String? {
    guard sqlite3_value_type(value) == SQLITE_TEXT, let bytes = sqlite3_value_text(value) else {
        return nil
    }
    let count = Int(sqlite3_value_bytes(value))
    return String(decoding: UnsafeBufferPointer(start: bytes, count: count), as: UTF8.self)
}
