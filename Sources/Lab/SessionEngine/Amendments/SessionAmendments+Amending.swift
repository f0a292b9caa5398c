package import Diagnostics
import ResultsStore
import StudyDefinition

extension SessionAmendments {
    /// A correction of an answer, made after the session.
    package struct Amendment: Sendable {
        package var questionnaire: String
        package var item: String
        /// The condition in which the question was answered. Required if the questionnaire was
        /// answered in several conditions.
        package var condition: String?
        /// The task after which the question was asked. Required if the question was asked after
        /// several tasks.
        package var task: String?
        /// The new answer as a person would type it. An empty text removes the answer.
        package var answer: String
        package var reason: String

        package init(
            questionnaire: String,
            item: String,
            condition: String?,
            task: String? = nil,
            answer: String,
            reason: String
        ) {
            self.task = task
            self.questionnaire = questionnaire
            self.item = item
            self.condition = condition
            self.answer = answer
            self.reason = reason
        }
    }

    /// The effect of an amendment.
    package struct Amended: Sendable {
        /// Whether the amendment changed the answer. False if the log already contained the
        /// corrected answer.
        package var isChanged: Bool
        /// Names of the answers to questions that the correction hides, such as `before → years`.
        /// With the corrected answer, these questions would not have been asked. Their answers are
        /// not changed.
        package var hidden: [String]
    }

    /// The answer that an amendment selects, with the questionnaires of the answer's session.
    private struct Selection {
        let session: StoredSession
        let key: SessionRecord.AnswerKey
        let item: Questionnaire.Item
        let questionnaires: [Questionnaire]
    }

    /// Corrects an answer; all earlier versions of the answer stay in the log.
    ///
    /// - Throws: `DiagnosticError` if the participant withdrew consent, or if the amendment is
    ///   invalid.
    package func amend(_ amendment: Amendment) async throws(DiagnosticError) -> Amended {
        let reason = try required(amendment.reason)
        let selected = try answer(amendment)
        let (session, key, record) = (selected.session.id, selected.key, selected.session.record)
        var item = selected.item
        // A required question needs no answer if it would not have been asked.
        if record.hides(item, at: key) { item.required = false }
        let value: AnswerValue
        do { value = try item.read(amendment.answer) } catch {
            throw DiagnosticError(
                "amendment",
                "\(key.questionnaire) → \(key.item): \(error.sentence)",
                fix: "give --answer as the participant would have typed it; nothing was changed",
                status: .usage
            )
        }
        let touched = try await append(toOneStudy: true) { stored in
            guard stored.id == session, let standing = stored.record.answers[key],
                standing.value != value
            else { return [] }
            let contradicts = standing.contradicts
            return [
                .answered(Answered(key, value, contradicts: contradicts, amendment: reason))
            ]
        }
        var corrected = record
        corrected.answers[key]?.value = value
        return Amended(
            isChanged: !touched.isEmpty,
            hidden: selected.questionnaires.flatMap { questionnaire in
                corrected.hiddenAnswers(to: questionnaire).filter { name in
                    !record.hiddenAnswers(to: questionnaire).contains(name)
                }
            }
        )
    }

    /// Returns the answer that the amendment selects. If several sessions contain the answer, uses
    /// the session that the report uses.
    private func answer(_ amendment: Amendment) throws(DiagnosticError) -> Selection {
        let store = try ResultsStore(path: results, access: .read)
        defer { store.close() }
        let sessions = try sessionsOfOneStudy(in: store)
        let given = Set(sessions.flatMap { $0.record.answers.keys }).sorted()
        let named = given.filter {
            $0.questionnaire == amendment.questionnaire && $0.item == amendment.item
        }
        guard !named.isEmpty else {
            // The suggestion lists only a few names. Names from other questionnaires could take
            // the place of names from this questionnaire.
            let own = given.filter { $0.questionnaire == amendment.questionnaire }
            throw DiagnosticError(
                "no-such-answer",
                at: .init(file: results),
                "\(participant) has no answer to \(amendment.questionnaire) → \(amendment.item)",
                fix: suggestion(
                    for: "\(amendment.questionnaire) \(amendment.item)",
                    among: Set(
                        (own.isEmpty ? given : own).map { "\($0.questionnaire) \($0.item)" }
                    )
                ),
                status: .usage
            )
        }
        let matching = named.filter {
            (amendment.condition == nil || $0.condition == amendment.condition)
                && (amendment.task == nil || $0.task == amendment.task)
        }
        guard let key = matching.first, matching.count == 1 else {
            throw ambiguity(amendment, matching.isEmpty ? named : matching)
        }
        for session in inReadingOrder(sessions) {
            guard session.record.answers[key] != nil, let hash = session.record.start?.study
            else { continue }
            let questionnaires = try store.study(hash: hash).printed.questionnaires
            let questionnaire = questionnaires.first { $0.id == key.questionnaire }
            if let item = questionnaire?.items.first(where: { $0.id == key.item }) {
                return Selection(
                    session: session,
                    key: key,
                    item: item,
                    questionnaires: questionnaires
                )
            }
        }
        throw DiagnosticError(
            "no-such-answer",
            at: .init(file: results),
            "the session's version of the study does not contain this question",
            status: .data
        )
    }

    /// Returns the sessions in the order in which they are searched for the answer: first the
    /// analyzed sessions in the report's order, then all sessions, latest first.
    private func inReadingOrder(_ sessions: [StoredSession]) -> [StoredSession] {
        let valid = sessions.filter {
            $0.record.start?.pilot == false && $0.record.hasEnded
        }
        let analysed = valid.indices.filter { place in
            !valid[(place + 1)...].contains { later in
                guard let start = later.record.start, let earlier = valid[place].record.start
                else { return false }
                return start.replaces(earlier)
            }
        }
        .map { valid[$0] }
        return analysed + sessions.reversed()
    }
}

extension SessionAmendments {
    /// Returns the error for an amendment that does not select exactly one answer. The error names
    /// the command-line option to use and its possible values.
    private func ambiguity(
        _ amendment: Amendment,
        _ keys: [SessionRecord.AnswerKey]
    ) -> DiagnosticError {
        let (conditions, tasks) = (Set(keys.map(\.condition)), Set(keys.map(\.task)))
        let isTask = tasks.count > 1 || (amendment.task.map { !tasks.contains($0) } ?? false)
        let values = (isTask ? tasks : conditions).sorted().filter { !$0.isEmpty }
        let place = isTask ? "after tasks" : "in conditions"
        let words = "\(amendment.questionnaire) → \(amendment.item) was answered"
        if tasks.count == 1, conditions.count == 1, Set(keys.map(\.run)).count > 1 {
            return DiagnosticError(
                "which-observation",
                "\(words) after each of \(keys.count) observations of task \"\(keys[0].task)\", "
                    + "and evalrun amend cannot select one of them",
                fix: "correct the imported table, and import it into a new results file",
                status: .usage
            )
        }
        return DiagnosticError(
            isTask ? "which-task" : "which-condition",
            values.isEmpty
                ? "\(words) once" : "\(words) \(place) \(values.joined(separator: ", "))",
            fix: values.isEmpty
                ? "omit \(isTask ? "--task" : "--condition")"
                : "select one answer with \(isTask ? "--task" : "--condition")",
            status: .usage
        )
    }
}

extension SessionRecord {
    /// Returns whether the session's answers hide the question at `key`. The question's `show_if`
    /// names another question and some of its options. The question is hidden if the answer to the
    /// other question contains none of these options. Returns false if the other question has no
    /// answer, or if the question has no `show_if`.
    fileprivate func hides(_ item: Questionnaire.Item, at key: AnswerKey) -> Bool {
        guard let showIf = item.showIf else { return false }
        let deciding = key.deciding(showIf).lazy.compactMap { answers[$0] }.first
        return deciding.map { !showIf.isMet(by: $0.value.meaning) } ?? false
    }

    /// Returns the names of the answers to a questionnaire's hidden questions, in the
    /// questionnaire's order.
    fileprivate func hiddenAnswers(to questionnaire: Questionnaire) -> [String] {
        var names: [String] = []
        for item in questionnaire.items {
            for (key, answer) in answers.sorted(by: { $0.key < $1.key })
            where key.questionnaire == questionnaire.id && key.item == item.id {
                guard answer.value.meaning != .missing, hides(item, at: key) else { continue }
                names.append(key.words)
            }
        }
        return names
    }
}

extension SessionRecord.AnswerKey {
    fileprivate var words: String {
        var words = "\(questionnaire) → \(item)"
        if !condition.isEmpty { words += " with \(condition)" }
        if !task.isEmpty { words += " after \(task)" }
        return words
    }
}
