import Diagnostics
import ResultsStore
import StudyDefinition

/// The sessions of one study, ready to be written in any format; those whose participant took the
/// consent back are in none.
struct ExportData: Sendable {
    var study: Study
    var definitions: [String: Study]
    var sessions: [SessionResults]
    /// Question → its number in the answers of every session.
    var questions: [SessionRecord.AnswerKey: Int]
    /// Participant → code to be printed; the same where codes are kept.
    var codes: [String: String]
    /// Rater → code to be printed; the rater's own where there is none.
    var raters: [String: String] = [:]

    func code(_ session: SessionResults) -> String {
        codes[session.start.participant] ?? session.start.participant
    }

    init(
        store: ResultsStore,
        study id: String,
        without: (SessionResults) -> Bool = { _ in false }
    ) throws(DiagnosticError) {
        let tables = try store.results()
        questions = tables.questions
        definitions = [:]
        var kept: [SessionResults] = []
        var others: Set<String> = []
        for session in tables.sessions {
            let hash = session.start.study
            if definitions[hash] == nil { definitions[hash] = try store.study(hash: hash) }
            if definitions[hash]?.id == id {
                if session.withdrawal == nil, !without(session) { kept.append(session) }
            } else if let other = definitions[hash]?.id {
                others.insert(other)
            }
        }
        definitions = definitions.filter { $0.value.id == id }
        guard let last = kept.last?.start.study, let study = definitions[last] else {
            throw DiagnosticError(
                "no-sessions",
                at: .init(file: store.path),
                "holds no session of study \"\(id)\" to export",
                fix: others.isEmpty
                    ? "name another file with --results FILE"
                    : "name another study with --study FOLDER; this file holds "
                        + others.sorted().joined(separator: ", "),
                status: .noInput
            )
        }
        self.study = study
        sessions = kept
        codes = [:]
    }
}

extension ExportData {
    var tables: [ExportTable] {
        [participants, runs, attempts, marks, answers, ratings, reasons]
    }

    private var participants: ExportTable {
        ExportTable(
            name: "sessions",
            row: "a session of a participant",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session in the results file."),
                .init("study_version", .text, "Version of the study that it ran with."),
                .init("source", .text, "live: held here; script: played; import: from files."),
                .init("pilot", .yesNo, "yes for a pilot session, which is never analysed."),
                .init(
                    "state",
                    .text,
                    "finished; ended by the facilitator before the last step; running or "
                        + "interrupted where it is not over."
                ),
                .init("conditions", .text, "Conditions in the order met, separated by spaces."),
                .init("editor", .text, "Editor used; empty where it is not known."),
                .init("excluded", .yesNo, "yes where somebody decided to leave it out of reports."),
            ],
            rows: sessions.map { session in
                [
                    code(session), "\(session.id)",
                    definitions[session.start.study]?.version ?? "",
                    session.start.source.rawValue, session.start.pilot ? "yes" : "no",
                    session.state.rawValue, session.start.conditions.joined(separator: " "),
                    session.start.environment.editor,
                    session.exclusion == nil ? "no" : "yes",
                ]
            }
        )
    }

    private var runs: ExportTable {
        let outcomes = Outcome.allCases.map { "\($0.rawValue): \($0.words)" }
            .joined(separator: "; ")
        return ExportTable(
            name: "runs",
            row: "an attempt at a task",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("run", .integer, "1, 2, 3, … within the session."),
                .init("task", .text, "Id of the task."),
                .init("condition", .text, "Id of the condition; empty outside of conditions."),
                .init("period", .integer, "1 for the participant's first condition, and so on."),
                .init("practice", .yesNo, "yes for practice, which is never analysed."),
                .init("outcome", .text, "How it ended. \(outcomes)."),
                .init("seconds", .number, "Running time in seconds: pauses and checks left out."),
                .init("assisted_seconds", .number, "Of these, after the first assist."),
                .init("paused_seconds", .number, "Pauses, in seconds."),
                .init("checking_seconds", .number, "Building and checking, in seconds."),
                .init("limit_seconds", .number, "Limit with extensions; 0 where imported."),
                .init("flagged", .yesNo, "yes where an interval could not be measured."),
                .init("task_set", .text, "Id of the parallel set that the task is of, if any."),
            ],
            rows: sessions.flatMap { session in
                session.runs.map { run in
                    [
                        code(session), "\(session.id)", "\(run.number)", run.task, run.condition,
                        session.start.conditions.firstIndex(of: run.condition).map {
                            "\($0 + 1)"
                        } ?? "",
                        run.practice ? "yes" : "no", run.outcome?.rawValue ?? "",
                        seconds(run.running), seconds(run.assisted), seconds(run.paused),
                        seconds(run.checking), "\(run.timeLimit)", run.isFlagged ? "yes" : "no",
                        run.taskSet ?? definitions[session.start.study]?.taskSet(of: run.task)?.id
                            ?? "",
                    ]
                }
            }
        )
    }

    private var attempts: ExportTable {
        ExportTable(
            name: "checks",
            row: "a check of a task's result",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("run", .integer, "Number of the attempt at the task."),
                .init("check", .integer, "1, 2, 3, … within the attempt."),
                .init("verdict", .text, "passed; failed; fault: the checker could not judge."),
                .init("reason", .text, "What the deciding step said."),
                .init("seconds", .number, "Running time at done, in seconds."),
                .init("check_seconds", .number, "Duration of the check, in seconds."),
            ],
            rows: sessions.flatMap { session in
                session.attempts.map { attempt in
                    [
                        code(session), "\(session.id)", "\(attempt.run)", "\(attempt.number)",
                        attempt.verdict.rawValue, attempt.reason, seconds(attempt.elapsed),
                        seconds(attempt.duration),
                    ]
                }
            }
        )
    }

    private var answers: ExportTable {
        let keys = questions.sorted { $0.key < $1.key }
        return ExportTable(
            name: "answers",
            row: "an answer to a question",
            columns: [
                .init("participant", .text, "Code of the participant."),
                .init("session", .integer, "Number of the session."),
                .init("questionnaire", .text, "Id of the questionnaire."),
                .init("item", .text, "Id of the question; its text is in the codebook."),
                .init("condition", .text, "Id of the condition; empty outside of conditions."),
                .init("task", .text, "Id of the task that it was asked after; empty elsewhere."),
                .init("raw", .text, "The answer as given."),
                .init(
                    "value",
                    .text,
                    "Ids of the options chosen, separated by spaces; a number; empty for text and "
                        + "for no answer."
                ),
                .init("missing", .yesNo, "yes where the question was shown and left empty."),
                .init("contradicts", .yesNo, "yes where an earlier answer rules it out."),
            ],
            rows: sessions.flatMap { session in
                keys.compactMap { key, place -> [String]? in
                    guard session.answers.indices.contains(place),
                        let answer = session.answers[place]
                    else { return nil }
                    return [
                        code(session), "\(session.id)", key.questionnaire, key.item,
                        key.condition, key.task, answer.value.raw, answer.value.meaning.plain,
                        answer.value.meaning == .missing ? "yes" : "no",
                        answer.contradicts ? "yes" : "no",
                    ]
                }
            }
        )
    }

    /// Every question with its wording, and every option.
    var codebook: ExportTable {
        var rows: [[String]] = []
        for (questionnaire, perCondition) in study.placedQuestionnaires {
            for item in questionnaire.items {
                rows.append([
                    questionnaire.id, questionnaire.title, item.id, item.text, item.kindName,
                    item.levels, item.required ? "yes" : "no", perCondition ? "yes" : "no",
                ])
            }
        }
        return ExportTable(
            name: "questions",
            row: "a question of the study",
            columns: [
                .init("questionnaire", .text, "Id of the questionnaire."),
                .init("questionnaire_title", .text, "Its title."),
                .init("item", .text, "Id of the question."),
                .init("text", .text, "Its wording."),
                .init("kind", .text, "single, multiple, scale, number or text."),
                .init("levels", .text, "id = label of every option, or the ends of the scale."),
                .init("required", .yesNo, "yes where an answer was required."),
                .init("per_condition", .yesNo, "yes where it was asked once in each condition."),
            ],
            rows: rows
        )
    }

    func seconds(_ nanoseconds: Int64) -> String { "\(Double(nanoseconds) / 1e9)" }
}

extension AnswerValue.Meaning {
    var plain: String {
        switch self {
        case .options(let ids): ids.joined(separator: " ")
        case .number(let number):
            number == number.rounded() && abs(number) < 1e15 ? "\(Int64(number))" : "\(number)"
        case .text, .missing: ""
        }
    }
}

extension Questionnaire.Item {
    var kindName: String {
        switch kind {
        case .single: "single"
        case .multiple: "multiple"
        case .scale: "scale"
        case .number: "number"
        case .text: "text"
        }
    }

    var levels: String {
        switch kind {
        case .single(let options), .multiple(let options):
            options.map { "\($0.id) = \($0.label)" }.joined(separator: "; ")
        case .scale(let min, let max, let low, let high):
            "\(min)\(low.map { " (\($0))" } ?? "") to \(max)\(high.map { " (\($0))" } ?? "")"
        case .number(let min, let max, let unit):
            [
                min.map { "from \($0)" }, max.map { "to \($0)" }, unit,
            ].compactMap(\.self).joined(separator: " ")
        case .text: ""
        }
    }
}
