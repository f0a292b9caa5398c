/// Returns a help text or an error message with its usage line wrapped at 80 columns. The argument
/// parser wraps everything except this line. A terminal would wrap it within option names.
package func wrappingUsage(_ text: String) -> String {
    text.split(separator: "\n", omittingEmptySubsequences: false).map { line in
        let isUsage = line.hasPrefix("USAGE: ") || line.hasPrefix("Usage: ")
        return isUsage && line.count > 80 ? wrapped(usage: line) : String(line)
    }.joined(separator: "\n")
}

/// Breaks a usage line between its parts, such as `[--study <study>]`.
private func wrapped(usage: Substring) -> String {
    var parts: [String] = []
    for word in usage.split(separator: " ") {
        let last = parts.last ?? ""
        let isOpen = last.hasPrefix("[") && !last.contains("]")
        let isValue = word.hasPrefix("<") && last.hasPrefix("--") && !last.contains(" ")
        if isOpen || isValue || word == "..." {
            parts[parts.count - 1] += " \(word)"
        } else {
            parts.append(String(word))
        }
    }
    var lines = [""]
    for part in parts {
        let line = lines[lines.count - 1]
        if line.isEmpty {
            lines[lines.count - 1] = part
        } else if line.count + 1 + part.count <= 80 {
            lines[lines.count - 1] += " \(part)"
        } else {
            lines.append(String(repeating: " ", count: "USAGE: ".count) + part)
        }
    }
    return lines.joined(separator: "\n")
}
