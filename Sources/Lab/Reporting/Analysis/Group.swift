import ResultsStore
import StudyDefinition

/// Participants with the same version of the study and the same condition. Means and other
/// statistics are computed within a group.
struct Group: Sendable {
    var version: String
    /// The condition; nil in the group for tasks and questions without a condition.
    var condition: Study.Condition?
    /// The latest definition of the group's version of the study.
    var study: Study
    var entries: [Entry]
    /// The participants of all sessions with this condition, one element per session. Includes
    /// sessions that were ended before this condition was reached.
    var assigned: [String]
    /// Index of each question's answer in a session's array of answers. The index is the same in
    /// all sessions.
    var questions: [SessionRecord.AnswerKey: Int] = [:]

    var conditionID: String { condition?.id ?? "" }
}

extension Sample {
    /// The groups of participants. Each version of the study has one group for each condition, and
    /// one group for the tasks and questions without a condition. Empty groups are left out.
    var groups: [Group] {
        versions.flatMap { version -> [Group] in
            let study = version.study
            let conditions: [Study.Condition?] = [nil] + study.conditions.map { $0 }
            return conditions.compactMap { condition in
                let assigned =
                    condition.map { condition in
                        version.entries.filter { $0.start.conditions.contains(condition.id) }
                    } ?? version.entries
                let entries =
                    condition.map { condition in
                        withCommonAnswers(
                            assigned.filter { reachedConditions(of: $0).contains(condition.id) }
                        )
                    } ?? firstSessions(version.entries)
                let isEmpty = !study.places.contains { $0.perCondition == (condition != nil) }
                guard !isEmpty, !entries.isEmpty else { return nil }
                return Group(
                    version: version.version,
                    condition: condition,
                    study: study,
                    entries: entries,
                    assigned: assigned.map(\.participant),
                    questions: questions
                )
            }
        }
    }

    /// Returns the conditions of the session, in order. If there are several, and the facilitator
    /// ended the session early, returns only the conditions that the participant reached. A
    /// condition is reached if a task in it was started or a question was answered.
    func reachedConditions(of entry: Entry) -> [String] {
        let all = entry.start.conditions
        guard all.count > 1, entry.record.state == .ended, !entry.isImported else { return all }
        return all.filter { condition in
            entry.record.runs.contains { $0.condition == condition && $0.hasStarted }
                || questions.contains { key, column in
                    key.condition == condition && entry.answer(column) != nil
                }
        }
    }

    /// Returns the first session of each participant, with missing answers added from the
    /// participant's later sessions. Adds only answers that have neither a condition nor a task.
    /// Later sessions can have such answers: a closing questionnaire, for example, is asked only in
    /// the last session.
    private func firstSessions(_ entries: [Entry]) -> [Entry] {
        let columns = commonColumns
        return entries.grouped(by: \.participant).map { _, sessions in
            sessions.dropFirst().reduce(sessions[0]) { $0.adding(columns, of: $1) }
        }
    }

    /// Returns the sessions, with missing answers filled in from other sessions of the same
    /// participant. If several sessions have an answer, the latest one is used. Fills in only
    /// answers that have neither a condition nor a task.
    ///
    /// `show_if` and covariates need these answers, because the questionnaire before all conditions
    /// is asked only in the first session.
    private func withCommonAnswers(_ sessions: [Entry]) -> [Entry] {
        let columns = commonColumns
        let all = Dictionary(grouping: entries, by: \.participant)
        return sessions.map { session in
            guard let own = all[session.participant], own.count > 1 else { return session }
            return own.reversed().reduce(session) { $0.adding(columns, of: $1) }
        }
    }

    /// Indices of the answers that have neither a condition nor a task.
    private var commonColumns: [Int] {
        questions.filter { $0.key.condition.isEmpty && $0.key.task.isEmpty }.map(\.value)
    }

    /// Sessions grouped by version of the study, each version with the definition of its latest
    /// session. Versions are in the order in which they were first used.
    var versions: [(version: String, study: Study, entries: [Entry])] {
        var versions: [(version: String, study: Study, entries: [Entry])] = []
        // Consecutive sessions usually have the same definition. In that case, the version need not
        // be searched for.
        var last: (hash: String, place: Int)?
        for entry in entries {
            if let last, last.hash == entry.start.study {
                versions[last.place].entries.append(entry)
                continue
            }
            guard let study = definitions[entry.start.study] else { continue }
            let known = versions.firstIndex { $0.version == study.version }
            if let known {
                versions[known].entries.append(entry)
            } else {
                versions.append((study.version, study, [entry]))
            }
            last = (entry.start.study, known ?? versions.count - 1)
        }
        // Imported sessions have no start time, and count as the earliest. The sorting is stable.
        let began = { (entry: Entry) in entry.record.began ?? .min }
        for place in versions.indices {
            let latest = versions[place].entries.reversed().max { began($0) < began($1) }
            if let study = latest.flatMap({ definitions[$0.start.study] }) {
                versions[place].study = study
            }
        }
        let first = versions.map { $0.entries.map(began).min() ?? .min }
        return versions.indices.sorted { first[$0] < first[$1] }.map { versions[$0] }
    }

    /// Whether the report compares several conditions or versions.
    var isDivided: Bool {
        versions.count > 1 || versions.contains { $0.study.conditions.count > 1 }
    }

    /// Returns the name of `group`. It consists of the version, if there are several versions, and
    /// of the condition, if the group's study has several conditions. The name is empty if it has
    /// neither part.
    func name(of group: Group) -> String {
        let version = versions.count > 1 ? "version \(group.version)" : nil
        let condition = group.study.conditions.count > 1 ? group.condition?.title : nil
        return [version, condition].compactMap(\.self).joined(separator: ", ")
    }
}
