/// The tags of a template, in order, with their positions.
///
/// Stencil's own positions are not reliable. Stencil finds the line of a tag by searching for the
/// text of the tag, which may occur several times. Stencil also omits the text after an unclosed
/// tag.
struct TemplateTags {
    struct Tag {
        /// The text of the tag between its delimiters, such as `{{` and `}}`.
        var text: String
        /// Kind of the tag, as the second character of its opening delimiter: `{`, `%` or `#`.
        var kind: Character
        var place: Place
    }

    struct Place: Hashable {
        /// Line, counted from 1.
        var line: Int
        /// Column in Unicode scalars, counted from 1.
        var column: Int
    }

    private(set) var tags: [Tag] = []
    /// Position of the unclosed tag; nil if every tag is closed.
    private(set) var unclosed: Place?

    init(_ template: String) {
        let scalars = Array(template.unicodeScalars)
        var (index, line, column) = (0, 1, 1)
        func advance(to end: Int) {
            while index < end {
                if scalars[index] == "\n" { (line, column) = (line + 1, 1) } else { column += 1 }
                index += 1
            }
        }
        while index + 1 < scalars.count {
            guard scalars[index] == "{", let end = TemplateTags.ends[scalars[index + 1]] else {
                advance(to: index + 1)
                continue
            }
            let place = Place(line: line, column: column)
            var close = index + 2
            while close + 1 < scalars.count, scalars[close] != end || scalars[close + 1] != "}" {
                close += 1
            }
            if close + 1 >= scalars.count {
                unclosed = place
                return
            }
            let text = String(String.UnicodeScalarView(scalars[(index + 2)..<close]))
            tags.append(Tag(text: text, kind: Character(scalars[index + 1]), place: place))
            advance(to: close + 2)
        }
    }

    private static let ends: [Unicode.Scalar: Unicode.Scalar] = ["{": "}", "%": "%", "#": "#"]
}

extension TemplateTags.Tag {
    /// The words of a `{% … %}` tag. The characters `-` and `+`, which control white space, are
    /// omitted.
    var words: [String] { inside.split(whereSeparator: \.isWhitespace).map(String.init) }

    private var inside: Substring {
        var inside = text[...]
        if inside.hasPrefix("-") || inside.hasPrefix("+") { inside = inside.dropFirst() }
        if inside.hasSuffix("-") || inside.hasSuffix("+") { inside = inside.dropLast() }
        return inside
    }

    /// Name of the template that the tag includes or extends. Nil for other tags, and if the name
    /// is not a string literal. The name may contain white space.
    var included: String? {
        guard kind == "%", let word = words.first, ["include", "extends"].contains(word) else {
            return nil
        }
        let rest = inside.drop { $0.isWhitespace }.dropFirst(word.count).drop { $0.isWhitespace }
        guard let quote = rest.first, "\"'".contains(quote),
            let end = rest.dropFirst().firstIndex(of: quote)
        else { return nil }
        let name = String(rest[..<end].dropFirst())
        return name.isEmpty ? nil : name
    }

    /// The greatest absolute value of a bound in a range such as `1...9`. Nil if there is no range,
    /// or if neither bound is a literal.
    var greatestEnd: Double? {
        let ends = words.filter { $0.contains("...") }.flatMap { $0.split(separator: "...") }
        return ends.compactMap { end in Double(end.prefix { $0 != "|" }) }.map(abs).max()
    }
}
