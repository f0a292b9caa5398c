import Diagnostics

extension Replication {
    /// The result of the comparison for every cell and fact, as text. The text ends with a summary:
    /// one line for each table, and one line for the facts.
    package var text: String {
        let blocks = tables.map { table in
            let head = "Table \(table.number). \(table.title)"
            return ([head] + table.blocks.map(Self.text)).joined(separator: "\n\n")
        }
        let told = facts.map { Self.text(.init(title: "Section \($0.title)", pairs: $0.pairs)) }
        return (blocks + told + [summary]).joined(separator: "\n\n") + "\n"
    }

    private var summary: String {
        let lines = tables.map { table in
            let same = table.pairs.count(where: \.isSame)
            let cells = counted(table.pairs.count, "cell")
            return "Table \(table.number): the same value in \(same) of \(cells)."
        }
        let all = facts.flatMap(\.pairs)
        guard !all.isEmpty else { return lines.joined(separator: "\n") }
        let same = all.count(where: \.isSame)
        return (lines + ["Text: the same value in \(same) of \(counted(all.count, "statement"))."])
            .joined(separator: "\n")
    }

    private static func text(_ block: Block) -> String {
        let cells = [["", "published", "here", ""]] + block.pairs.map(\.cells)
        let widths = (0..<3).map { column in cells.map { $0[column].count }.max() ?? 0 }
        let lines = cells.map { row in
            let padded = zip(row, widths).map { text, width in
                text + String(repeating: " ", count: width - text.count)
            }
            return "  " + (padded + [row[3]]).joined(separator: "  ")
        }
        return ([block.title] + lines.map { $0.trimmedAtEnd }).joined(separator: "\n")
    }
}

extension Replication.Pair {
    fileprivate var cells: [String] { [name, published, here ?? "nothing recorded", verdict] }

    private var verdict: String {
        if isSame { return "same" }
        return reason.isEmpty ? "differs, and no reason is given" : "differs because \(reason)"
    }
}
