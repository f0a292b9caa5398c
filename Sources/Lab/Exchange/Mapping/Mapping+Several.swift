import CSV
import Diagnostics

extension Mapping {
    /// A list whose entries each describe one column, or several columns of the same kind.
    struct Several<Column: ColumnEntry>: Sendable, Decodable {
        var all: [Column]

        init(from decoder: any Decoder) throws {
            var list = try decoder.unkeyedContainer()
            all = []
            while !list.isAtEnd { all += try list.decode(Expanded<Column>.self).columns }
        }
    }

    private struct Expanded<Column: ColumnEntry>: Decodable {
        var columns: [Column]

        init(from decoder: any Decoder) throws {
            columns = try Column.several(from: decoder) ?? [try Column(from: decoder)]
        }
    }

    var allTimes: [Time] { times?.all ?? [] }
    var allAnswers: [Answer] { answers?.all ?? [] }
    var allOutcomes: [Outcome] { [outcome].compactMap(\.self) + allTimes.compactMap(\.outcome) }

    /// Whether the mapping reads results of any kind, rather than only participants and conditions.
    var readsResults: Bool {
        !allTimes.isEmpty || outcome != nil || !allAnswers.isEmpty || long != nil
            || !(problems ?? []).isEmpty
    }

    /// Whether the mapping states the condition of any result.
    var statesConditions: Bool {
        condition != nil || allTimes.contains { $0.condition != nil }
            || allAnswers.contains { $0.condition != nil }
    }

    /// Line numbers of the headings, as given by `heading_rows`. Nil if the value of this key is
    /// not valid, or if the key is not set. Without the key, the first line contains the headings.
    var headings: ClosedRange<Int>? {
        let numbers = (headingRows ?? "").split(separator: "-").compactMap {
            Int($0.trimmingPrefix(" ").prefix { $0.isNumber })
        }
        guard let first = numbers.first, let last = numbers.last, first >= 1, first <= last
        else { return nil }
        return first...last
    }

    var layout: CSVTable.Layout {
        var layout = CSVTable.Layout()
        layout.headings = headings
        if !(problems ?? []).isEmpty { layout.codes = participant }
        layout.leaveOut = Set((leaveOut ?? []).map { folded($0).lowercased() })
        layout.leaveOutIf = (leaveOutIf ?? [:]).mapValues { texts in
            Set(texts.map { folded($0).lowercased() })
        }
        return layout
    }

    /// Throws an error if the value of a key is not allowed.
    func checkValues(file: String) throws(DiagnosticError) {
        func refuse(_ key: String, _ value: String, _ expected: String) -> DiagnosticError {
            DiagnosticError(
                "mapping-value",
                at: .init(file: file),
                "`\(key)` is \"\(value)\"",
                expected: expected
            )
        }
        if let headingRows, headings == nil {
            throw refuse(
                "heading_rows",
                headingRows,
                "a line number such as 3, or a range such as 2-3"
            )
        }
        if let decimal, ![".", ","].contains(decimal) {
            throw refuse("decimal", decimal, "\".\" or \",\"")
        }
        if let repeats, !["keep", "refuse"].contains(repeats) {
            throw refuse("repeats", repeats, "\"keep\" or \"refuse\"")
        }
        guard let thousands else { return }
        if ![",", ".", " ", "'"].contains(thousands) || thousands == decimal ?? "." {
            throw refuse(
                "thousands",
                thousands,
                "a comma, a period, an apostrophe or a space, but not the decimal mark"
            )
        }
    }
}

/// An entry of `times` or `answers`, which may describe several columns at once.
protocol ColumnEntry: Sendable, Decodable {
    /// Decodes an entry that describes several columns, and returns one value for each of these
    /// columns. Returns nil if the entry describes only one column.
    static func several(from decoder: any Decoder) throws -> [Self]?
}

extension Mapping.Time: ColumnEntry {
    private enum Key: CodingKey {
        case column, columns, plus, tasks, task, condition, unit, outcome
    }

    /// The `outcomes` of an entry that reads several columns of times. Each of these columns has its
    /// own column of outcomes.
    private struct Outcomes: Decodable {
        var columns: [String]
        var values: [String: String]
    }

    /// Decodes an entry. If it has an outcome, the column of times and the unit may be omitted.
    init(from decoder: any Decoder) throws {
        let keys = try decoder.container(keyedBy: Key.self)
        outcome = try keys.decodeIfPresent(Mapping.Outcome.self, forKey: .outcome)
        plus = try keys.decodeIfPresent([String].self, forKey: .plus)
        task = try keys.decodeIfPresent(String.self, forKey: .task)
        condition = try keys.decodeIfPresent(String.self, forKey: .condition)
        let isTimed = outcome == nil || [.column, .unit, .plus].contains(where: keys.contains)
        column = isTimed ? try keys.decode(String.self, forKey: .column) : nil
        unit = isTimed ? try keys.decode(String.self, forKey: .unit) : nil
    }

    static func several(from decoder: any Decoder) throws -> [Self]? {
        let keys = try decoder.container(keyedBy: Key.self)
        guard keys.contains(.columns) || keys.contains(.tasks) && !keys.contains(.column) else {
            return nil
        }
        guard !keys.contains(.plus) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription:
                        "\"plus\" can be used with \"column\", but not with \"columns\""
                )
            )
        }
        let outcomes = try keys.decodeIfPresent(Outcomes.self, forKey: .outcome)
        let isTimed = keys.contains(.columns) || keys.contains(.unit) || outcomes == nil
        let columns = isTimed ? try keys.decode([String].self, forKey: .columns) : nil
        let unit = isTimed ? try keys.decode(String.self, forKey: .unit) : nil
        let condition = try keys.decodeIfPresent(String.self, forKey: .condition)
        let task = try keys.decodeIfPresent(String.self, forKey: .task)
        let tasks = try keys.decodeIfPresent([String].self, forKey: .tasks)
        let named = columns ?? outcomes?.columns ?? []
        try requireAsMany(tasks, as: named, "tasks", decoder)
        try requireAsMany(outcomes?.columns, as: named, "outcome columns", decoder)
        return named.indices.map { place in
            Self(
                column: columns?[place],
                task: tasks?[place] ?? task,
                condition: condition,
                unit: unit,
                outcome: outcomes.map { .init(column: $0.columns[place], values: $0.values) }
            )
        }
    }
}

extension Mapping.Answer: ColumnEntry {
    private enum Key: CodingKey {
        case columns, questionnaire, items, condition, task, values, offset, factor
    }

    /// Decodes an entry of `answers` that lists several columns under the key `columns`. Returns
    /// one answer for each column, or nil if the entry does not have this key. Without the key
    /// `items`, the columns contain the answers to the questionnaire's items, in the order of the
    /// items.
    static func several(from decoder: any Decoder) throws -> [Self]? {
        let keys = try decoder.container(keyedBy: Key.self)
        guard keys.contains(.columns) else { return nil }
        let columns = try keys.decode([String].self, forKey: .columns)
        let questionnaire = try keys.decode(String.self, forKey: .questionnaire)
        let items = try keys.decodeIfPresent([String].self, forKey: .items)
        try requireAsMany(items, as: columns, "items", decoder)
        let condition = try keys.decodeIfPresent(String.self, forKey: .condition)
        let task = try keys.decodeIfPresent(String.self, forKey: .task)
        let values = try keys.decodeIfPresent([String: String].self, forKey: .values)
        let offset = try keys.decodeIfPresent(Double.self, forKey: .offset)
        let factor = try keys.decodeIfPresent(Double.self, forKey: .factor)
        return columns.enumerated().map { place, column in
            Self(
                column: column,
                questionnaire: questionnaire,
                item: items?[place] ?? "#\(place + 1)",
                condition: condition,
                task: task,
                values: values,
                offset: offset,
                factor: factor
            )
        }
    }
}

private func requireAsMany(
    _ names: [String]?,
    as columns: [String],
    _ key: String,
    _ decoder: any Decoder
) throws {
    guard let names, names.count != columns.count else { return }
    throw DecodingError.dataCorrupted(
        .init(
            codingPath: decoder.codingPath,
            debugDescription: "an entry must have as many \(key) as columns "
                + "(\(columns.count)), but has \(names.count)"
        )
    )
}
