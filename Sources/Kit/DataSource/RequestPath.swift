import Foundation

/// Percent-encodes a text as one segment of a path, such as a record's ID in
/// `"/reminders/\(pathSegment(reminder.id))"`.
///
/// Without this function, an ID that contains `/`, `?`, `#` or `%`, and the IDs `.` and `..`, lead
/// to the path of another record. The function encodes all characters except the letters A to Z,
/// digits, `-`, `.`, `_` and `~`. It also encodes the points of the texts `.` and `..`, which some
/// servers nevertheless resolve. An empty text has no encoding: the path with it is the path of the
/// list.
public func pathSegment(_ text: String) -> String {
    if text == "." || text == ".." { return text.replacing(".", with: "%2E") }
    // The unreserved characters of RFC 3986, section 2.3.
    let plain = CharacterSet(
        charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    )
    return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
}

/// Returns the path without query, with a slash at its beginning, and with `%23` for each `#`.
/// Paths with and without this slash lead to the same record. A path has no fragment, because a
/// fragment is never sent.
func plainPath(_ path: String) -> String {
    let plain = path.prefix { $0 != "?" }.replacing("#", with: "%23")
    return plain.hasPrefix("/") ? String(plain) : "/\(plain)"
}

/// Percent-encodes `#` and all characters that are not allowed in the path and the query of a URL.
/// Keeps characters that are already encoded: `URL(string:)` would encode them again if another
/// character of the path needs encoding.
func sendablePath(_ path: String) -> String {
    let parts = path.split(separator: "%", omittingEmptySubsequences: false).map { part in
        let digits = part.prefix(2)
        let isEncoded = digits.count == 2 && digits.allSatisfy { $0.isASCII && $0.isHexDigit }
        let text = String(part).addingPercentEncoding(withAllowedCharacters: .urlQueryAllowed)
        return (sign: isEncoded ? "%" : "%25", text: text ?? "")
    }
    return parts.dropFirst().reduce(parts[0].text) { $0 + $1.sign + $1.text }
}
