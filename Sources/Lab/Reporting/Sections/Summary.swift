import Diagnostics
import Instruments
import ResultsStore
import Statistics
import StudyDefinition

extension ReportAnalysis {
    @ListBuilder<Block> var summaryBlocks: [Block] {
        entries.isEmpty ? subject : "\(size) \(subject)"
        changedResults
        tasksInNoFile
        if comparisons.isEmpty {
            for part in parts { summary(of: part) }
        } else {
            verdictBlocks
        }
        furtherRegistered()
        limits
    }

    private func summary(of part: Part) -> [Block] {
        let figures = keyFigures(of: part)
        let words = sentences(part).joined(separator: " ")
        guard !figures.isEmpty || !words.isEmpty else { return [] }
        return (part.name.isEmpty ? [] : [.heading(Phrase(part.name))])
            + (figures.isEmpty ? [] : [.keyFigures(figures)])
            + (words.isEmpty ? [] : [.paragraph(Phrase(words))])
    }

    /// Summarizes the main results of a group of participants in sentences, with the values that
    /// the tables print.
    @ListBuilder<String> private func sentences(_ part: Part) -> [String] {
        completion(part)
        let tried = part.tasks.filter { $0.attempts > 0 }
        let trouble = tried.filter { $0.successes < $0.attempts }
        if part.tasks.count > 1 { leastCompleted(trouble, of: part.tasks.count) }
        let assisted = tried.filter { $0.unassisted < $0.successes }
        if !assisted.isEmpty {
            "In \(counted(assisted.count, "task")), at least one success was assisted."
        }
        for result in part.satisfaction {
            let name = result.instrument.name
            if let main = result.main, let range = result.grades(of: main)?.range {
                range.contains(" to ")
                    ? "The interval of the mean of \(name) includes grades from \(range)."
                    : "The whole interval of the mean of \(name) is within one grade: \(range)."
            }
        }
        let met = part.problems.problems.count
        if met > 0 {
            let kinds = part.problems.kinds
            let how = kinds.isEmpty ? "marked" : "counted, by kind of mark: \(kinds)"
            "\(counted(met, "problem")) \(met == 1 ? "was" : "were") \(how)."
        }
    }

    /// Returns a sentence that names the tasks with the smallest share of successes; nil if there
    /// are no tasks.
    ///
    /// - Parameter count: number of all tasks, including tasks that nobody attempted.
    private func leastCompleted(_ tasks: [TaskResult], of count: Int) -> String? {
        let least = tasks.map(\.share).min()
        let worst = tasks.filter { $0.share == least }
        if count > 1, worst.count == count {
            return worst.allSatisfy { $0.successes == 0 }
                ? "No attempt at any task succeeded." : "All tasks were completed equally often."
        }
        if worst.count == 1 {
            return """
                The task completed least often was “\(worst[0].title)”: \(successes(worst[0])).
                """
        }
        if worst.isEmpty { return nil }
        let names = worst.prefix(3).map { "“\($0.title)” (\(successes($0)))" }
        let rest = worst.count > 3 ? ["\(worst.count - 3) more"] : []
        return "The tasks completed least often were \(listed(names + rest))."
    }

    private func successes(_ task: TaskResult) -> String {
        switch (task.successes, task.attempts) {
        case (0, 1): "its one attempt failed"
        case (0, let attempts): "all \(attempts) attempts failed"
        case (let successes, let attempts): "\(successes) of \(attempts) attempts"
        }
    }

    /// Returns sentences on completion. A participant who failed no task, but has a task that was
    /// not attempted or could not be judged, is not counted. Returns an empty array if no
    /// participant is counted.
    @ListBuilder<String> private func completion(_ part: Part) -> [String] {
        let (completed, judged) = part.completion()
        if judged > 0 {
            let left = part.group.entries.count - judged
            let one = left == 0 ? "The one participant" : "One participant"
            let two = left == 0 ? "Both participants" : "2 participants"
            let sentence =
                switch (completed, judged) {
                case (1, 1): "\(one) completed \(part.everyTask)."
                case (0, 1): "\(one) did not complete \(part.everyTask)."
                case (2, 2): "\(two) completed \(part.everyTask)."
                case (judged, _): "All \(judged) participants completed \(part.everyTask)."
                case (0, _): "None of \(judged) participants completed \(part.everyTask)."
                default: "\(completed) of \(judged) participants completed \(part.everyTask)."
                }
            sentence
            if left > 0 {
                let who = left == 1 ? "1 more is" : "\(left) more are"
                let task =
                    part.tasks.count == 1 ? "the task" : "no task was failed, but at least one"
                "\(who) not counted: \(task) was not attempted or could not be judged."
            }
            if judged > 1, IntervalRule(attempts: judged).isOfFew,
                let estimate = laplace(completed, of: judged).value
            {
                // The estimate is nearer to one half than the observed share.
                let kind = 2 * completed > judged ? "A cautious estimate" : "An estimate"
                "\(kind) of the share who would complete \(part.everyTask) is "
                    + "\(percent(estimate)) (LaPlace)."
            }
        }
    }

    private var subject: Phrase {
        guard let study else { return "Study \(sample.studyID)." }
        let versions = sample.versions.map(\.version)
        let version =
            versions.count > 1 ? "versions \(listed(versions))" : "version \(study.version)"
        let product =
            study.product.version.isEmpty
            ? study.product.name : "\(study.product.name), version \(study.product.version)"
        let imported =
            isAllImported
            ? " All sessions were imported from files; evalrun, this tool, did not record them."
            : ""
        return "Study: \(version). Product: \(product).\(imported)"
    }

    private var size: Phrase {
        let reasons = exclusionReasons.joined(separator: "; ")
        let left =
            reasons.isEmpty
            ? "" : " \(counted(sample.exclusions.count, "session")) left out: \(reasons)."
        return "\(extent)\(left)"
    }

    /// The numbers of participants, tasks and conditions, as a sentence.
    var extent: Phrase {
        let participants = Set(entries.map(\.participant)).count
        let tasks = taskCount
        let conditions = study?.conditions.count ?? 0
        let under = conditions > 1 ? ", \(conditions) conditions" : ""
        let worked = tasks > 0 ? ", \(counted(tasks, "task"))" : ""
        return "\(counted(participants, "participant"))\(worked)\(under)."
    }

    /// A sentence that names the study's tasks that no imported file mentions; nil if there are
    /// none, or if some sessions were not imported.
    private var tasksInNoFile: Phrase? {
        guard isAllImported, taskCount > 0 else { return nil }
        let known = Set(parts.flatMap { $0.tasks.flatMap { $0.variants.map(\.id) } })
        let tasks = parts.flatMap { $0.group.study.analysedTasks.map(\.task) }
            .filter { !known.contains($0.id) }
        guard !tasks.isEmpty else { return nil }
        let titles = tasks.grouped(by: \.id).map { "“\($0.elements[0].title)”" }
        return titles.count == 1
            ? "No imported file mentions the task \(titles[0]), so it is left out."
            : "No imported file mentions the tasks \(listed(titles)), so they are left out."
    }

    var taskCount: Int { Set(parts.flatMap { $0.tasks.map(\.task.id) }).count }

    /// A paragraph on the scope and the limits of the numbers. Nil if nobody started a task or
    /// answered a question, and no imported file states problems.
    private var limits: Phrase? {
        let isTried = parts.contains(where: \.isTried)
        let isAnswered = entries.contains { $0.record.answers.contains { $0 != nil } }
        // An imported file may state problems, but no results of tasks.
        let isObserved = entries.contains { $0.isImported && $0.start.isObserved == true }
        guard isTried || isAnswered || isObserved else { return nil }
        let participants = Set(entries.map(\.participant)).count
        let people = participants == 1 ? "one participant" : "\(participants) participants"
        let compared =
            sample.isDivided && parts.compactMap(\.group.condition?.id).distinct.count != 1
            ? "a difference between conditions does not by itself prove that one is better"
            : "they do not compare the tool with another way of working"
        let once = repeatsNote == nil ? ", once" : ""
        let setting = acrossLabs.map { counted($0.labs.count, "lab") } ?? "one setting"
        let what =
            switch isTried ? taskCount : 0 {
            case 0 where !isAnswered: "which problems \(people) met"
            case 0: "what \(people) answered"
            case 1: "how \(people) did this task"
            default: "how \(people) did these tasks"
            }
        return """
            Limits of these numbers: they describe \(what)\(once), in \(setting); \
            \(compared). The numbers say nothing about other people, larger projects or longer use.
            """
    }

    func keyFigures(of part: Part) -> [KeyFigure] {
        // In a study without tasks, the scores are the only results.
        let shown = part.satisfaction.filter { taskCount == 0 || $0.instrument.norms != nil }
        let scores = shown.compactMap(satisfied)
        guard !part.tasks.isEmpty else { return scores }
        return [
            completed(part, "Completed \(part.everyTask)"),
            time(
                part.tasks.count == 1 ? "Typical time" : "All tasks together, typical time",
                part.totals,
                of: "who completed \(part.everyTask)\(part.inKnownTime)",
                part.completion().completed == 0
                    ? "nobody completed \(part.everyTask)"
                    : "nobody has a time for \(part.everyTask)"
            ),
        ] + scores + furtherFigures(of: part)
    }

    /// Returns the key figures that follow the scores:
    ///
    /// - completion without an assist, if no session was imported;
    /// - the quickest task, if any session was imported and there are several tasks;
    /// - the slowest task, if there are several tasks.
    ///
    /// If only one task has a typical time, or if all tasks have the same typical time, a single
    /// figure with that time replaces the figures of the quickest and the slowest task.
    @ListBuilder<KeyFigure> private func furtherFigures(of part: Part) -> [KeyFigure] {
        let isCompared = part.tasks.count > 1
        let times = part.timed.map(\.seconds)
        let isOne = zip(times, times.dropFirst()).allSatisfy {
            ReportAnalysis.areTied($0, $1)
        }
        if !hasImported {
            completed(part, "Completed \(part.everyTask) without an assist", unassisted: true)
        }
        if isCompared, isOne, !times.isEmpty {
            task(part, times.count == 1 ? "Only timed task" : "Every timed task", \.first)
        } else if isCompared {
            if hasImported { task(part, "Quickest task") { $0.min { $0.1 < $1.1 } } }
            task(part, "Slowest task") { $0.max { $0.1 < $1.1 } }
        }
    }

    /// Returns whether two times are equal except for rounding errors. If the same times are added
    /// in a different order, the sum may differ in the last bits.
    private static func areTied(_ one: Double, _ other: Double) -> Bool {
        abs(one - other) <= 1e-9 * one
    }

    /// Returns the mean score of an instrument as a key figure; nil if the mean is not computable.
    private func satisfied(_ result: Satisfaction) -> KeyFigure? {
        guard let main = result.main, let mean = main.mean.value else { return nil }
        // A score with norms is known by its own name.
        let name =
            result.instrument.norms == nil
            ? result.instrument.title(of: main.score) : main.score.name
        let sure =
            switch main.interval {
            case .value(let value):
                "95 % interval \(span(value, main.digits)) (t)"
            case .notComputable(let reason): "interval not computable, because \(reason)"
            }
        let grades = result.grades(of: main)?.range.map {
            KeyFigure.Line("", "Grades within the interval: \($0)")
        }
        let who = counted(main.numbers.count, "participant")
        return KeyFigure(
            label: "\(name), mean",
            value: "\(fixed(mean, main.digits))",
            lines: [.init("How sure", "\(sure)"), grades, .init("Who", "\(who)")]
                .compactMap(\.self)
        )
    }

    private func completed(
        _ part: Part,
        _ label: Phrase,
        unassisted: Bool = false
    ) -> KeyFigure {
        let (completed, judged) = part.completion(unassisted: unassisted)
        guard let interval = completionInterval(completed, of: judged).value else {
            return none(label, "there are no participants \([part].whoAreCounted)")
        }
        let left = part.group.entries.count - judged
        let rule = IntervalRule(attempts: judged)
        return KeyFigure(
            label: label,
            value: "\(outOf(completed, judged)) (\(percent(Double(completed) / Double(judged))))",
            lines: [
                .init("How sure", "95 % interval \(percentages(interval)) (\(rule.name))"),
                .init(
                    "Who",
                    "\(counted(judged, "participant"))\(left == 0 ? "" : "; \(left) not counted")"
                ),
            ]
        )
    }

    private func none(_ label: Phrase, _ reason: String) -> KeyFigure {
        KeyFigure(
            label: label,
            value: "-",
            lines: [.init("", "not computable, because \(reason)")]
        )
    }

    private func task(
        _ part: Part,
        _ label: String,
        _ choose: ([(task: TaskResult, seconds: Double)]) -> (task: TaskResult, seconds: Double)?
    ) -> KeyFigure {
        let (timed, rule) = (part.timed, part.ruleOfTasks)
        // A time of zero has no logarithm, so a task with such a time has no geometric mean.
        let others = part.tasks.filter { own in
            !own.times.isEmpty && !timed.contains { $0.task.task.id == own.task.id }
        }
        let reason = others.first.flatMap { TypicalTime($0.times, rule: rule).value.reason }
        guard let (task, seconds) = choose(timed) else {
            let hasSuccess = part.tasks.contains { $0.successes > 0 }
            let without =
                hasSuccess ? "no successful attempt has a time" : "nobody succeeded in any task"
            return none("\(label)", reason ?? without)
        }
        var figure = time(
            "\(label), typical time: \(task.title)",
            task.times,
            of: "who succeeded"
                + (task.times.count < task.successes ? ReportAnalysis.inKnownTime : ""),
            "nobody succeeded",
            rule: rule
        )
        let tied = timed.filter {
            $0.task.task.id != task.task.id && ReportAnalysis.areTied(seconds, $0.seconds)
        }
        if !tied.isEmpty {
            let titles = tied.map { "“\($0.task.title)”" }
            figure.lines.append(.init("Tied with", "\(listed(titles))"))
        }
        if let reason {
            let tasks = counted(others.count, "task")
            figure.lines.append(
                .init("Left out", "\(tasks) without a typical time, because \(reason)")
            )
        }
        return figure
    }

    private func time(
        _ label: Phrase,
        _ seconds: [Double],
        of people: String,
        _ none: String,
        rule: TimeRule? = nil
    ) -> KeyFigure {
        let typical = TypicalTime(seconds, rule: rule)
        guard let centre = typical.value.value else {
            let reason = seconds.isEmpty ? none : typical.value.reason ?? none
            return self.none(label, reason)
        }
        let sure =
            switch typical.interval {
            case .value(let value):
                "95 % interval \(timeRange(value)) (\(typical.centreName), \(typical.intervalName))"
            case .notComputable(let reason): "no interval, because \(reason)"
            }
        let time = roundedTime(centre, within: typical.interval.value)
        return KeyFigure(
            label: label,
            value: "\(time)\(time.contains(":") ? " (min:s)" : "")",
            lines: [
                .init("How sure", "\(sure)"),
                .init("Who", "the \(seconds.count == 1 ? "one" : "\(seconds.count)") \(people)"),
            ]
        )
    }
}

extension ReportAnalysis.Part {
    /// The rule for the typical times of tasks that are compared with each other.
    fileprivate var ruleOfTasks: TimeRule { TimeRule(comparing: tasks.map(\.times)) }

    /// The tasks with a typical time, and their typical times, all estimated by the same rule.
    fileprivate var timed: [(task: TaskResult, seconds: Double)] {
        let rule = ruleOfTasks
        return tasks.compactMap { task in
            TypicalTime(task.times, rule: rule).value.value.map { (task, $0) }
        }
    }
}
