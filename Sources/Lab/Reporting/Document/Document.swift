import StudyDefinition

/// A report as its readers meet it, before it becomes Markdown, HTML or plain text.
struct Document: Sendable {
    var title: Phrase
    /// What must be known before any number is read.
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
                case .plot(var plot):
                    figures += 1
                    plot.number = figures
                    sections[section].blocks[block] = .plot(plot)
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
    case plot(DotPlot)
    /// Markdown of the study.
    case prose(String)
}

/// A number that matters, and how sure it is.
struct KeyFigure: Sendable {
    var label: Phrase
    var value: Phrase
    /// The interval and its kind, or why there is none.
    var interval: Phrase
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
    var rows: [[Phrase]]
    var notes: [Phrase] = []
    /// One of the tables that a terminal prints.
    var isMain = false
}

/// Times as dots, one row a task.
struct DotPlot: Sendable {
    struct Dot: Sendable {
        var participant: String
        /// Above zero.
        var seconds: Double
        var isSuccess: Bool
    }

    struct Row: Sendable {
        var label: String
        var dots: [Dot]
        /// Geometric mean with its interval; the interval may be missing.
        var centre: Double?
        var low: Double?
        var high: Double?
    }

    var number = 0
    var caption: Phrase
    var rows: [Row]
    /// Seconds; the same for every plot of a report.
    var range: ClosedRange<Double>
    /// Index into the palette.
    var colour: Int
}
