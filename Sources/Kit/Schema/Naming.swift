// Swift names derived from model names. All code of the repository uses these rules to name
// generated declarations.

/// Returns the name of the Swift type for an entity: `City` → `City`, `tax_rate` → `TaxRate`,
/// `.App.City` → `City`.
///
/// A name that is invalid as a Swift type gets the prefix `_`. A name that generated code already
/// uses gets the suffix `Record`: `Data` → `DataRecord`. A name in a script without capital letters
/// also gets this suffix, because a variable could otherwise have the same name: `都市` → `都市Record`.
package func typeName(_ name: String) -> String {
    let made = upperCamelIdentifier(name)
    // An entity `Memory` would get the type alias `MemoryDAO`, which is also the name of a library
    // type in generated code. The same is true of `ManagedDAO`.
    let isCased = made.utf8.first.map(isUppercase) == true
    let isTaken =
        isTakenTypeName(made) || ["Memory", "Managed"].contains(made) || isMainFile(made)
        || !isCased && made == identifier(lowerCamel(name))
    return isTaken ? "\(made)Record" : made
}

/// Returns whether a type's file would be named `main.swift`, in any letter case. SwiftPM makes an
/// executable of a target with such a file.
private func isMainFile(_ type: String) -> Bool {
    type.utf8.count == 4 && type.lowercased() == "main"
}

/// Returns the Swift name of a model. The names of the model's types, such as `SampleManager`,
/// begin with it.
package func modelTypeName(_ name: String) -> String {
    let made = upperCamelIdentifier(name)
    let types = [made] + ["Manager", "Model", "Stack"].map { made + $0 }
    return types.contains(where: isTakenTypeName) ? "\(made)Record" : made
}

/// Returns the names of all types that are generated for an entity.
///
/// - Parameter type: the name of the entity's own type.
package func entityTypes(_ type: String) -> [String] {
    [type, "\(type)DAO", "\(type)Mapping", "Stored\(type)DAO"]
}

private func upperCamelIdentifier(_ name: String) -> String { identifier(upperCamel(name)) }

/// Returns the name in upper camel case, such as `TaxRate` for `tax_rate`. The result may be a
/// reserved word of Swift.
package func upperCamel(_ name: String) -> String {
    let parts = words(name)
    if parts.count == 1, let byte = parts[0].utf8.first, isUppercase(byte) { return parts[0] }
    return parts.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
}

/// Returns whether a Swift name can be made from `name`. The name must contain a letter or digit,
/// and no control character. In a qualified name such as `App.City`, the last component must
/// contain the letter or digit.
package func canBeNamed(_ name: String) -> Bool {
    !words(name).isEmpty
        && !name.unicodeScalars.contains { $0.properties.generalCategory == .control }
}

/// Returns the name in lower camel case without escaping: `City` → `city`, `URLRecord` →
/// `urlRecord`, `country-code` → `countryCode`.
package func lowerCamel(_ name: String) -> String {
    let parts = words(name)
    guard let first = parts.first else { return "" }
    if parts.count == 1 { return lowerFirst(first) }
    let rest = parts.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }
    return lowerFirst(first) + rest.joined()
}

/// Returns the Swift name of a stored property or parameter. A keyword is put in backticks. If
/// every record already has a member with this name, the suffix `_` is added: `identity_`.
package func propertyName(_ name: String) -> String {
    let made = identifier(lowerCamel(name))
    return takenMembers.contains(made) ? "\(made)_" : escaped(made)
}

/// Returns the English plural in lower camel case, formed by the regular rules and a list of
/// irregular words: `cities`, `boxes`, `bookShelves`.
package func pluralName(_ name: String) -> String {
    let singular = lowerCamel(name)
    let isASCII = singular.utf8.allSatisfy { $0 < 0x80 }
    let capital =
        isASCII
        ? singular.utf8.lastIndex(where: isUppercase) : singular.lastIndex(where: \.isUppercase)
    let start = capital ?? singular.startIndex
    let word = String(singular[start...])
    let plural = plural(of: word.lowercased())
    let cased =
        capital != nil
        ? plural.prefix(1).uppercased() + plural.dropFirst() : plural
    return escaped(identifier(singular[..<start] + cased))
}

private func plural(of word: String) -> String {
    if let whole = irregularPlurals[word] { return whole }
    if word.hasSuffix("y"), let before = word.dropLast().last, !"aeiou".contains(before) {
        return word.dropLast() + "ies"
    }
    guard let last = word.utf8.last, "shxz".utf8.contains(last) else { return word + "s" }
    if word.count > 3, word.hasSuffix("sis") { return word.dropLast(2) + "es" }
    let isPlural = word.hasSuffix("s") && !["ss", "us", "is", "as"].contains(where: word.hasSuffix)
    if isPlural, word.count > 3 { return word }
    let hisses = ["s", "x", "z", "ch", "sh"].contains(where: word.hasSuffix)
    return word + (hisses ? "es" : "s")
}

/// Returns `name`, with backticks if Swift requires them.
package func escaped(_ name: String) -> String {
    isReservedWord(name) || expressionWords.contains(name) ? "`\(name)`" : name
}

/// Returns whether `name` is a reserved word of Swift in any context.
package func isReservedWord(_ name: String) -> Bool { keywords.contains(name) }

/// Returns whether a predicate can contain `name` as a key. Also returns true for an empty name,
/// which the model reader reports.
package func canBeKey(_ name: String) -> Bool {
    let first = name.unicodeScalars.first ?? "_"
    return (first == "_" || first.properties.isXIDStart)
        && name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
}

/// Words that begin an expression in some places in Swift, but are ordinary names elsewhere.
private let expressionWords: Set<String> = ["await", "consume", "copy", "each", "unsafe", "yield"]

/// Names of members that every record has, and words with a special meaning after a period.
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
    "criterion": "criteria", "axis": "axes", "chassis": "chassis", "hero": "heroes",
    "wife": "wives", "thief": "thieves", "wolf": "wolves", "loaf": "loaves", "calf": "calves",
]

private let keywords: Set<String> = [
    "Any", "Protocol", "Self", "Type", "as", "associatedtype", "break", "case", "catch", "class",
    "continue", "default", "defer", "deinit", "do", "else", "enum", "extension", "fallthrough",
    "false", "fileprivate", "for", "func", "guard", "if", "import", "in", "init", "inout",
    "internal", "is", "let", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat", "rethrows", "return", "self", "static", "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
]

/// Returns the words of a name, split at characters that identifiers cannot contain. For a
/// qualified name such as `App.City`, only the last component is used.
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

/// Converts the capital letters at the beginning to lowercase: `URLRecord` → `urlRecord`. The last
/// of several capitals is unchanged if it begins the next word.
private func lowerFirst(_ word: String) -> String {
    if let first = word.utf8.first, isLowercase(first) { return word }
    if word.utf8.allSatisfy({ $0 < 0x80 }) {
        let capitals = word.utf8.prefix(while: isUppercase).count
        let count = capitals == word.utf8.count ? capitals : max(min(capitals, 1), capitals - 1)
        let bytes = word.utf8.enumerated().map { $0 < count ? $1 | 0x20 : $1 }
        return String(decoding: bytes, as: UTF8.self)
    }
    let capitals = word.prefix { $0.isUppercase }.count
    if capitals == word.count { return word.lowercased() }
    let count = max(min(capitals, 1), capitals - 1)
    return word.prefix(count).lowercased() + word.dropFirst(count)
}
