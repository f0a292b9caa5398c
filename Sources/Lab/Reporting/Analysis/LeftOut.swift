import Diagnostics
import ResultsStore
import StudyDefinition

/// Results that no table contains. The tables of a version show the tasks, conditions and questions
/// of one study definition. A session with another definition of the same version may have results
/// for other tasks, conditions or questions.
struct LeftOut: Sendable {
    var version: String
    /// Number of attempts that no table contains, keyed by the task's title.
    var attempts: [String: Int] = [:]
    /// Number of sessions that no table contains, keyed by the condition's title.
    var sessions: [String: Int] = [:]
    /// Number of answers that no table contains, keyed by the questionnaire's title.
    var answers: [String: Int] = [:]

    /// Description of the results, such as `28 attempts at task “Fix”`; empty if there are none.
    var words: String {
        func each(_ counts: [String: Int], _ phrase: (Int, String) -> String) -> [String] {
            counts.sorted { $0.key < $1.key }.map { phrase($0.value, "“\($0.key)”") }
        }
        return listed(
            each(attempts) { "\(counted($0, "attempt")) at task \($1)" }
                + each(sessions) { "the results of \(counted($0, "session")) in condition \($1)" }
                + each(answers) { "\(counted($0, "answer")) to \($1)" }
        )
    }
}

extension Sample {
    /// The results that no table contains: one element for each version of the study with such
    /// results.
    var leftOut: [LeftOut] {
        versions.compactMap { version, reported, entries in
            var left = LeftOut(version: version)
            for (hash, entries) in entries.grouped(by: \.start.study) {
                guard let study = definitions[hash], study != reported else { continue }
                count(study, reported, entries, &left)
            }
            return left.words.isEmpty ? nil : left
        }
    }

    private func count(
        _ study: Study,
        _ reported: Study,
        _ entries: [Entry],
        _ left: inout LeftOut
    ) {
        let conditions = study.conditions.filter { condition in
            !reported.conditions.contains { $0.id == condition.id }
        }
        for condition in conditions {
            let count = entries.count { reachedConditions(of: $0).contains(condition.id) }
            if count > 0 { left.sessions[condition.title, default: 0] += count }
        }
        let tasks = study.reportedTasks.filter { reported.reportedTasks[$0.key] == nil }
        for run in entries.lazy.flatMap(\.record.runs) where run.isAttempt {
            let place = TaskPlace(task: run.task, perCondition: !run.condition.isEmpty)
            if let title = tasks[place] { left.attempts[title, default: 0] += 1 }
        }
        let asked = study.reportedQuestions.filter { reported.reportedQuestions[$0.key] == nil }
        for (key, column) in questions {
            guard let title = asked[QuestionPlace(key)] else { continue }
            let count = entries.count {
                $0.answer(column).map { $0.value.meaning != .missing } ?? false
            }
            if count > 0 { left.answers[title, default: 0] += count }
        }
    }
}

private struct TaskPlace: Hashable {
    var task: String
    var perCondition: Bool
}

private struct QuestionPlace: Hashable {
    var questionnaire: String
    var item: String
    var perCondition: Bool
    /// Whether the question is asked after each task.
    var afterTask: Bool
}

extension QuestionPlace {
    init(_ key: SessionRecord.AnswerKey) {
        (questionnaire, item) = (key.questionnaire, key.item)
        afterTask = !key.task.isEmpty
        perCondition = !afterTask && !key.condition.isEmpty
    }
}

extension Study {
    /// Titles of the tasks that the report's tables show, and of their parallel tasks.
    fileprivate var reportedTasks: [TaskPlace: String] {
        var titles: [TaskPlace: String] = [:]
        for (task, perCondition) in analysedTasks {
            for variant in [task] + parallels(of: task) {
                titles[TaskPlace(task: variant.id, perCondition: perCondition)] = variant.title
            }
        }
        return titles
    }

    /// Title of the questionnaire of each question that the report's tables show.
    fileprivate var reportedQuestions: [QuestionPlace: String] {
        var titles: [QuestionPlace: String] = [:]
        func add(_ questionnaire: Questionnaire, perCondition: Bool, afterTask: Bool) {
            for item in questionnaire.items {
                let place = QuestionPlace(
                    questionnaire: questionnaire.id,
                    item: item.id,
                    perCondition: perCondition,
                    afterTask: afterTask
                )
                titles[place] = questionnaire.title
            }
        }
        for (questionnaire, perCondition) in placedQuestionnaires {
            add(questionnaire, perCondition: perCondition, afterTask: false)
        }
        for questionnaire in questionnaires where questionnaire.id == afterTask {
            add(questionnaire, perCondition: false, afterTask: true)
        }
        return titles
    }
}

extension SessionResults.Run {
    /// Whether the tables count the run as an attempt.
    fileprivate var isAttempt: Bool { !practice && (outcome?.isAttempt ?? hasStarted) }
}
