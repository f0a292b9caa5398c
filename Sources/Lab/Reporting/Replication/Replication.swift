import CSV
package import Diagnostics
package import ResultsStore

/// Published tables, compared cell by cell with the corresponding tables of a results file.
///
/// The comparison ignores white space and a period at the end of a cell. The heading of a
/// participant's row may be the participant code without its `P`: `1` means `P1`.
package struct Replication: Sendable {
    /// A published cell or fact, with the corresponding value of the results.
    struct Pair: Sendable {
        var name: String
        var published: String
        /// The corresponding value in the results; nil if the results have no such value.
        var here: String?
        var reason: String

        var isSame: Bool { here.map(comparable) == comparable(published) }
        var isExplained: Bool { isSame || !reason.isEmpty }
    }

    struct Block: Sendable {
        var title: String
        var pairs: [Pair]
    }

    struct Compared: Sendable {
        var number: String
        var title: String
        /// The compared cells, in one block for each column of the published table.
        var blocks: [Block]

        var pairs: [Pair] { blocks.flatMap(\.pairs) }
    }

    let tables: [Compared]
    /// The compared facts of the paper's text. Consecutive facts from the same section of the paper
    /// are in one block, which has the section's title.
    let facts: [Block]

    /// Compares published tables and facts with the results of a study.
    ///
    /// - Throws: `no-sessions` if the file has no session of the study. Throws `not-in-study` if a
    ///   table or fact names a condition, a questionnaire or an item that the study does not have.
    ///   Throws `ambiguous-measure` if the values of a table or fact belong to several conditions
    ///   or versions of the study.
    package init(
        of published: PublishedTables,
        store: ResultsStore,
        study id: String
    ) throws(DiagnosticError) {
        try self.init(of: published, Report.findings(store, id))
    }

    init(of published: PublishedTables, _ analysis: ReportAnalysis) throws(DiagnosticError) {
        let here = ReplicatedValues(analysis)
        tables = try published.tables.map { table throws(DiagnosticError) in
            Compared(table, with: try here.table(table.source))
        }
        var facts: [Block] = []
        for fact in published.facts {
            let value = if let source = fact.source { try here.value(source) } else { "" }
            let pair = Pair(
                name: fact.name,
                published: fact.published,
                here: value.isEmpty ? nil : value,
                reason: fact.reason
            )
            if facts.last?.title == fact.section {
                facts[facts.count - 1].pairs.append(pair)
            } else {
                facts.append(Block(title: fact.section, pairs: [pair]))
            }
        }
        self.facts = facts
    }

    /// Whether every cell and every fact either agrees with the results or has a reason to differ.
    package var isExplained: Bool {
        (tables.flatMap(\.pairs) + facts.flatMap(\.pairs)).allSatisfy(\.isExplained)
    }
}

extension Replication.Compared {
    /// Compares a published table with the results. Two cells correspond if their row and column
    /// headings are equal.
    fileprivate init(_ table: PublishedTables.Listed, with ours: ReplicatedValues.Cells) {
        let columns = table.cells.header.indices.dropFirst()
        let blocks = columns.map { column -> Replication.Block in
            let heading = table.cells.header[column].text
            return .init(
                title: heading,
                pairs: table.cells.rows.map { row in
                    .init(
                        name: row[0].text,
                        published: row[column].text,
                        here: ours.cell(row: row[0].text, column: heading),
                        reason: table.reason
                    )
                }
            )
        }
        self.init(number: table.number, title: table.title, blocks: blocks)
    }
}

/// Returns the cell's text in the form in which cells are compared: without white space and without
/// a final period.
func comparable(_ text: String) -> String {
    let solid = text.filter { !$0.isWhitespace }
    return solid.hasSuffix(".") ? String(solid.dropLast()) : solid
}
