import DataAccess
import Foundation

/// Folded texts in a file: results of text-folding SQL functions that are stored in indexes and
/// derived attributes. They depend on the version of Unicode with which the program was compiled.
/// With another version, a search in an index would miss records. A change of an indexed value
/// would fail, because SQLite would not find the index entry.
enum FoldedTexts {
    /// Version of the folding functions. The number before the colon must be increased when the
    /// results of `folded(_:_:)` change.
    private static let version = "1:\(unicodeVersion)"

    /// Returns whether the folded texts in the file have the current version. Also returns true if
    /// the model's SQL folds no text.
    static func areCurrent(
        in connection: SQLiteConnection,
        of model: StoreModel
    ) throws -> Bool {
        if !model.statements.contains(where: foldsText) { return true }
        return try connection.hasTable("store_text")
            && connection.text("SELECT version FROM store_text") == version
    }

    /// Computes the folded texts in the file again, and records their version. Must be called in a
    /// transaction.
    static func compute(in connection: SQLiteConnection, of model: StoreModel) throws {
        // The indexes come first, because a change of a record must find its index entries.
        try connection.run("REINDEX")
        let columns = model.derivedColumns { attribute, _ in
            attribute.computation.map(foldsText) == true
        }
        for column in columns { try connection.run(column.update) }
        try connection.run("CREATE TABLE IF NOT EXISTS store_text (version TEXT NOT NULL)")
        try connection.run("DELETE FROM store_text")
        try connection.run("INSERT INTO store_text VALUES ('\(version)')")
    }

    private static func foldsText(_ sql: String) -> Bool {
        // `strstr` compares bytes. This is faster than comparing characters, and every opening of a
        // store searches all statements of its model.
        ["store_fold_", "store_upper", "store_lower"].contains { (name: String) in
            strstr(sql, name) != nil
        }
    }

    /// The version of the standard library's Unicode tables: the newest age of a character. New
    /// blocks begin at multiples of 16, so only these positions are examined.
    private static let unicodeVersion: String = {
        let ages = stride(from: UInt32(0), to: 0x40000, by: 16).compactMap { position in
            Unicode.Scalar(position)?.properties.age
        }
        let newest = ages.max { ($0.major, $0.minor) < ($1.major, $1.minor) }
        return newest.map { "\($0.major).\($0.minor)" } ?? ""
    }()
}
