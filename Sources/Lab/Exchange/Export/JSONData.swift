import Diagnostics
import JSON
import ResultsStore
import StudyDefinition

/// The results of a study's sessions as nested JSON. Contains all results of the exported tables,
/// and the environment, the plan, the start and the end of each session. Most results have the
/// number of the event that recorded or last changed them. Text is unchanged and never cut, but
/// free text of participants who refused to be quoted is left out.
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
        let codebook = data.codebook
        let questions = codebook.rows.map { JSONData.question($0, codebook.columns) }
        let study: JSONNode = [
            "id": JSONNode(data.study.id), "title": JSONNode(data.study.title),
            "version": JSONNode(data.study.version), "tasks": JSONNode(tasks),
            "conditions": JSONNode(conditions),
            "questions": JSONNode(questions),
        ]
        let sessions = data.sessions.map { JSONData.session($0, data, keys) }
        let root: JSONNode = [
            "format": 1, "study": study, "provenance": JSONNode(data.provenance),
            "sessions": JSONNode(sessions),
        ]
        text = root.text
    }

    private static func question(_ row: [String], _ columns: [ExportTable.Column]) -> JSONNode {
        let members = zip(columns, row).map { column, cell -> (String, JSONNode) in
            let node = column.kind == .yesNo ? JSONNode(cell == "yes") : JSONNode(cell)
            return (column.name, node)
        }
        return JSONNode(members)
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
                "amendment": JSONNode(answer.amendment),
                "submitted": JSONNode(answer.submitted), "event": JSONNode(answer.event),
            ]
        }
        let runs = session.runs.map { run($0, of: session, in: data) }
        return [
            "participant": JSONNode(start.participant), "session": JSONNode(session.id),
            "lab": JSONNode(session.lab.isEmpty ? nil : session.lab),
            "study_version": JSONNode(data.definitions[start.study]?.version),
            "definition": JSONNode(start.study), "source": JSONNode(start.source.rawValue),
            "pilot": JSONNode(start.pilot), "state": JSONNode(session.state.rawValue),
            "excluded": JSONNode(session.exclusion),
            "conditions": JSONNode(start.conditions.map { JSONNode($0) }),
            "order_known": JSONNode(start.isOrderKnown), "plan": plan(of: session, data),
            "started_wall_us": JSONNode(session.began), "last_wall_us": JSONNode(session.last),
            "environment": environment(start.environment), "consent": consent(session.consent),
            "withheld": JSONNode(session.withheld), "runs": JSONNode(runs),
            "checks": JSONNode(session.attempts.map(check)),
            "rechecks": JSONNode(session.rechecks.map(recheck)),
            "marks": JSONNode(session.marks.map(mark)), "answers": JSONNode(answers),
            "ratings": JSONNode(session.ratings.map(rating)),
            "reasons": JSONNode(session.reasons.map(reason)),
        ]
    }

    /// Returns the planned session as JSON. Omits the reason for a departure from the plan, because
    /// the array `reasons` contains it. Omits the code of a replaced drop-out without an exported
    /// session, for example because the session was erased.
    private static func plan(of session: SessionResults, _ data: ExportData) -> JSONNode {
        guard let plan = session.start.plan else { return .null }
        let dropout = data.sessions.first {
            $0.start.participant == plan.replaces && $0.lab == session.lab
        }
        return [
            "table": JSONNode(plan.table), "seed": JSONNode(plan.seed),
            "sequence": JSONNode(plan.sequence), "task_sets": JSONNode(sorted: plan.taskSets),
            "order": JSONNode(plan.order), "period": JSONNode(plan.period),
            "sessions": JSONNode(plan.sessions), "replaces": JSONNode(dropout?.start.participant),
        ]
    }

    private static func environment(_ environment: SessionEnvironment) -> JSONNode {
        [
            "system": JSONNode(environment.system), "processor": JSONNode(environment.processor),
            "memory_bytes": environment.memory > 0 ? JSONNode(environment.memory) : .null,
            "tools": JSONNode(sorted: environment.tools), "editor": JSONNode(environment.editor),
            "assistants": JSONNode(environment.assistants),
            "think_aloud": JSONNode(environment.thinkAloud?.rawValue),
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

    private static func run(
        _ run: SessionResults.Run,
        of session: SessionResults,
        in data: ExportData
    ) -> JSONNode {
        [
            "run": JSONNode(run.number), "task": JSONNode(run.task),
            "condition": JSONNode(run.condition), "period": JSONNode(data.period(of: run, session)),
            "practice": JSONNode(run.practice), "outcome": JSONNode(run.outcome?.rawValue),
            "running_ns": run.isTimed ? JSONNode(run.running) : .null,
            "assisted_ns": JSONNode(run.assisted), "paused_ns": JSONNode(run.paused),
            "checking_ns": JSONNode(run.checking), "limit_seconds": JSONNode(run.timeLimit),
            "flagged": JSONNode(run.isFlagged),
            "task_set": JSONNode(data.taskSet(of: run, session)),
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
