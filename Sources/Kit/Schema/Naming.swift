/// Swift names from model names. The only naming rules of the repository: whoever needs a name of
/// a generated thing asks here.

/// `City` → `City`, `tax_rate` → `TaxRate`, `.App.City` → `City`. An invalid name for a Swift type
/// gets an underscore as a prefix. A name that generated code needs, or that variables may have
/// because its script has no capital letters, gets the suffix `Record`: `Data` → `DataRecord`, `都市`
/// → `都市Record`.
package func typeName(_ name: String) -> String {
    let made = upperCamelIdentifier(name)
    // Models without a database have the library's `MemoryDAO`.
    let isTaken =
        isTakenTypeName(made) || made == identifier(lowerCamel(name)) || made == "Memory"
    return isTaken ? "\(made)Record" : made
}

/// The same for a model, whose types all have a suffix: `SampleManager`.
package func modelTypeName(_ name: String) -> String {
    let made = upperCamelIdentifier(name)
    let types = [made] + ["Manager", "Model", "Stack"].map { made + $0 }
    return types.contains(where: isTakenTypeName) ? "\(made)Record" : made
}

private func upperCamelIdentifier(_ name: String) -> String { identifier(upperCamel(name)) }

/// `tax_rate` → `TaxRate`, whatever the name means in Swift.
package func upperCamel(_ name: String) -> String {
    let parts = words(name)
    if parts.count == 1, let byte = parts[0].utf8.first, isUppercase(byte) { return parts[0] }
    return parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// Whether there is anything in `name` that a Swift name can be made of.
package func canBeNamed(_ name: String) -> Bool {
    !words(name).isEmpty
        && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

/// `City` → `city`, `URLRecord` → `urlRecord`, `country-code` → `countryCode`, not yet escaped.
package func lowerCamel(_ name: String) -> String {
    let parts = words(name)
    guard let first = parts.first else { return "" }
    if parts.count == 1 { return lowerFirst(first) }
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return lowerFirst(first) + rest.joined()
}

/// Name of a stored property or parameter: keywords are in backticks, and names of members of every
/// record have an underscore as a suffix: `identity_`.
package func propertyName(_ name: String) -> String {
    let made = identifier(lowerCamel(name))
    return takenMembers.contains(made) ? "\(made)_" : escaped(made)
}

/// The plural in English by the regular rules and a few irregular words, in lower camel case:
/// `cities`, `boxes`, `bookShelves`.
package func pluralName(_ name: String) -> String {
    let singular = lowerCamel(name)
    let start = singular.lastIndex { $0.isUppercase } ?? singular.startIndex
    let word = String(singular[start...])
    let plural = plural(of: word.lowercased())
    let cased =
        word.first?.isUppercase == true
        ? plural.prefix(1).uppercased() + plural.dropFirst() : plural
    return escaped(identifier(singular[..<start] + cased))
}

private func plural(of word: String) -> String {
    if let whole = irregularPlurals[word] { return whole }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
        return word.dropLast() + "ies"
    }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is", "as"].contains(where: word.hasSuffix)
    if isPlural, word.count > 3 { return word }
    let hisses = ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix)
    return word + (hisses ? "es" : "s")
}

/// `name` in backticks where Swift needs them.
package func escaped(_ name: String) -> String {
    isReservedWord(name) || expressionWords.contains(name) ? "`\(name)`" : name
}

/// Whether Swift reserves `name`, in any context.
package func isReservedWord(_ name: String) -> Bool { keywords.contains(name) }

/// Words that begin an expression, and are names anywhere else.
private let expressionWords: Set<String> = ["await", "consume", "copy", "each", "unsafe", "yield"]

/// Members of every record, and words with another meaning after a period.
private let takenMembers: Set<String> = [
    "columnValues", "hashValue", "identify", "identity", "init", "knownIdentity", "self",
    "storedIdentity",
    "validate", "violations",
]

private let irregularPlurals = [
    "person": "people", "child": "children", "man": "men", "woman": "women", "foot": "feet",
    "tooth": "teeth", "mouse": "mice", "shelf": "shelves", "leaf": "leaves", "half": "halves",
    "knife": "knives", "life": "lives", "series": "series", "species": "species", "data": "data",
    "metadata": "metadata", "media": "media", "news": "news", "quiz": "quizzes",
    "criterion": "criteria",
]

private let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
]

/// The parts between characters that an identifier cannot hold; of a qualified name the last.
private func words(_ name: String) -> [String] {
    let isPlain = name.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
            || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
            || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    if isPlain { return name.isEmpty ? [] : [name] }
    let last = name.split(separator: ".").last.map(String.init) ?? name
    return last.split { !$0.isLetter && !$0.isNumber }.map(String.init)
}

private func isLowercase(_ byte: UInt8) -> Bool {
    UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte
}

private func isUppercase(_ byte: UInt8) -> Bool {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
}

private func identifier(_ name: String) -> String {
    if let first = name.utf8.first, isLowercase(first) { return name }
    guard let first = name.first else { return "_" }
    if let byte = name.utf8.first, isUppercase(byte) { return name }
    return first.isNumber ? "_\(name)" : name
}

/// Lowers the leading run of capitals, but for the one that begins the next word.
private func lowerFirst(_ word: String) -> String {
    if let first = word.utf8.first, isLowercase(first) { return word }
    let capitals = word.prefix { $0.isUppercase }.count
    if capitals == word.count { return word.lowercased() }
    let count = max(min(capitals, 1), capitals - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
}
