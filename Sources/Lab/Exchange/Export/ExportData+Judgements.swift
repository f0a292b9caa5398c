import ResultsStore

/// Tables of the facilitator's marks, of the raters' ratings, and of the reasons for the
/// facilitator's actions.
extension ExportData {
    var marks: ExportTable {
        table(
            "marks",
            row: "a mark by the facilitator",
            columns: [
                .init("mark", .integer, "Number of the mark within the session, from 1.")
            ] + codeColumns + [
                .init("seconds", .number, "Time on the task's clock at the key press, in seconds."),
                .init("undone", .yesNo, "yes if the mark was taken back; `words` is then empty."),
                .init("words", .text, "Text that the facilitator entered."),
            ],
            items: \.marks
        ) { mark, _ in
            [
                "\(mark.number)", text(mark.run), mark.kind.rawValue, mark.code ?? "",
                text(mark.severity), text(mark.level), mark.elapsed.map(seconds) ?? "",
                mark.isUndone ? "yes" : "no", mark.text,
            ]
        }
    }

    var ratings: ExportTable {
        table(
            "ratings",
            row: "a rating by a rater other than the facilitator",
            columns: [
                .init("rater", .text, "Code of the rater."),
                .init(
                    "rating",
                    .integer,
                    "Number of the rating among this rater's ratings of the session, from 1."
                ),
            ] + codeColumns + [
                .init("seconds", .number, "Seconds on the task's clock at the rated moment."),
                .init(
                    "mark",
                    .integer,
                    "Number of the mark that was rated; empty if the rating is not about a mark."
                ),
                .init(
                    "blind",
                    .yesNo,
                    "yes if outcomes and the texts of marks were hidden from the rater."
                ),
                .init("undone", .yesNo, "yes if the rating was taken back; `words` is then empty."),
                .init("words", .text, "Text that the rater entered."),
            ],
            items: \.ratings
        ) { rating, _ in
            let value = rating.value
            return [
                raters[value.rater] ?? value.rater, "\(value.number)", text(value.run),
                value.kind.rawValue, value.code ?? "", text(value.severity), text(value.level),
                value.elapsed.map(seconds) ?? "", text(value.mark), value.isBlind ? "yes" : "no",
                rating.isUndone ? "yes" : "no", value.text,
            ]
        }
    }

    var reasons: ExportTable {
        let kinds = SessionRecord.Reason.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return table(
            "reasons",
            row: "the facilitator's reason for an unplanned action, such as a pause",
            columns: [
                runColumn,
                .init("kind", .text, "The kind of action: \(kinds)."),
                .init("words", .text, "Text that the facilitator entered."),
            ],
            items: \.reasons
        ) { reason, _ in [text(reason.run), reason.kind.rawValue, reason.text] }
    }

    private var runColumn: ExportTable.Column {
        .init("run", .integer, "Number of the attempt at a task; empty between tasks.")
    }

    /// The columns that describe a mark by the facilitator or a rating by a rater.
    private var codeColumns: [ExportTable.Column] {
        [
            runColumn,
            .init("kind", .text, "assist, mistake, toolFailure, note, problem or question."),
            .init("code", .text, "Code from the study's codebook; empty if none was given."),
            .init("severity", .integer, "Severity of a problem: 1 cosmetic to 4 catastrophic."),
            .init(
                "level",
                .integer,
                "Level of an assist: 1 hint, 2 instruction, 3 done for the participant."
            ),
        ]
    }

    func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
}
