package import QueryCompiler
import QueryLanguage
package import Schema

/// Returns a sentence that describes the request, such as `Cities whose name begins with *text*,
/// ignoring case, by name.` It is used as a comment in generated code, and as the title of a form.
///
/// The sentence is for readers who know the model but no query language. Property names are
/// unchanged. Each parameter name is enclosed in the character `mark`.
///
/// - Parameter mark: the character before and after the name of a parameter. String literals may
///   also contain this character, because it is not escaped.
package func sentence(
    for request: QueryRequest,
    in schema: Schema,
    mark: Unicode.Scalar = "*"
) -> String {
    let schema = schema.withInheritedProperties
    let entity = schema.entity(named: request.entity)
    let wording = Wording(schema: schema, entity: entity, mark: mark)
    let plural = spaced(pluralName(request.entity).filter { $0 != "`" })
    var text: String
    switch request.predicate {
    case nil, .constant(true)?: text = "All \(plural)"
    case .constant(false)?: text = "None of the \(plural)"
    case let predicate?:
        text = plural.prefix(1).uppercased() + plural.dropFirst()
        text += " \(wording.clause(predicate).text)"
    }
    if !request.sorts.isEmpty {
        text += ", by " + request.sorts.map(wording.words).joined(separator: ", then by ")
    }
    return text + "."
}

/// Separates the words of a camel-case name: `productReviews` becomes `product reviews`.
/// Abbreviations keep their capital letters.
package func spaced(_ name: String) -> String {
    var words: [String] = []
    let letters = Array(name)
    for (position, letter) in letters.enumerated() {
        let before = position > 0 ? letters[position - 1] : nil
        let after = position + 1 < letters.count ? letters[position + 1] : nil
        let begins =
            letter.isUppercase && before?.isLowercase == true
            || letter.isUppercase && before?.isUppercase == true && after?.isLowercase == true
        if begins || words.isEmpty { words.append("") }
        words[words.count - 1].append(letter)
    }
    return words.map { word in
        let isName = word.count > 1 && word.dropFirst().contains { $0.isLowercase }
        return isName ? word.prefix(1).lowercased() + word.dropFirst() : word
    }.joined(separator: " ")
}

/// A generator of words that describe records of an entity. The records are either all results of
/// the query, or one element of a collection inside the query.
struct Wording {
    let schema: Schema
    /// The entity of the described records; nil if the model does not contain the entity.
    var entity: Entity?
    /// Name of the variable for the described element of a collection; empty if the element has no
    /// variable. Nil if the words describe the results of the whole query.
    var variable: String?
    /// The entity of the whole query if the words describe an element of a collection; otherwise
    /// nil.
    var asked: Entity?
    /// The entity of each variable in the enclosing subqueries, keyed by the variable's name.
    var variables: [String: Entity] = [:]
    var isMany = true
    /// Nesting depth of the current group of conditions.
    var depth = 0
    /// Whether property names have the article `the` instead of a possessive: `the name`, not `its
    /// name`.
    var saysThe = false
    /// The character before and after the name of a parameter.
    var mark: Unicode.Scalar = "*"

    var have: String { isMany ? "have" : "has" }
    var possessive: String { isMany ? "their" : "its" }

    /// Returns a generator that describes one element of a collection of `entity`.
    ///
    /// - Parameter variable: the name of the variable for the element in expressions; empty if
    ///   there is no variable.
    func one(of entity: Entity?, as variable: String = "") -> Wording {
        var copy = self
        copy.asked = asked ?? self.entity
        copy.entity = entity
        copy.variable = variable
        if !variable.isEmpty { copy.variables[variable] = entity }
        copy.isMany = false
        copy.depth = 0
        return copy
    }

    /// Returns the keys of a key path that starts at the described record. Returns nil for any
    /// other expression.
    func own(_ expression: ExpressionNode) -> [PathKey]? {
        switch expression.kind {
        case .keyPath(let keys) where variable == nil: keys
        case .variable(let name) where name == variable: []
        case .path(let base, let keys)
        where variable != nil && base.kind == .variable(variable ?? ""):
            keys
        default: nil
        }
    }

    // MARK: - Order

    fileprivate func words(_ sort: QueryRequest.Sort) -> String {
        let keys = sort.path.map(PathKey.name)
        let path = keys.count > 1 ? "\(possessive) \(self.path(keys))" : self.path(keys)
        guard sort.isDescending else { return path }
        switch kind(of: keys) {
        case .text: return "\(path) from Z to A"
        case .date: return "\(path), newest first"
        case .number: return "\(path) from high to low"
        case .other: return "\(path) descending"
        }
    }
}

extension Wording {
    /// The type of a key path's value. It determines the words for a comparison.
    enum Kind {
        case text, number, date, other
    }

    func kind(of keys: [PathKey]) -> Kind {
        if let last = keys.last, last == .collection(.count) { return .number }
        let names = names(keys)
        guard let name = names.last,
            let attribute = destination(of: names.dropLast())?.attribute(named: name)
        else { return .other }
        switch attribute.type {
        case .string: return .text
        case .date: return .date
        case let type: return type.isNumeric ? .number : .other
        }
    }

    /// Returns the entity at the end of a path of relationships. Returns nil if a name is not a
    /// relationship.
    func destination(of names: some Sequence<String>) -> Entity? {
        names.reduce(entity) { entity, name in
            entity?.relationship(named: name).flatMap { schema.entity(named: $0.destination) }
        }
    }

    /// Returns the index in `keys` of the last to-many relationship; nil if there is none.
    func lastMany(_ keys: [PathKey]) -> Int? {
        var current = entity
        var found: Int?
        for (position, key) in keys.enumerated() {
            guard case .name(let name) = key, let next = current?.relationship(named: name) else {
                break
            }
            if next.isToMany { found = position }
            current = schema.entity(named: next.destination)
        }
        return found
    }
}
