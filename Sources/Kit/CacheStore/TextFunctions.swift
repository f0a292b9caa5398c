import GRDB
import QueryLanguage

/// The functions that compiled queries call: `store_fold_c`, `store_fold_d`, `store_fold_cd` and
/// `store_like(text, pattern)`. Each gives NULL for NULL.
let textFunctions: [DatabaseFunction] =
    [
        foldFunction("c", .caseInsensitive),
        foldFunction("d", .diacriticInsensitive),
        foldFunction("cd", [.caseInsensitive, .diacriticInsensitive]),
    ] + [
        DatabaseFunction("store_like", argumentCount: 2, pure: true) { values in
            guard let text = String.fromDatabaseValue(values[0]),
                let pattern = String.fromDatabaseValue(values[1])
            else { return nil }
            return isLike(text, pattern)
        }
    ]

private func foldFunction(_ letters: String, _ options: ComparisonOptions) -> DatabaseFunction {
    DatabaseFunction("store_fold_\(letters)", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { folded($0, options) }
    }
}
