/// Returns whether all of `text` matches `pattern`. In the pattern, `*` matches any number of
/// characters, `?` matches one character, and a backslash escapes the next character. A character
/// is a Unicode scalar; strings are not normalized.
package func isLike(_ text: String, _ pattern: String) -> Bool {
    let text = Array(text.unicodeScalars)
    let parts = pieces(of: pattern)
    var (t, p) = (0, 0)
    // Position to resume from if a later part of the pattern does not match. `p` is the index of
    // the part after the last `*`. Each retry begins one character later in the text, at `t`.
    var retry: (t: Int, p: Int)?
    while t < text.count {
        if p < parts.count, parts[p] == .any {
            p += 1
            retry = (t, p)
        } else if p < parts.count, parts[p].matches(text[t]) {
            (t, p) = (t + 1, p + 1)
        } else if let last = retry {
            retry = (last.t + 1, last.p)
            (t, p) = (last.t + 1, last.p)
        } else {
            return false
        }
    }
    return parts[p...].allSatisfy { $0 == .any }
}

private enum Piece: Equatable {
    case any, one
    case scalar(Unicode.Scalar)

    func matches(_ scalar: Unicode.Scalar) -> Bool {
        switch self {
        case .any: false
        case .one: true
        case .scalar(let own): own == scalar
        }
    }
}

private func pieces(of pattern: String) -> [Piece] {
    var result: [Piece] = []
    var isEscaped = false
    for scalar in pattern.unicodeScalars {
        switch scalar {
        case _ where isEscaped:
            result.append(.scalar(scalar))
            isEscaped = false
        case "\\": isEscaped = true
        case "*": result.append(.any)
        case "?": result.append(.one)
        default: result.append(.scalar(scalar))
        }
    }
    return result
}
