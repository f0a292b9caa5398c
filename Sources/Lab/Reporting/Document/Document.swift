import StudyDefinition

/// A report as its readers meet it, before it becomes Markdown, HTML or plain text.
struct Document: Sendable {
    var title: Phrase
    /// Notices that a reader needs before the numbers.
    var notices: [Phrase] = []
    var sections: [Section] = []

    /// Gives tables and figures their numbers, in order.
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
    /// For links within the report; unique.
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
    /// Markdown of the study.
    case prose(String)
}

/// A number that matters, and how sure it is.
struct KeyFigure: Sendable {
    var label: Phrase
    var value: Phrase
    /// How sure it is and of whom it is, or why there is no value.
    var lines: [Line]
    /// Whether it answers the question of the study.
    var isMain = false

    struct Line: Sendable {
        /// What the words answer; may be empty.
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
            /// Aligned right, with figures of one width.
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
    /// The first column holds the rows' headings.
    var columns: [Column]
    /// A row of one cell, in a table of several columns, is the heading of the rows below it.
    var rows: [[Phrase]]
    var notes: [Phrase] = []
    /// One of the tables that a terminal prints.
    var isMain = false
}

extension Table {
    func isHeading(_ row: [Phrase]) -> Bool { row.count == 1 && columns.count > 1 }
}

extension Document {
    /// Maximum number of participants whose answers and times are in the results sections; for more
    /// participants they are in the appendix.
    static let mostInPlace = 12
    /// Most participants that have a row or a column of their own in the report; the tables in CSV
    /// have all.
    static let mostRows = 200
    /// Most rows of a table with one for each mark or check.
    static let mostMarks = 1000
    /// Most entries of a list.
    static let mostItems = 60

    /// The first entries, and how many more there are.
    static func cut(_ items: [Phrase]) -> [Phrase] {
        guard items.count > mostItems else { return items }
        let rest = items.count - mostItems
        return items.prefix(mostItems) + ["… and \(rest) more; the tables in CSV have all."]
    }

    /// The names separated by commas; only the first ones if there are many.
    static func names(_ names: [String]) -> Phrase {
        let shown = names.prefix(mostItems).map { Phrase(words: $0) }.joined(separator: ", ")
        let rest = names.count - mostItems
        return rest > 0 ? "\(shown) and \(rest) more" : shown
    }
}
