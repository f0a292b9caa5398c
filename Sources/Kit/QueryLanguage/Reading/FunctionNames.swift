import Diagnostics

/// Returns the function that the user most likely meant by the unknown name `name`; nil if there is
/// none.
///
/// The name may be a misspelling, an abbreviation (`avg`, `ceil`), a longer form (`absolute`), or
/// the function's name in another language (`mean`).
func meantFunction(by name: String) -> String? {
    let word = name.lowercased().filter { $0.isLetter }
    let functions = Function.allCases.map { (name: $0.rawValue, word: $0.firstWord) }
    return functions.first { $0.word == word }?.name
        ?? namesElsewhere[word]?.rawValue
        ?? nearestName(to: name, among: functions.map(\.name))
        ?? nearestName(to: word, among: functions.map(\.word)).flatMap { near in
            functions.first { $0.word == near }?.name
        }
        ?? functions.first {
            isAbbreviation(word, of: $0.word) || isAbbreviation($0.word, of: word)
        }?
        .name
}

/// Returns the form in which a predicate calls the function `name`, such as `list.@count` or
/// `uppercase(value)`.
func callForm(of name: String) -> String {
    switch Function(rawValue: name) {
    case .now: "now()"
    case .length: "length(text)"
    case let function? where function.argumentCount == 2: "\(name)(value, other)"
    case .count: "list.@count"
    default: meantOperator(by: name).map { "list.\($0).key" } ?? "\(name)(value)"
    }
}

/// Returns whether `short` is an abbreviation of `long`, such as `avg` of `average`. `short` must
/// have at least three letters, have the same first letter as `long`, and meet one of these
/// conditions:
///
/// - `short` is a prefix of `long`.
/// - `long` contains the letters of `short` in the same order. Up to the second-to-last letter of
///   `short`, only vowels are left out. After it, any letters may be left out.
private func isAbbreviation(_ short: String, of long: String) -> Bool {
    guard short.count >= 3, short.count < long.count, short.first == long.first else {
        return false
    }
    if long.hasPrefix(short) { return true }
    var rest = Substring(long)
    for (position, letter) in short.enumerated() {
        guard let found = rest.firstIndex(of: letter) else { return false }
        let isLast = position == short.count - 1
        if !isLast, rest[..<found].contains(where: { !"aeiou".contains($0) }) { return false }
        rest = rest[rest.index(after: found)...]
    }
    return true
}

extension Function {
    /// The lowercase word that names the operation. It is the first word of the function's name, or
    /// the last word if the first is `from`: `subtract` in `from:subtract:`.
    fileprivate var firstWord: String {
        let words = rawValue.split(separator: ":")
        let word = words.first == "from" ? words.last : words.first
        return (word ?? "").lowercased()
    }
}

private let namesElsewhere: [String: Function] = [
    "mean": .average, "total": .sum, "size": .count, "cardinality": .count,
    "smallest": .min, "least": .min, "largest": .max, "greatest": .max,
    "len": .length, "strlen": .length, "charactercount": .length,
    "upper": .uppercase, "toupper": .uppercase, "ucase": .uppercase,
    "lower": .lowercase, "tolower": .lowercase, "lcase": .lowercase,
    "normalize": .canonical, "fold": .canonical,
    "plus": .add, "minus": .subtract, "times": .multiply, "mod": .modulus, "remainder": .modulus,
    "pow": .power, "power": .power, "round": .floor, "int": .trunc, "roundup": .ceiling,
    "rounddown": .floor, "squareroot": .sqrt, "logarithm": .ln, "standarddeviation": .stddev,
    "stdev": .stddev, "std": .stddev, "sd": .stddev, "today": .now,
    "currentdate": .now, "bitand": .bitwiseAnd, "bitor": .bitwiseOr, "bitxor": .bitwiseXor,
    "bitnot": .complement,
]

/// Explanations for functions of Foundation's predicates that this language does not support, keyed
/// by the function's name. Each gives a reason or a replacement.
let unsupportedFunctions = [
    "random": "the result would differ from row to row",
    "randomn": "the result would differ from row to row",
    "randomn:": "the result would differ from row to row",
    "mode": "the result is a list in no particular order",
    "mode:": "the result is a list in no particular order",
    "distanceToLocation:fromLocation:": "the arguments are location objects of a map framework",
    "objectFrom:withIndex:": "to read an element, write list[0]",
    "castObject:toType:": "to convert a value, write CAST(value, \"NSString\")",
]

/// Hints for the functions and methods of other languages, keyed by the name in lowercase. Each
/// hint says what to write instead.
private let functionHints = [
    "contains": "use CONTAINS: list CONTAINS value",
    "beginswith": "use BEGINSWITH: text BEGINSWITH value",
    "hasprefix": "use BEGINSWITH: text BEGINSWITH value",
    "startswith": "use BEGINSWITH: text BEGINSWITH value",
    "starts": "use BEGINSWITH: text BEGINSWITH value",
    "begins": "use BEGINSWITH: text BEGINSWITH value",
    "hassuffix": "use ENDSWITH: text ENDSWITH value",
    "endswith": "use ENDSWITH: text ENDSWITH value",
    "ends": "use ENDSWITH: text ENDSWITH value",
    "nspredicate": "write only the text of the predicate, without NSPredicate(format: …)",
    "equals": "use ==: text == value",
    "does": "to negate a comparison, write NOT (text CONTAINS value)",
    "date": "use a variable such as $date, or now() for the current time",
    "isempty": "for a string, use text == \"\"; for a list, use list.@count == 0",
]

/// Returns the hint for a function, a method or an operator of another language; nil if there is
/// none. The name is not case-sensitive.
func hint(for name: String) -> String? {
    functionHints[name.lowercased()]
}

/// Words after a number that give a time span in other languages, such as `3 days ago`.
private let timeUnits: Set = [
    "second", "seconds", "minute", "minutes", "hour", "hours", "day", "days", "week", "weeks",
    "month", "months", "year", "years",
]

/// Returns the hint for a time span such as `3 days`, in which `word` is the word after the number.
/// Returns nil if `word` is not a unit of time.
func timeSpanHint(for word: String) -> String? {
    guard timeUnits.contains(word.lowercased()) else { return nil }
    return "write a variable such as $since, or a time relative to now; for one day ago, write "
        + "CAST(CAST(now(), \"NSNumber\") - \(secondsOfDay), \"NSDate\")"
}

/// Returns the collection operator that the user most likely meant by `name`, for example `@avg`
/// for `@mean`. Returns nil if there is none.
func meantOperator(by name: String) -> String? {
    switch meantFunction(by: name).flatMap(Function.init(rawValue:)) {
    case .count, .length: CollectionOperator.count.rawValue
    case .sum: CollectionOperator.sum.rawValue
    case .average: CollectionOperator.average.rawValue
    case .min: CollectionOperator.minimum.rawValue
    case .max: CollectionOperator.maximum.rawValue
    default: nil
    }
}
