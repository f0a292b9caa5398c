import CSV
import StudyDefinition

/// Functions that infer from a heading whether its column holds durations, times of day, or rates.
extension Guess {
    /// Meaning of a slash in a heading.
    enum Quotient {
        /// The slash is part of a rate, as in `words/min`.
        case rate
        /// The slash separates a quantity from its unit, as in `time / s`.
        case quantity
        /// The slash follows a word from the name of a task or condition, so the meaning is
        /// unknown.
        case open
    }

    func quotient(_ column: Column) -> Quotient? {
        guard let slash = column.low.lastIndex(of: "/"),
            let after = Guess.words(column.low[slash...]).first, Guess.isUnit(after),
            let before = Guess.words(column.low[..<slash]).last, !Guess.isUnit(before)
        else { return nil }
        if before == "t" || Guess.isDuration(before) || Words.task.contains(before) {
            return .quantity
        }
        let subject = folded(String(column.low[..<slash]))
        if names.contains(where: { folded($0).lowercased() == subject }) { return .quantity }
        return names(in: column).contains(before) ? .open : .rate
    }

    /// Returns whether the heading means a rate, a proportion or a logarithm. Ignores names of
    /// tasks and conditions, and `log in`. Also ignores the word `rate` if it describes the task,
    /// as in `time to rate a film`.
    func isRate(_ column: Column) -> Bool {
        let words = Guess.words(column.low[...])
        let names = names(in: column)
        if column.low.contains("%") { return true }
        let isTimed = column.mentions(Words.duration) && !column.low.contains("/")
        return words.indices.contains { place in
            let next = words.indices.contains(place + 1) ? words[place + 1] : ""
            let word = words[place]
            if names.contains(word) { return false }
            if isTimed, ["rate", "speed"].contains(word) { return false }
            if isTimed, word == "log", place > 0, !Words.duration.contains(words[place - 1]) {
                return false
            }
            return Words.rate.contains(word)
                || word == "log" && !["in", "on", "out", "off"].contains(next)
                || ["per", "pro"].contains(word) && Guess.isUnit(next)
        }
    }

    /// Returns whether the heading means the time at which an activity started or ended.
    func isMoment(_ column: Column) -> Bool { isStart(column) || isEnd(column) }

    /// Returns whether `column` contains start times or end times, and the table has both a column
    /// of start times and a column of end times.
    func isStartOrEndOfTwo(_ column: Column) -> Bool {
        isMoment(column) && columns.contains(where: isStart) && columns.contains(where: isEnd)
    }

    private func isStart(_ column: Column) -> Bool { mentions(column, Words.start) }

    private func isEnd(_ column: Column) -> Bool { mentions(column, Words.end) }

    /// Returns whether the column's numbers may be times of day. Numbers under a heading such as
    /// `finish (s)` are probably times on task, unless the table also has a column of start times.
    func mayBeMoment(_ column: Column) -> Bool {
        isMoment(column) && (!namesUnit(column) || columns.contains(where: isStart))
    }

    /// Returns whether the heading contains one of `words`. Words in names of tasks and conditions
    /// do not count, nor do words next to `to`, as in `time to finish` and `end-to-end time`.
    private func mentions(_ column: Column, _ words: Set<String>) -> Bool {
        let names = names(in: column)
        let heading = Guess.words(column.low[...])
        return heading.indices.contains { place in
            let near = [place - 1, place + 1].filter(heading.indices.contains).map { heading[$0] }
            return words.contains(heading[place]) && !names.contains(heading[place])
                && !near.contains("to") && !near.contains("bis")
        }
    }

    /// Returns whether the cell has the form `h:mm:ss` with at least three hours. Such a cell is
    /// probably a time of day, because few tasks take that long.
    func isTimeOfDay(_ cell: String) -> Bool {
        let parts = cell.split(separator: ":")
        return parts.count == 3 && (3..<24).contains(Int(parts[0]) ?? 0)
    }

    /// Returns the words of the heading that belong to names of tasks and conditions.
    func names(in column: Column) -> Set<String> { Guess.words(of: names.filter(column.names)) }

    /// The words of the names of tasks and conditions.
    var nameWords: Set<String> { Guess.words(of: names) }

    private var names: [String] { study.taskAndConditionNames }

    private static func words(of names: [String]) -> Set<String> {
        Set(names.flatMap { words($0.lowercased()[...]) })
    }

    /// Returns the words of a text. Apostrophes do not separate words: `user's` is one word.
    static func words(_ text: Substring) -> [String] {
        text.split { !$0.isLetter && $0 != "'" && $0 != "’" }.map(String.init)
    }

    func namesUnit(_ column: Column) -> Bool { Words.units.contains { column.mentions($0.words) } }

    /// Returns whether the heading means a duration. German compounds such as `Bearbeitungszeit`
    /// count only in a heading that names a unit.
    func meansDuration(_ column: Column) -> Bool {
        column.mentions(Words.duration)
            || namesUnit(column) && Guess.words(column.low[...]).contains(where: Guess.isDuration)
    }

    private static func isDuration(_ word: String) -> Bool {
        Words.duration.contains(word)
            || word != "uhrzeit" && (word.hasSuffix("zeit") || word.hasSuffix("dauer"))
    }

    private static func isUnit(_ word: String) -> Bool {
        Words.units.contains { $0.words.contains(word) } || ["h", "hour", "hr"].contains(word)
    }
}

extension Study {
    /// Ids and titles of tasks and conditions.
    var taskAndConditionNames: [String] {
        analysedTasks.flatMap { [$0.task.id, $0.task.title] }
            + conditions.flatMap { [$0.id, $0.title] }
    }
}

/// Columns whose cells are read as numbers.
extension Guess {
    /// The decimal and thousands marks, inferred from three groups of columns in this order:
    ///
    /// - columns that certainly hold numbers;
    /// - columns that may hold times;
    /// - columns of ratings.
    ///
    /// The first group whose numbers contain marks determines the decimal mark. A later group is
    /// also considered, for example for the thousands mark, if its numbers fit this decimal mark.
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
        var (marks, used) = (NumberMarks([]), [Column]())
        for columns in tiers where marks.open == nil {
            let joint = NumberMarks(
                (used + columns).map { ($0.name, $0.numericTexts) },
                isSeparatedByCommas: table.separator == .comma
            )
            let isConsistent = joint.open == nil && joint.decimal == marks.decimal
            if !marks.isKnown || isConsistent { (marks, used) = (joint, used + columns) }
        }
        return marks
    }

    /// Returns whether the column certainly holds numbers: it contains the answers to a numeric
    /// questionnaire item, or its heading means a time.
    private func isNumeric(_ column: Column) -> Bool {
        let fit = fit(column)
        if fit.isCertain { return fit.items[0].item.isNumeric }
        return mayBeTime(column) && (column.mentions(Words.duration) || namesUnit(column))
    }

    private func mayBeTime(_ column: Column) -> Bool {
        !column.mentions(Words.forecast) && !column.mentions(Words.rating) && !column.namesAScale
            && quotient(column) != .rate && !isRate(column)
            && (target(column).isNamed || column.mentions(Words.time)
                || meansDuration(column))
    }

    /// Returns whether all cells that look like numbers are numbers. A cell looks like a number if
    /// it consists only of digits, spaces, commas, periods and apostrophes. Lists such as `1,2,3`,
    /// IP addresses and dates are not numbers.
    private func hasOnlyNumbers(_ column: Column) -> Bool {
        column.values.allSatisfy { cell in
            NumberMarks.isNumber(cell)
                || !cell.allSatisfy { $0.isNumber || ",.' ".contains($0) }
        }
    }
}

extension Guess.Column {
    /// The texts of the column, without percent signs. A duration with units, such as `2m 5s`, is
    /// replaced with its numbers.
    fileprivate var numericTexts: [String] {
        texts.flatMap { text in
            WordedDuration.seconds(text) { NumberMarks.anyNumber(folded($0)) } == nil
                ? [withoutPercentSign(text)]
                : WordedDuration.numbers(text)
        }
    }
}
