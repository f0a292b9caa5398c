/// Returns the unified diff of two texts, with three lines of context. If the texts are equal,
/// returns an empty string. A nil text means that the file is missing. If a text's last line has no
/// line feed, a remark follows this line, as in Git.
package func unifiedDifference(from old: String?, to new: String?, name: String) -> String {
    let edits = lineEdits(from: markedLines(old), to: markedLines(new))
    if edits.allSatisfy(\.isKept), (old == nil) == (new == nil) { return "" }
    let head = ["--- \(old == nil ? "/dev/null" : name)", "+++ \(new == nil ? "/dev/null" : name)"]
    return (head + hunks(edits)).joined(separator: "\n") + "\n"
}

/// A line in the difference between two texts. A kept line is in both texts.
package enum LineEdit {
    case kept(old: Substring, new: Substring)
    case removed(Substring), added(Substring)

    fileprivate var isKept: Bool { if case .kept = self { true } else { false } }

    fileprivate var text: String {
        switch self {
        case .kept(let line, _): " \(line)"
        case .removed(let line): "-\(line)"
        case .added(let line): "+\(line)"
        }
    }
}

/// Returns the lines of the text, split at line feeds. A carriage return stays in its line.
private func lines(_ text: String?) -> [Substring] {
    guard let text, !text.isEmpty else { return [] }
    let lines = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
        .map { Substring($0) }
    return isEnded(text) ? lines.dropLast() : lines
}

/// Returns the lines of the text. If the last line has no line feed, appends Git's remark about
/// this to the line.
private func markedLines(_ text: String?) -> [Substring] {
    var lines = lines(text)
    if let text, !isEnded(text), let last = lines.popLast() {
        lines.append("\(last)\n\\ No newline at end of file")
    }
    return lines
}

private func isEnded(_ text: String) -> Bool { text.utf8.last == UInt8(ascii: "\n") }

/// Returns the edits that change `old` into `new`, line by line. A nil text has no lines.
package func lineEdits(from old: String?, to new: String?) -> [LineEdit] {
    lineEdits(from: lines(old), to: lines(new))
}

private func lineEdits(from left: [Substring], to right: [Substring]) -> [LineEdit] {
    var removed: Set<Int> = []
    var added: Set<Int> = []
    // Swift compares strings by characters, but "é" can have different bytes in the two texts.
    for change in right.difference(from: left, by: { $0.utf8.elementsEqual($1.utf8) }) {
        switch change {
        case .remove(let offset, _, _): removed.insert(offset)
        case .insert(let offset, _, _): added.insert(offset)
        }
    }
    var result: [LineEdit] = []
    var (i, j) = (0, 0)
    while i < left.count || j < right.count {
        if removed.contains(i) {
            result.append(.removed(left[i]))
            i += 1
        } else if added.contains(j) {
            result.append(.added(right[j]))
            j += 1
        } else {
            result.append(.kept(old: left[i], new: right[j]))
            (i, j) = (i + 1, j + 1)
        }
    }
    return result
}

private func hunks(_ edits: [LineEdit]) -> [String] {
    let around = 3
    let changes = edits.indices.filter { !edits[$0].isKept }
    var ranges: [Range<Int>] = []
    for change in changes {
        let range = max(0, change - around)..<min(edits.count, change + around + 1)
        if let last = ranges.last, range.lowerBound <= last.upperBound {
            ranges[ranges.count - 1] = last.lowerBound..<range.upperBound
        } else {
            ranges.append(range)
        }
    }
    return ranges.flatMap { range -> [String] in
        let before = numbers(edits[..<range.lowerBound])
        let inside = numbers(edits[range])
        return [
            "@@ -\(place(before.old, inside.old)) +\(place(before.new, inside.new)) @@"
        ] + edits[range].map(\.text)
    }
}

private func numbers(_ edits: ArraySlice<LineEdit>) -> (old: Int, new: Int) {
    edits.reduce(into: (0, 0)) { count, edit in
        switch edit {
        case .kept: count = (count.0 + 1, count.1 + 1)
        case .removed: count.0 += 1
        case .added: count.1 += 1
        }
    }
}

private func place(_ before: Int, _ count: Int) -> String {
    count == 0 ? "\(before),0" : count == 1 ? "\(before + 1)" : "\(before + 1),\(count)"
}

extension WritePlan {
    /// Unified diff of the planned changes, file by file.
    package var difference: String {
        let changed = written.map { file in
            unifiedDifference(
                from: folder.text(file.name),
                to: file.text,
                name: "\(folder.path)/\(file.name)"
            )
        }
        let gone = removed.map { name in
            unifiedDifference(from: folder.text(name), to: nil, name: "\(folder.path)/\(name)")
        }
        return (changed + gone).joined()
    }
}
