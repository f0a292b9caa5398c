import StudyDefinition

/// What a heading states about the numbers below it.
extension Guess {
    /// Meaning of a slash in a heading.
    enum Quotient {
        /// The slash is part of a rate, as in `words/min`.
        case rate
        /// The slash separates a quantity from its unit, as in `time / s`.
        case quantity
        /// The slash follows the name of a task, so its meaning is unknown.
        case open
    }

    func quotient(_ column: Column) -> Quotient? {
        guard let slash = column.low.lastIndex(of: "/"),
            let after = Guess.words(column.low[slash...]).first, Guess.isUnit(after),
            let before = Guess.words(column.low[..<slash]).last, !Guess.isUnit(before)
        else { return nil }
        if before == "t" || Words.duration.contains(before) { return .quantity }
        return names(in: column).contains(before) ? .open : .rate
    }

    /// Returns whether the heading means a rate, a proportion or a logarithm. Names of tasks and
    /// conditions are ignored, and so is `log in`.
    func isRate(_ column: Column) -> Bool {
        let words = Guess.words(column.low[...])
        let names = names(in: column)
        if column.low.contains("%") { return true }
        return words.indices.contains { place in
            let next = words.indices.contains(place + 1) ? words[place + 1] : ""
            let word = words[place]
            if names.contains(word) { return false }
            return Words.rate.contains(word)
                || word == "log" && !["in", "on", "out", "off"].contains(next)
                || ["per", "pro"].contains(word) && Guess.isUnit(next)
        }
    }

    /// Returns whether the heading means the start or the end of something.
    func isMoment(_ column: Column) -> Bool { isStart(column) || isEnd(column) }

    /// Returns whether the table has columns of starts and of ends, and `column` is one of them.
    func isStartOrEndOfTwo(_ column: Column) -> Bool {
        isMoment(column) && columns.contains(where: isStart) && columns.contains(where: isEnd)
    }

    private func isStart(_ column: Column) -> Bool { mentions(column, Words.start) }

    private func isEnd(_ column: Column) -> Bool { mentions(column, Words.end) }

    private func mentions(_ column: Column, _ words: Set<String>) -> Bool {
        let names = names(in: column)
        return Guess.words(column.low[...]).contains { words.contains($0) && !names.contains($0) }
    }

    /// Returns whether the cell is `h:mm:ss` of three hours or more: few tasks take that long, so
    /// it is probably a time of day.
    func isTimeOfDay(_ cell: String) -> Bool {
        let parts = cell.split(separator: ":")
        return parts.count == 3 && (3..<24).contains(Int(parts[0]) ?? 0)
    }

    /// Returns the words of the heading that belong to names of tasks and conditions.
    private func names(in column: Column) -> Set<String> {
        let tasks = study.analysedTasks.flatMap { [$0.task.id, $0.task.title] }
        let conditions = study.conditions.flatMap { [$0.id, $0.title] }
        return Set(
            (tasks + conditions).filter(column.names).flatMap { name in
                Guess.words(name.lowercased()[...])
            }
        )
    }

    /// Splits a text into words. The `s` of a genitive is part of its word.
    static func words(_ text: Substring) -> [String] {
        text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    }

    func namesUnit(_ column: Column) -> Bool { Words.units.contains { column.mentions($0.words) } }

    private static func isUnit(_ word: String) -> Bool {
        Words.units.contains { $0.words.contains(word) } || ["h", "hour", "hr"].contains(word)
    }
}

/// Columns whose cells are read as numbers.
extension Guess {
    /// The number marks found in columns of times and of numeric answers. If these columns show no
    /// marks, columns that may hold times are used, then columns of ratings.
    var numberMarks: NumberMarks {
        let person = participantColumn
        let read = columns.indices.filter { place in
            place != person && place != taskColumn && program?.isOwn(columns[place]) != true
                && !columns[place].isNamed(Words.submitted)
        }
        .map { columns[$0] }
        let others = read.filter { !fit($0).isCertain && hasOnlyNumbers($0) }
        let tiers = [
            read.filter(isNumeric), others.filter(mayBeTime),
            others.filter { $0.mentions(Words.rating) },
        ]
        for columns in tiers {
            let marks = NumberMarks(columns.map { ($0.name, $0.values) })
            if marks.isKnown { return marks }
        }
        return NumberMarks([])
    }

    /// Returns whether the column certainly holds numbers: it belongs to an item, or its heading
    /// means a time.
    private func isNumeric(_ column: Column) -> Bool {
        let fit = fit(column)
        if fit.isCertain { return fit.items[0].item.isNumeric }
        return mayBeTime(column) && (column.mentions(Words.duration) || namesUnit(column))
    }

    private func mayBeTime(_ column: Column) -> Bool {
        !column.mentions(Words.forecast) && !column.mentions(Words.rating) && !column.namesAScale
            && quotient(column) != .rate && !isRate(column)
            && (target(column).isNamed || column.mentions(Words.time)
                || column.mentions(Words.duration))
    }

    /// Returns whether all cells that consist of digits and marks are numbers, rather than lists
    /// such as `1,2,3`, addresses or dates.
    private func hasOnlyNumbers(_ column: Column) -> Bool {
        column.values.allSatisfy { cell in
            NumberMarks.isNumber(cell)
                || !cell.allSatisfy { $0.isNumber || ",.' ".contains($0) }
        }
    }
}
