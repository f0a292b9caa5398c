/// The contents of a report in reading order, before rendering as Markdown, HTML or plain text.
struct Document: Sendable {
    var title: Phrase
    /// Notices that a reader needs to see before the numbers.
    var notices: [Phrase] = []
    var sections: [Section] = []

    /// Assigns consecutive numbers to the tables and to the figures.
    mutating func number() {
        var (tables, figures) = (0, 0)
        for section in sections.indices {
            for block in sections[section].blocks.indices {
                switch sections[section].blocks[block] {
                case .table(var table):
                    tables += 1
                    table.number = tables
                    sections[section].blocks[block] = .table(table)
                case .figure(var figure):
                    figures += 1
                    figure.number = figures
                    sections[section].blocks[block] = .figure(figure)
                case .heading, .paragraph, .list, .keyFigures, .prose: break
                }
            }
        }
    }
}

struct Section: Sendable {
    /// Unique id of the section, used as the target of links within the report.
    var id: String
    var title: Phrase
    var blocks: [Block]
}

enum Block: Sendable {
    case heading(Phrase)
    case paragraph(Phrase)
    case list([Phrase])
    case keyFigures([KeyFigure])
    case table(Table)
    case figure(Figure)
    /// Markdown written by the study's author.
    case prose(String)
}

/// A main result of the report, with a statement of its uncertainty.
struct KeyFigure: Sendable {
    var label: Phrase
    var value: Phrase
    /// Statements about the uncertainty and the participants, or the reason why there is no value.
    var lines: [Line]
    /// Whether this figure answers the main question of the study.
    var isMain = false

    struct Line: Sendable {
        /// Label of the line; may be empty.
        var label: String
        var words: Phrase

        init(_ label: String, _ words: Phrase) {
            self.label = label
            self.words = words
        }

        var text: Phrase { label.isEmpty ? words : "\(label): \(words)" }
    }
}

struct Table: Sendable {
    struct Column: Sendable {
        enum Kind: Sendable {
            case text
            /// A column of numbers: aligned right, with digits of equal width.
            case figure
        }

        var heading: Phrase
        var kind: Kind

        init(_ heading: Phrase, _ kind: Kind = .text) {
            self.heading = heading
            self.kind = kind
        }
    }

    var number = 0
    var caption: Phrase
    /// The columns; the first one contains the row headings.
    var columns: [Column]
    /// The rows. In a table with several columns, a row with a single cell is a heading for the
    /// rows below it.
    var rows: [[Phrase]]
    var notes: [Phrase] = []
    /// Whether the terminal output of the report includes the table.
    var isMain = false
}

extension Table {
    /// Creates a table whose text columns have the headings `columns`. The number columns follow,
    /// with the headings `figures`.
    init(
        caption: Phrase,
        columns: [Phrase],
        figures: [Phrase] = [],
        rows: [[Phrase]],
        notes: [Phrase] = [],
        isMain: Bool = false
    ) {
        let columns = columns.map { Column($0) } + figures.map { Column($0, .figure) }
        self.init(caption: caption, columns: columns, rows: rows, notes: notes, isMain: isMain)
    }

    func isHeading(_ row: [Phrase]) -> Bool { row.count == 1 && columns.count > 1 }
}

extension Document {
    /// Maximum number of participants for which the results sections show the answers and times of
    /// each participant. With more participants, the appendix shows them.
    static let mostInPlace = 12
    /// Maximum number of participants for which the report contains tables with one row or column
    /// per participant. The CSV tables always contain all participants.
    static let mostRows = 200
    /// Maximum number of rows in a table that has one row per mark or check.
    static let mostMarks = 1000
    /// Maximum number of entries in a list.
    static let mostItems = 60

    /// Returns the first ``mostItems`` entries. If there are more, adds a line with the number of
    /// the remaining entries.
    static func cut(_ items: [Phrase]) -> [Phrase] {
        guard items.count > mostItems else { return items }
        let rest = items.count - mostItems
        return items.prefix(mostItems) + ["… and \(rest) more; the results file has all of them."]
    }

    /// Returns the introduction as a paragraph, followed by `items` as a list; empty if `items` is
    /// empty.
    static func list(_ introduction: Phrase, _ items: [Phrase]) -> [Block] {
        items.isEmpty ? [] : [.paragraph(introduction), .list(items)]
    }

    /// Returns the distinct names, separated by commas. If there are more than ``mostItems`` names,
    /// the list ends with the number of the remaining names.
    static func names(_ names: [String]) -> Phrase {
        let names = names.distinct
        let shown = names.prefix(mostItems).map { Phrase(words: $0) }.joined(separator: ", ")
        let rest = names.count - mostItems
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }
}
