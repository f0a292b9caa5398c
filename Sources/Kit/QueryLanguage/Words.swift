import Diagnostics

let operatorSymbols: [String: Comparison.Operator] = [
    "=": .equal, "==": .equal, "!=": .notEqual, "<>": .notEqual, "<": .less, "<=": .lessOrEqual,
    "=<": .lessOrEqual, ">": .greater, ">=": .greaterOrEqual, "=>": .greaterOrEqual,
]

let operatorWords: [String: Comparison.Operator] = [
    "BEGINSWITH": .beginsWith, "ENDSWITH": .endsWith, "CONTAINS": .contains, "LIKE": .like,
    "IN": .isIn, "BETWEEN": .between,
]

let wordLiterals: [String: Literal] = [
    "TRUE": .boolean(true), "YES": .boolean(true), "FALSE": .boolean(false), "NO": .boolean(false),
    "NIL": .null, "NULL": .null,
]

/// Words that a key must be written with `#` to be: `#in`.
let reserved: Set<String> = Set(operatorWords.keys).union(wordLiterals.keys).union([
    "AND", "OR", "NOT", "ANY", "SOME", "ALL", "NONE", "TRUEPREDICATE", "FALSEPREDICATE",
])

/// `did you mean …?` for a misspelt operator, or nil.
func nearestOperator(to word: String) -> String? {
    let words = Array(operatorWords.keys) + ["AND", "OR", "NOT"]
    return nearestName(to: word, among: words).map { "did you mean \($0)?" }
}
