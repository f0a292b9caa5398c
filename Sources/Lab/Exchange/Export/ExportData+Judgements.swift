import ResultsStore

/// Marks and ratings, and the reasons for the facilitator's actions.
extension ExportData {
    var marks: ExportTable {
        ExportTable(
            name: "marks",
            row: "the facilitator's mark",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("mark", .integer, "1, 2, 3, … within the session."),
                .init("run", .integer, "Number of the attempt at a task; empty between tasks."),
                .init("kind", .text, "assist, mistake, toolFailure or note."),
                .init("code", .text, "Entry of the study's codebook; empty where none was given."),
                .init("severity", .integer, "Of a problem: 1 cosmetic to 4 catastrophic."),
                .init("level", .integer, "Of an assist: 1 hint, 2 instruction, 3 done for them."),
                .init("seconds", .number, "Running time at the key, in seconds."),
                .init("undone", .yesNo, "yes where it was taken back."),
                .init("words", .text, "The facilitator's words."),
            ],
            rows: sessions.flatMap { session in
                session.marks.map { mark in
                    [
                        code(session), "\(session.id)", "\(mark.number)", text(mark.run),
                        mark.kind.rawValue, mark.code ?? "", text(mark.severity), text(mark.level),
                        mark.elapsed.map(seconds) ?? "", mark.isUndone ? "yes" : "no", mark.text,
                    ]
                }
            }
        )
    }

    var ratings: ExportTable {
        ExportTable(
            name: "ratings",
            row: "a code that a rater other than the facilitator gave",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("rater", .text, "Code of the rater."),
                .init("rating", .integer, "1, 2, 3, … within the rater's codes of the session."),
                .init("run", .integer, "Number of the attempt at a task; empty between tasks."),
                .init("kind", .text, "assist, mistake, toolFailure or note."),
                .init("code", .text, "Entry of the study's codebook; empty where none was given."),
                .init("severity", .integer, "Of a problem: 1 cosmetic to 4 catastrophic."),
                .init("level", .integer, "Of an assist: 1 hint, 2 instruction, 3 done for them."),
                .init("seconds", .number, "Running time of the moment it is about, in seconds."),
                .init("mark", .integer, "The facilitator's mark that it is about, if any."),
                .init("blind", .yesNo, "yes where the rater had not seen the facilitator's marks."),
                .init("undone", .yesNo, "yes where it was taken back."),
                .init("words", .text, "The rater's words."),
            ],
            rows: sessions.flatMap { session in
                session.ratings.map { rating in
                    let value = rating.value
                    return [
                        code(session), "\(session.id)", raters[value.rater] ?? value.rater,
                        "\(value.number)", text(value.run), value.kind.rawValue,
                        value.code ?? "", text(value.severity), text(value.level),
                        value.elapsed.map(seconds) ?? "", text(value.mark),
                        value.isBlind ? "yes" : "no", rating.isUndone ? "yes" : "no", value.text,
                    ]
                }
            }
        )
    }

    var reasons: ExportTable {
        let kinds = SessionRecord.Reason.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        return ExportTable(
            name: "reasons",
            row: "why the facilitator did something that the study does not foresee",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("run", .integer, "Number of the attempt at a task; empty between tasks."),
                .init("kind", .text, "The kind of change: \(kinds)."),
                .init("words", .text, "The facilitator's words."),
            ],
            rows: sessions.flatMap { session in
                session.reasons.map { reason in
                    [
                        code(session), "\(session.id)", text(reason.run), reason.kind.rawValue,
                        reason.text,
                    ]
                }
            }
        )
    }

    private func text(_ number: Int?) -> String { number.map { "\($0)" } ?? "" }
}
