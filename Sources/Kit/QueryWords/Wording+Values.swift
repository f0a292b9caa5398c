import QueryLanguage
import Schema

extension Wording {
    /// Returns a noun phrase for an expression, such as `*text*`, `“a”`, `their country's name` or
    /// `the length of the name`.
    func noun(_ expression: ExpressionNode) -> String {
        if let keys = own(expression) {
            if keys.isEmpty { return isMany || saysThe ? "the record" : "itself" }
            return "\(saysThe ? "the" : possessive) \(path(keys))"
        }
        switch expression.kind {
        case .keyPath(let keys):
            // The key path starts at the record that the whole sentence describes.
            let record = "the \(lowerCamel(asked?.name ?? entity?.name ?? "record"))"
            return keys.isEmpty ? record : "\(record)'s \(path(keys))"
        case .path(let base, let keys): return noun(keys, of: base)
        case .variable(let name): return "\(mark)\(name)\(mark)"
        case .literal(.string(let text)): return "“\(text)”"
        case .literal(.boolean(let value)): return value ? "true" : "false"
        case .literal(.null): return "missing"
        case .literal(let literal): return literal.text
        case .placeholder: return expression.text
        case .aggregate(let elements): return list(elements.map(noun), "or")
        case .negative(let inner): return "minus \(operand(inner))"
        case .complement(let inner): return "the bitwise complement of \(operand(inner))"
        case .arithmetic(let left, let op, let right):
            return "\(operand(left)) \(words(op)) \(operand(right))"
        case .element(let base, .first): return "the first of \(noun(base))"
        case .element(let base, .last): return "the last of \(noun(base))"
        case .element(let base, .size): return "the number of \(noun(base))"
        case .element(let base, .value(let index)):
            return "item \(noun(index)) of \(noun(base)), counted from 0"
        case .function(let function, let arguments): return call(function, arguments)
        case .selector(let receiver, let selector, let arguments):
            return send(selector, to: receiver, arguments)
        case .cast(let inner, let type): return cast(inner, type)
        case .ternary(let condition, let yes, let no):
            var words = self
            words.saysThe = true
            return "(\(words.noun(yes)) if \(words.statement(condition)), else \(words.noun(no)))"
        case .subquery(let collection, let name, let condition):
            let entity = own(collection).flatMap { destination(of: names($0)) }
            return
                "those of \(noun(collection)) \(one(of: entity, as: name).clause(condition).text)"
        }
    }

    /// Returns a noun phrase for the keys of a path that starts at the value of `base`. Examples
    /// are `*x*'s name`, `the text of the first of the notes`, and `the total area of those of the
    /// cities whose name is “a”`.
    private func noun(_ keys: [PathKey], of base: ExpressionNode) -> String {
        switch base.kind {
        case .variable, .keyPath, .path: return "\(owner(noun(base))) \(path(keys))"
        default:
            if keys == [.collection(.count)] { return "the number of \(noun(base))" }
            return "the \(one(of: records(base)).path(keys)) of \(noun(base))"
        }
    }

    /// Returns the entity of the records to which a subquery, a list element or a key path leads.
    /// Returns nil if the entity is not known.
    private func records(_ expression: ExpressionNode) -> Entity? {
        switch expression.kind {
        case .subquery(let list, _, _), .element(let list, _): records(list)
        default: own(expression).flatMap { destination(of: names($0)) }
        }
    }

    /// Returns a noun phrase without an article for the keys of a path, such as `country's name`,
    /// `number of cities` or `cities' total population`.
    func path(_ keys: some Sequence<PathKey>) -> String {
        let keys = Array(keys)
        guard let position = keys.firstIndex(where: \.isCollection),
            case .collection(let op) = keys[position]
        else { return chain(keys) }
        let before = keys[..<position]
        if op == .count {
            let counted = "number of \(chain(before.suffix(1)))"
            return before.count > 1 ? "\(owner(chain(before.dropLast()))) \(counted)" : counted
        }
        let values = Array(keys[(position + 1)...])
        let kind = kind(of: before + values)
        let word =
            switch (op, kind) {
            case (.sum, _): "total"
            case (.average, _): "average"
            case (.minimum, .date): "earliest"
            case (.maximum, .date): "latest"
            case (.minimum, .text): "alphabetically first"
            case (.maximum, .text): "alphabetically last"
            case (.minimum, _): "lowest"
            default: "highest"
            }
        if values.isEmpty { return "\(word) of \(chain(before))" }
        if before.isEmpty { return "\(word) \(path(values))" }
        return "\(owner(chain(before))) \(word) \(path(values))"
    }

    private func chain(_ keys: some Sequence<PathKey>) -> String {
        let names = keys.map { key in if case .name(let name) = key { name } else { key.text } }
        guard let last = names.last else { return "record" }
        return (names.dropLast().map(owner) + [last]).joined(separator: " ")
    }

    private func owner(_ name: String) -> String { name.hasSuffix("s") ? "\(name)'" : "\(name)'s" }

    func list(_ items: [String], _ word: String) -> String {
        guard let last = items.last else { return "no values" }
        return items.count == 1
            ? last : "\(items.dropLast().joined(separator: ", ")) \(word) \(last)"
    }

    /// Returns words for an operand or an argument. A computation is put in parentheses, so that
    /// the reader sees where it begins and ends.
    private func operand(_ expression: ExpressionNode) -> String {
        switch expression.kind {
        case .arithmetic, .negative, .complement, .selector(_, .stringByAppendingString, _):
            "(\(noun(expression)))"
        case .function(let function, _) where infix(function) != nil: "(\(noun(expression)))"
        default: noun(expression)
        }
    }

    // MARK: - Computations

    private func words(_ op: ArithmeticOperator) -> String {
        switch op {
        case .add: "plus"
        case .subtract: "minus"
        case .multiply: "times"
        case .divide: "divided by"
        case .power: "to the power of"
        case .bitwiseAnd: "bitwise and"
        case .bitwiseOr: "bitwise or"
        case .bitwiseXor: "bitwise exclusive or"
        case .shiftLeft: "shifted left by"
        case .shiftRight: "shifted right by"
        }
    }

    /// Returns the word for a function that is written between its two arguments, such as `plus`.
    /// Returns nil for any other function.
    private func infix(_ function: Function) -> String? {
        function == .modulus ? "modulo" : function.arithmetic.map(words)
    }

    private func call(_ function: Function, _ arguments: [ExpressionNode]) -> String {
        if let words = infix(function), arguments.count == 2 {
            return "\(operand(arguments[0])) \(words) \(operand(arguments[1]))"
        }
        var items = arguments
        if items.count == 1, case .aggregate(let elements) = items[0].kind { items = elements }
        let all = list(items.map(operand), "and")
        switch function {
        case .floor: return "\(all) rounded down"
        case .ceiling: return "\(all) rounded up"
        case .trunc: return "\(all) without its fraction"
        case .uppercase: return "\(all) in capital letters"
        case .lowercase: return "\(all) in small letters"
        case .canonical: return "\(all) without case and accents"
        case .noindex: return all
        case .now: return "the current time"
        default: return "the \(function.words) of \(all)"
        }
    }

    private func send(
        _ selector: Selector,
        to receiver: ExpressionNode,
        _ arguments: [ExpressionNode]
    ) -> String {
        let text = operand(receiver)
        let argument = arguments.first.map(operand) ?? ""
        switch selector {
        case .length: return "the length of \(text)"
        case .uppercaseString: return "\(text) in capital letters"
        case .lowercaseString: return "\(text) in small letters"
        case .integerValue: return "\(text) as a whole number"
        case .doubleValue: return "\(text) as a number"
        case .substringFromIndex: return "\(text) without its first \(argument) characters"
        case .substringToIndex: return "the first \(argument) characters of \(text)"
        case .stringByAppendingString: return "\(text) followed by \(argument)"
        }
    }

    private func cast(_ inner: ExpressionNode, _ type: CastType) -> String {
        if type == .date, let text = relativeDate(inner) { return text }
        switch (type, inner.kind) {
        case (.date, .literal(.integer(let seconds))):
            return dayText(seconds) ?? "the date \(seconds) seconds after 2001-01-01"
        case (.date, _): return "the date \(noun(inner)) seconds after 2001-01-01"
        case (.number, _), (.decimal, _): return "\(operand(inner)) as a number"
        case (.string, _): return "\(operand(inner)) as text"
        case (.uuid, _): return "the UUID \(noun(inner))"
        }
    }
}

/// Returns a text such as `7 days ago` or `in 7 days` for a relative date. Returns nil unless
/// `seconds` is `CAST(now(), "NSNumber")` plus or minus a number of whole days.
private func relativeDate(_ seconds: ExpressionNode) -> String? {
    guard let days = seconds.daysAddedToNow else { return nil }
    let text = "\(abs(days)) \(abs(days) == 1 ? "day" : "days")"
    return days > 0 ? "in \(text)" : "\(text) ago"
}

extension Function {
    /// The noun for the function, as in `the square root of`.
    fileprivate var words: String {
        switch self {
        case .count: "number"
        case .min: "lowest"
        case .max: "highest"
        case .stddev: "standard deviation"
        case .sqrt: "square root"
        case .ln: "natural logarithm"
        case .log: "logarithm to base 10"
        case .exp: "exponential"
        case .abs: "absolute value"
        case .complement: "bitwise complement"
        default: rawValue
        }
    }
}
