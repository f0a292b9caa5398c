package import ResultsStore
package import StudyDefinition

/// The session data that every state of the engine contains: the study, the start of the session,
/// and the record of past events.
package struct Session: Sendable {
    /// The study, prepared for printing (`Study.printed`): titles and labels have no line breaks at
    /// their ends.
    package let study: Study
    package let plan: SessionPlan
    package let start: SessionStart
    package var record: SessionRecord
    /// Keys of questions that a script answers. These questions are asked even if their condition
    /// `showIf` is not met.
    package let forced: Set<SessionRecord.AnswerKey>
    /// Answers from the participant's earlier sessions. A question's `showIf` may depend on them.
    package let earlier: [SessionRecord.AnswerKey: SessionRecord.Answer]
    /// A message about the latest event, for the next screen. Nil if there is none.
    package var notice: Notice?

    /// A sentence for the facilitator, and optionally one for a screen that the participant sees.
    package struct Notice: Sendable, Hashable {
        package var words: String
        package var shared: String?
        /// A neutral reply to one of the facilitator's keys, for a terminal that the facilitator
        /// and the participant share. The participant's own page does not show this reply. Nil if
        /// there is none.
        package var reply: String?
        /// The part of `words` that the last screen of the session repeats. Nil if there is none.
        var remark: String?
    }

    package init(
        study: Study,
        start: SessionStart,
        record: SessionRecord = SessionRecord(),
        forced: Set<SessionRecord.AnswerKey> = [],
        earlier: [SessionRecord.AnswerKey: SessionRecord.Answer] = [:]
    ) {
        self.earlier = earlier
        self.study = study.printed
        self.forced = forced
        self.start = start
        self.record = record
        plan = SessionPlan(study, conditions: start.conditions, planned: start.plan)
    }

    /// Index of the current step. Equal to the number of steps if all steps are done.
    package var position: Int { record.currentStep ?? 0 }

    package var step: SessionPlan.Step? {
        plan.steps.indices.contains(position) ? plan.steps[position] : nil
    }

    /// The task of the current step; nil if the step is not a task.
    var task: StudyTask? {
        if case .task(let task, _, _) = step { task } else { nil }
    }

    /// Returns the index of the next step to show. Skips a question whose `showIf` is not met,
    /// unless a script answers the question or the questionnaire asks all its questions. Always
    /// skips the questions after a task whose clock never ran.
    package func next(after index: Int, record: SessionRecord) -> Int {
        var next = index + 1
        while next < plan.steps.count, !isShown(next, record: record) { next += 1 }
        return next
    }

    /// Returns the index of the nearest preceding question that is not skipped. Nil if there is no
    /// such question, or if a step of another kind separates it from the step at `index`.
    package func previousQuestion(before index: Int) -> Int? {
        var previous = index - 1
        while previous >= 0, case .question = plan.steps[previous] {
            if isShown(previous, record: record) { return previous }
            previous -= 1
        }
        return nil
    }

    /// The consent form to which the participant agreed, if it can be reviewed now. Nil if no
    /// consent is recorded, or if a step other than a question comes between the consent and the
    /// current step.
    package var reviewableConsent: Consent? {
        guard record.consent != nil else { return nil }
        for step in plan.steps[..<min(position, plan.steps.count)].reversed() {
            switch step {
            case .question: continue
            case .consent(let consent): return consent
            default: return nil
            }
        }
        return nil
    }

    private func isShown(_ index: Int, record: SessionRecord) -> Bool {
        guard let (item, key, asksAll) = question(at: index) else { return true }
        if !key.task.isEmpty, record.run(of: key.task, condition: key.condition)?.hasStarted != true
        {
            return false
        }
        return asksAll || forced.contains(key) || holds(item.showIf, of: key, record: record)
    }

    /// Returns whether the answers so far meet the condition `showIf` of the question `key`.
    /// Returns true if `showIf` is nil. Otherwise, tests the answer that
    /// `SessionRecord.AnswerKey.deciding(_:)` selects, and returns false if there is none.
    package func holds(
        _ showIf: Questionnaire.ShowIf?,
        of key: SessionRecord.AnswerKey,
        record: SessionRecord
    ) -> Bool {
        guard let showIf else { return true }
        let answers = key.deciding(showIf).lazy.compactMap { record.answers[$0] ?? earlier[$0] }
        return showIf.isMet(by: answers.first?.value.meaning)
    }

    /// Returns the tutorials that the participant read before the step at `index`, joined in order.
    /// Only tutorials that apply to the step's condition are included.
    package func tutorial(at index: Int) -> String {
        guard plan.steps.indices.contains(index) else { return "" }
        let condition = plan.steps[index].condition
        return plan.steps[..<index].compactMap { step in
            guard case .reading(let reading, let place) = step, reading.kind == .tutorial,
                place.isEmpty || place == condition
            else { return nil }
            return reading.prose(in: place.isEmpty ? condition : place).text
        }.joined(separator: "\n\n")
    }

    /// The number of the next run of a task in this session. If the last run was only prepared, and
    /// has neither started nor ended, this is the number of that run.
    package var nextRun: Int {
        let last = record.runs.last
        return (last?.number ?? 0)
            + (last.map { $0.hasStarted || $0.outcome != nil } ?? true ? 1 : 0)
    }
    package var nextMark: Int { (record.marks.last?.number ?? 0) + 1 }
}
