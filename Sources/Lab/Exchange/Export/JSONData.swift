import Diagnostics
import Foundation
import ResultsStore
import StudyDefinition

/// All that is recorded of a study's sessions, nested as it happened; texts are whole and exact, but
/// for those of participants who refused to be quoted.
struct JSONData {
    let text: String

    init(store: ResultsStore, study id: String) throws(DiagnosticError) {
        let data = try ExportData(store: store, study: id, for: .own)
        let keys = data.questions.sorted { $0.key < $1.key }
        let tasks = data.study.tasks.map { task in
            JSONText.object([
                ("id", .string(task.id)), ("title", .string(task.title)),
                ("time_limit_seconds", .number(task.timeLimit)), ("success", .string(task.success)),
            ])
        }
        let members: [(String, JSONText)] = [
            ("format", .integer(1)),
            (
                "study",
                .object([
                    ("id", .string(data.study.id)), ("title", .string(data.study.title)),
                    ("version", .string(data.study.version)), ("tasks", .array(tasks)),
                    (
                        "conditions",
                        .array(
                            data.study.conditions.map {
                                .object([("id", .string($0.id)), ("title", .string($0.title))])
                            }
                        )
                    ),
                    ("questions", .array(data.codebook.rows.map { JSONData.question($0) })),
                ])
            ),
            ("provenance", .optional(data.provenance)),
            (
                "sessions",
                .array(data.sessions.map { JSONData.session($0, data, keys) })
            ),
        ]
        text = JSONText.object(members).text() + "\n"
    }

    private static func question(_ row: [String]) -> JSONText {
        let names = ["questionnaire", "questionnaire_title", "item", "text", "kind", "levels"]
        return .object(zip(names, row).map { ($0, .string($1)) })
    }

    private static func session(
        _ session: SessionResults,
        _ data: ExportData,
        _ keys: [(key: SessionRecord.AnswerKey, value: Int)]
    ) -> JSONText {
        let start = session.start
        let answers = keys.compactMap { key, place -> JSONText? in
            guard session.answers.indices.contains(place), let answer = session.answers[place]
            else { return nil }
            return .object([
                ("condition", .string(key.condition)),
                ("questionnaire", .string(key.questionnaire)), ("item", .string(key.item)),
                ("task", .optional(key.task.isEmpty ? nil : key.task)),
                ("raw", .string(answer.value.raw)), ("value", value(answer.value.meaning)),
                ("contradicts", .bool(answer.contradicts)),
                ("corrections", .integer(Int64(answer.corrections))),
                ("submitted", .optional(answer.submitted)), ("event", .integer(answer.event)),
            ])
        }
        return .object([
            ("participant", .string(start.participant)), ("session", .integer(session.id)),
            ("study_version", .optional(data.definitions[start.study]?.version)),
            ("definition", .string(start.study)), ("source", .string(start.source.rawValue)),
            ("pilot", .bool(start.pilot)), ("state", .string(session.state.rawValue)),
            ("excluded", .optional(session.exclusion)),
            ("conditions", .array(start.conditions.map { .string($0) })),
            ("order_known", .bool(start.isOrderKnown)),
            ("consent", consent(session.consent)),
            ("withheld", number(session.withheld)),
            ("runs", .array(session.runs.map(run))),
            ("checks", .array(session.attempts.map(check))),
            ("marks", .array(session.marks.map(mark))), ("answers", .array(answers)),
            ("ratings", .array(session.ratings.map(rating))),
            ("reasons", .array(session.reasons.map(reason))),
        ])
    }

    private static func consent(_ consent: ConsentGiven?) -> JSONText {
        guard let consent else { return .null }
        return .object(
            consent.options.sorted { $0.key < $1.key }.map { ($0.key, .bool($0.value)) }
        )
    }

    private static func value(_ meaning: AnswerValue.Meaning) -> JSONText {
        switch meaning {
        case .options(let ids): .array(ids.map { .string($0) })
        case .number(let number): .number(number)
        case .text(let text): .string(text)
        case .missing: .null
        }
    }

    private static func run(_ run: SessionResults.Run) -> JSONText {
        .object([
            ("run", .integer(Int64(run.number))), ("task", .string(run.task)),
            ("condition", .string(run.condition)), ("practice", .bool(run.practice)),
            ("outcome", .optional(run.outcome?.rawValue)),
            ("running_ns", run.isTimed ? .integer(run.running) : .null),
            ("assisted_ns", .integer(run.assisted)),
            ("paused_ns", .integer(run.paused)), ("checking_ns", .integer(run.checking)),
            ("limit_seconds", .number(run.timeLimit)), ("flagged", .bool(run.isFlagged)),
            ("task_set", .optional(run.taskSet)), ("event", .integer(run.event)),
        ])
    }

    private static func check(_ attempt: SessionResults.Attempt) -> JSONText {
        .object([
            ("run", .integer(Int64(attempt.run))), ("check", .integer(Int64(attempt.number))),
            ("verdict", .string(attempt.verdict.rawValue)), ("reason", .string(attempt.reason)),
            ("running_ns", .integer(attempt.elapsed)), ("duration_ns", .integer(attempt.duration)),
        ])
    }

    private static func mark(_ mark: SessionRecord.Mark) -> JSONText {
        .object([
            ("mark", .integer(Int64(mark.number))), ("kind", .string(mark.kind.rawValue)),
            ("run", number(mark.run)), ("code", .optional(mark.code)),
            ("severity", number(mark.severity)), ("level", number(mark.level)),
            ("running_ns", mark.elapsed.map { .integer($0) } ?? .null),
            ("undone", .bool(mark.isUndone)), ("words", .string(mark.text)),
            ("event", .integer(mark.event)),
        ])
    }
    private static func rating(_ rating: SessionRecord.Rating) -> JSONText {
        let value = rating.value
        return .object([
            ("rater", .string(value.rater)), ("rating", .integer(Int64(value.number))),
            ("kind", .string(value.kind.rawValue)), ("code", .optional(value.code)),
            ("severity", number(value.severity)), ("level", number(value.level)),
            ("run", number(value.run)),
            ("running_ns", value.elapsed.map { .integer($0) } ?? .null),
            ("mark", number(value.mark)), ("blind", .bool(value.isBlind)),
            ("undone", .bool(rating.isUndone)), ("words", .string(value.text)),
            ("event", .integer(rating.event)),
        ])
    }

    private static func reason(_ reason: SessionRecord.Reason) -> JSONText {
        .object([
            ("kind", .string(reason.kind.rawValue)), ("run", number(reason.run)),
            ("words", .string(reason.text)), ("event", .integer(reason.event)),
        ])
    }

    private static func number(_ value: Int?) -> JSONText {
        value.map { .integer(Int64($0)) } ?? .null
    }
}
