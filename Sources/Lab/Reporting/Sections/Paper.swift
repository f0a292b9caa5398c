import Diagnostics

extension ReportAnalysis {
    /// The tables of a paper and the values stated in its text. Each published value is next to the
    /// corresponding value of the report. Empty if no paper was given.
    @ListBuilder<Block> var paperBlocks: [Block] {
        let facts = (replication?.facts ?? []).flatMap(\.pairs)
        (replication?.tables ?? []).map(besides)
        if !facts.isEmpty { inText(facts) }
    }

    private func besides(_ table: Replication.Compared) -> Table {
        let rows = table.blocks.first?.pairs.map(\.name) ?? []
        let same = table.pairs.count(where: \.isSame)
        let reasons = Set(table.pairs.filter { !$0.isSame && !$0.reason.isEmpty }.map(\.reason))
        let isOfNumbers = table.pairs.allSatisfy { $0.published.first?.isNumber ?? false }
        return Table(
            caption: "The paper's table \(table.number), \(table.title): here / in the paper",
            columns: [.init("Row")]
                + table.blocks.map { .init(Phrase($0.title), isOfNumbers ? .figure : .text) },
            rows: rows.indices.map { row in
                ["\(rows[row])"] + table.blocks.map { $0.pairs[row].besides }
            },
            notes: [
                same == table.pairs.count
                    ? "All \(same) cells are the same, ignoring white space and a final period."
                    : """
                    \(same) of \(counted(table.pairs.count, "cell")) are the same, ignoring white \
                    space and a final period; those that differ are in bold.
                    """
            ] + reasons.sorted().map { "They differ because \($0)." }
        )
    }

    /// Returns a table of the values in the paper's text, with the corresponding values of the
    /// results.
    private func inText(_ facts: [Replication.Pair]) -> Table {
        Table(
            caption: "Values in the paper's text",
            columns: ["Value", "Here", "In the paper", "Why it differs"],
            rows: facts.map { pair in
                [
                    "\(pair.name)", "\(pair.shown)", "\(pair.published)",
                    "\(pair.isSame ? "" : pair.reason)",
                ]
            }
        )
    }
}

extension Replication.Pair {
    fileprivate var shown: String { here ?? "not recorded" }

    fileprivate var besides: Phrase {
        isSame ? "\(shown) / \(published)" : "\(strong: "\(shown) / \(published)")"
    }
}
