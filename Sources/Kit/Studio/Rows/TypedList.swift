import Foundation

/// A list as a person types it: commas separate the elements. An element in double quotes may
/// contain commas; two quotes in it mean one. The page reads the lists of conditions in the same
/// way.
struct TypedList {
    var elements: [String]

    /// The list as text, with quotes where they are needed.
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

/// Returns the element in quotes at the beginning of `text`, and the text after it. Returns nil if
/// there is none, or if more than white space follows it before the next comma. The closing quote
/// may be missing at the end of the text.
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
