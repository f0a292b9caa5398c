import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

/// The results of a study's sessions as nested JSON. Most results contain the number of the event
/// that recorded or last changed them. Texts are unchanged and never cut, but free texts of
/// participants who refused to be quoted are left out.
struct JSONData {
    let text: String

    init(store: ResultsStore, study id: String) throws(DiagnosticError) {
        let data = try ExportData(store: store, study: id, for: .own)
        let keys = data.questions.sorted { $0.key < $1.key }
        let tasks = data.study.tasks.map { task -> JSONNode in
            [
                "id": JSONNode(task.id), "title": JSONNode(task.title),
                "time_limit_seconds": JSONNode(task.timeLimit), "success": JSONNode(task.success),
            ]
        }
        let conditions = data.study.conditions.map { condition -> JSONNode in
            ["id": JSONNode(condition.id), "title": JSONNode(condition.title)]
        }
        let study: JSONNode = [
            "id": JSONNode(data.study.id), "title": JSONNode(data.study.title),
            "version": JSONNode(data.study.version), "tasks": JSONNode(tasks),
            "conditions": JSONNode(conditions),
            "questions": JSONNode(data.codebook.rows.map { JSONData.question($0) }),
        ]
        let sessions = data.sessions.map { JSONData.session($0, data, keys) }
        let root: JSONNode = [
            "format": 1, "study": study, "provenance": JSONNode(data.provenance),
            "sessions": JSONNode(sessions),
        ]
        text = root.text
    }

    private static func question(_ row: [String]) -> JSONNode {
        let names = ["questionnaire", "questionnaire_title", "item", "text", "kind", "levels"]
        return JSONNode(zip(names, row).map { ($0, JSONNode($1)) })
    }

    private static func session(
        _ session: SessionResults,
        _ data: ExportData,
        _ keys: [(key: SessionRecord.AnswerKey, value: Int)]
    ) -> JSONNode {
        let start = session.start
        let answers = data.answers(of: session, to: keys).map { key, answer -> JSONNode in
            [
                "condition": JSONNode(key.condition), "questionnaire": JSONNode(key.questionnaire),
                "item": JSONNode(key.item), "task": JSONNode(key.task.isEmpty ? nil : key.task),
                "run": key.run > 0 ? JSONNode(key.run) : .null, "raw": JSONNode(answer.value.raw),
                "value": value(answer.value.meaning), "contradicts": JSONNode(answer.contradicts),
                "corrections": JSONNode(answer.corrections),
                "submitted": JSONNode(answer.submitted), "event": JSONNode(answer.event),
            ]
        }
        return [
            "participant": JSONNode(start.participant), "session": JSONNode(session.id),
            "study_version": JSONNode(data.definitions[start.study]?.version),
            "definition": JSONNode(start.study), "source": JSONNode(start.source.rawValue),
            "pilot": JSONNode(start.pilot), "state": JSONNode(session.state.rawValue),
            "excluded": JSONNode(session.exclusion),
            "conditions": JSONNode(start.conditions.map { JSONNode($0) }),
            "order_known": JSONNode(start.isOrderKnown), "consent": consent(session.consent),
            "withheld": JSONNode(session.withheld), "runs": JSONNode(session.runs.map(run)),
            "checks": JSONNode(session.attempts.map(check)),
            "rechecks": JSONNode(session.rechecks.map(recheck)),
            "marks": JSONNode(session.marks.map(mark)), "answers": JSONNode(answers),
            "ratings": JSONNode(session.ratings.map(rating)),
            "reasons": JSONNode(session.reasons.map(reason)),
        ]
    }

    private static func consent(_ consent: ConsentGiven?) -> JSONNode {
        guard let consent else { return .null }
        return JSONNode(
            consent.options.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) }
        )
    }

    private static func value(_ meaning: AnswerValue.Meaning) -> JSONNode {
        switch meaning {
        case .options(let ids): JSONNode(ids.map { JSONNode($0) })
        case .number(let number): JSONNode(number)
        case .text(let text): JSONNode(text)
        case .missing: .null
        }
    }

    private static func run(_ run: SessionResults.Run) -> JSONNode {
        [
            "run": JSONNode(run.number), "task": JSONNode(run.task),
            "condition": JSONNode(run.condition), "practice": JSONNode(run.practice),
            "outcome": JSONNode(run.outcome?.rawValue),
            "running_ns": run.isTimed ? JSONNode(run.running) : .null,
            "assisted_ns": JSONNode(run.assisted), "paused_ns": JSONNode(run.paused),
            "checking_ns": JSONNode(run.checking), "limit_seconds": JSONNode(run.timeLimit),
            "flagged": JSONNode(run.isFlagged), "task_set": JSONNode(run.taskSet),
            "recorded_outcome": JSONNode(run.recorded?.outcome?.rawValue),
            "recorded_running_ns": JSONNode(run.recorded?.running), "event": JSONNode(run.event),
        ]
    }

    private static func check(_ attempt: SessionResults.Attempt) -> JSONNode {
        [
            "run": JSONNode(attempt.run), "check": JSONNode(attempt.number),
            "verdict": JSONNode(attempt.verdict.rawValue), "reason": JSONNode(attempt.reason),
            "running_ns": JSONNode(attempt.elapsed), "duration_ns": JSONNode(attempt.duration),
        ]
    }

    private static func recheck(_ recheck: SessionRecord.Recheck) -> JSONNode {
        let value = recheck.value
        return [
            "run": JSONNode(value.run), "check": JSONNode(value.attempt),
            "verdict": JSONNode(value.verdict.rawValue), "step": JSONNode(value.step),
            "reason": JSONNode(value.reason), "definition": JSONNode(value.study),
            "applied": JSONNode(value.isApplied == true), "event": JSONNode(recheck.event),
        ]
    }

    private static func mark(_ mark: SessionRecord.Mark) -> JSONNode {
        [
            "mark": JSONNode(mark.number), "kind": JSONNode(mark.kind.rawValue),
            "run": JSONNode(mark.run), "code": JSONNode(mark.code),
            "severity": JSONNode(mark.severity), "level": JSONNode(mark.level),
            "running_ns": JSONNode(mark.elapsed), "undone": JSONNode(mark.isUndone),
            "words": JSONNode(mark.text), "event": JSONNode(mark.event),
        ]
    }
    private static func rating(_ rating: SessionRecord.Rating) -> JSONNode {
        let value = rating.value
        return [
            "rater": JSONNode(value.rater), "rating": JSONNode(value.number),
            "kind": JSONNode(value.kind.rawValue), "code": JSONNode(value.code),
            "severity": JSONNode(value.severity), "level": JSONNode(value.level),
            "run": JSONNode(value.run), "running_ns": JSONNode(value.elapsed),
            "mark": JSONNode(value.mark), "blind": JSONNode(value.isBlind),
            "undone": JSONNode(rating.isUndone), "words": JSONNode(value.text),
            "event": JSONNode(rating.event),
        ]
    }

    private static func reason(_ reason: SessionRecord.Reason) -> JSONNode {
        [
            "kind": JSONNode(reason.kind.rawValue), "run": JSONNode(reason.run),
            "words": JSONNode(reason.text), "event": JSONNode(reason.event),
        ]
    }
}
