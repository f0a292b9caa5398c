import GRDB
import QueryLanguage

/// The functions that compiled queries call: `store_fold_c`, `store_fold_d`, `store_fold_cd`,
/// `store_upper`, `store_lower`, `store_length`, `store_like(text, pattern)` and
/// `store_matches(text, pattern, options)`. Each gives NULL for NULL.
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
        },
        // Throws for a pattern that is none and for one that takes too long: the query then fails.
        DatabaseFunction("store_matches", argumentCount: 3, pure: true) { values in
            guard let text = String.fromDatabaseValue(values[0]),
                let pattern = String.fromDatabaseValue(values[1])
            else { return nil }
            let letters = String.fromDatabaseValue(values[2]) ?? ""
            return try isWholeMatch(text, pattern, options(letters))
        },
        textFunction("store_upper") { $0.uppercased() },
        textFunction("store_lower") { $0.lowercased() },
        textFunction("store_length") { $0.utf16.count },
    ]

private func options(_ letters: String) -> ComparisonOptions {
    ComparisonOptions(
        (letters.contains("c") ? [.caseInsensitive] : [])
            + (letters.contains("d") ? [.diacriticInsensitive] : [])
    )
}

private func textFunction(
    _ name: String,
    _ body: @escaping @Sendable (String) -> (any DatabaseValueConvertible)?
) -> DatabaseFunction {
    DatabaseFunction(name, argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).flatMap(body)
    }
}

private func foldFunction(_ letters: String, _ options: ComparisonOptions) -> DatabaseFunction {
    DatabaseFunction("store_fold_\(letters)", argumentCount: 1, pure: true) { values in
        String.fromDatabaseValue(values[0]).map { folded($0, options) }
    }
}
