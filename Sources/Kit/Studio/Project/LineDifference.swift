import JSON

/// The added and removed lines of a text, with the unchanged lines around them.
struct LineDifference {
    /// Lines with their marks: `+`, `-` or a space, and `…` in place of unchanged lines that are
    /// left out.
    private var lines: [(mark: String, text: String)] = []

    /// Number of unchanged lines that are shown before and after each change.
    private static let context = 3

    var isEmpty: Bool { !lines.contains { "+-".contains($0.mark) } }

    init(from old: String, to new: String) {
        let before = old.isEmpty ? [] : Self.lines(of: old)
        let after = Self.lines(of: new)
        let difference = after.difference(from: before)
        var removed: Set<Int> = []
        var inserted: Set<Int> = []
        for change in difference {
            switch change {
            case .remove(let offset, _, _): removed.insert(offset)
            case .insert(let offset, _, _): inserted.insert(offset)
            }
        }
        var all: [(mark: String, text: String)] = []
        var (i, j) = (0, 0)
        while i < before.count || j < after.count {
            if i < before.count, removed.contains(i) {
                all.append(("-", before[i]))
                i += 1
            } else if j < after.count, inserted.contains(j) {
                all.append(("+", after[j]))
                j += 1
            } else {
                all.append((" ", after[j]))
                (i, j) = (i + 1, j + 1)
            }
        }
        let changes = all.indices.filter { all[$0].mark != " " }
        var shown: Set<Int> = []
        for change in changes {
            let range = (change - Self.context)...(change + Self.context)
            shown.formUnion(range.clamped(to: 0...(all.count - 1)))
        }
        for position in all.indices {
            if shown.contains(position) {
                lines.append(all[position])
            } else if lines.last?.mark != "…" {
                lines.append(("…", ""))
            }
        }
    }

    private static func lines(of text: String) -> [String] {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
        if lines.last?.isEmpty == true { lines.removeLast() }
        return lines
    }

    var json: JSONNode {
        JSONNode(lines.map { JSONNode([JSONNode($0.mark), JSONNode($0.text)]) })
    }
}
