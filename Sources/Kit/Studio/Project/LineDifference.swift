import Generator
import JSON

/// The added and removed lines of a text, and some of the unchanged lines around them.
struct LineDifference {
    /// The lines to show. `mark` is `+` for an added, `-` for a removed and a space for an
    /// unchanged line. It is `…` where unchanged lines are left out.
    private var lines: [(mark: String, text: String)] = []

    /// Number of unchanged lines that are shown before and after each change.
    private static let context = 3

    var isEmpty: Bool { !lines.contains { "+-".contains($0.mark) } }

    init(from old: String, to new: String) {
        let all = lineEdits(from: old, to: new).map { edit -> (mark: String, text: String) in
            switch edit {
            case .kept(_, let line): (" ", String(line))
            case .removed(let line): ("-", String(line))
            case .added(let line): ("+", String(line))
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

    var json: JSONNode { JSONNode(lines.map { JSONNode([JSONNode($0.mark), JSONNode($0.text)]) }) }
}
