import Foundation

/// A list as a person types it, with commas between the elements. An element in double quotes may
/// contain commas; two quotes inside it are read as one. The page parses lists in conditions by the
/// same rules.
struct TypedList {
    var elements: [String]

    /// The list as text. Elements are quoted only if necessary.
    var text: String {
        elements.map { element in
            let isPlain =
                !element.isEmpty && !element.contains { $0 == "," || $0 == "\"" }
                && element == element.trimmingCharacters(in: .whitespaces)
            return isPlain ? element : "\"\(element.replacing("\"", with: "\"\""))\""
        }.joined(separator: ", ")
    }
}

extension TypedList {
    init(_ text: String) {
        self.init(elements: [])
        var rest = Substring(text)
        while true {
            rest = rest.drop { $0.isWhitespace || $0 == "," }
            if rest.isEmpty { return }
            if let (element, end) = quotedElement(rest) {
                elements.append(element)
                rest = end
            } else {
                let plain = rest.prefix { $0 != "," }
                elements.append(plain.trimmingCharacters(in: .whitespaces))
                rest = rest[plain.endIndex...]
            }
        }
    }
}

/// Returns the quoted element at the beginning of `text`, and the text after it. The closing quote
/// may be missing at the end of the text. Returns nil if `text` does not begin with a quote, or if
/// there is other text between the closing quote and the next comma.
private func quotedElement(_ text: Substring) -> (String, Substring)? {
    guard text.first == "\"" else { return nil }
    var element = ""
    var rest = text.dropFirst()
    while let character = rest.popFirst() {
        if character != "\"" {
            element.append(character)
        } else if rest.first == "\"" {
            element.append(rest.removeFirst())
        } else {
            rest = rest.drop { $0.isWhitespace }
            return rest.isEmpty || rest.first == "," ? (element, rest) : nil
        }
    }
    return (element, rest)
}
