import ResultsStore
import Statistics
import StudyDefinition

/// `report.json`; its members are described on the page ReportFiles.
struct JSONExport: Sendable {
    let findings: Findings

    init(_ findings: Findings) { self.findings = findings }

    var bytes: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("format", .integer(1)),
            ("study", study),
            ("scripted", .bool(findings.sample.isScripted)),
            ("notices", .strings(findings.notices.map(\.plain))),
            ("participants", .array(findings.entries.map(participant))),
            (
                "tasks",
                .array(findings.parts.flatMap { part in part.tasks.map { task($0, part) } })
            ),
            ("questionnaires", .array(findings.parts.flatMap(questionnaires))),
            ("exclusions", .array(findings.sample.exclusions.map(exclusion))),
            ("declined", .integer(Int64(findings.sample.declined))),
            ("erased", .integer(Int64(findings.sample.erased))),
            ("differences", .array(findings.differences.found.map(difference))),
            ("differing_files", .strings(findings.differences.files)),
        ]
        if let date = findings.date { members.append(("report_date", .string(date))) }
        let satisfaction = findings.parts.flatMap(satisfaction)
        if !satisfaction.isEmpty { members.append(("satisfaction", .array(satisfaction))) }
        if !findings.omnibus.isEmpty {
            members.append(("omnibus", .array(findings.omnibus.map(omnibus))))
        }
        if !findings.comparisons.isEmpty {
            members.append(("comparisons", .array(findings.comparisons.map(comparison))))
        }
        if !findings.acrossFiles.isEmpty {
            members.append(("other_file", .array(findings.acrossFiles.map(comparison))))
        }
        let problems = findings.parts.compactMap(problems)
        if !problems.isEmpty { members.append(("problems", .array(problems))) }
        members += beside
        members.append(("inputs", inputs))
        var bytes: [UInt8] = []
        JSONValue.object(members).write(to: &bytes)
        bytes.append(0x0A)
        return bytes
    }

    private var study: JSONValue {
        let sample = findings.sample
        return .object([
            ("id", .string(sample.studyID)),
            ("title", .optional(findings.study?.title)),
            ("versions", .strings(sample.versions.map(\.version))),
            (
                "product",
                .object([
                    ("name", .optional(findings.study?.product.name)),
                    ("version", .optional(findings.study?.product.version)),
                ])
            ),
            (
                "conditions",
                .array(
                    (findings.study?.conditions ?? []).map {
                        .object([("id", .string($0.id)), ("title", .string($0.title))])
                    }
                )
            ),
        ])
    }

    private func participant(_ entry: Entry) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(entry.participant)),
            ("session", .integer(entry.session)),
            ("source", .string(entry.start.source.rawValue)),
            ("simulated_clock", .bool(entry.start.simulatedClock)),
            ("state", .string(entry.record.state.rawValue)),
            ("conditions", .strings(entry.start.conditions)),
            (
                "study_version",
                .optional(findings.sample.definitions[entry.start.study]?.version)
            ),
        ]
        // An imported session did not run with the definition that its file was read with.
        if !entry.isImported {
            members.append(("definition", .string(entry.start.study)))
            members.append(("environment", environment(entry.start.environment)))
        }
        return .object(members)
    }

    private func environment(_ value: SessionEnvironment) -> JSONValue {
        .object([
            ("system", .string(value.system)),
            ("processor", .string(value.processor)),
            ("memory_bytes", .integer(value.memory)),
            ("editor", .string(value.editor)),
            ("assistants", .string(value.assistants)),
            (
                "tools",
                .object(value.tools.sorted { $0.key < $1.key }.map { ($0.key, .string($0.value)) })
            ),
        ])
    }

    private func exclusion(_ value: Exclusion) -> JSONValue {
        .object([
            ("participant", .string(value.participant)), ("session", .integer(value.session)),
            ("reason", .string(value.reason.rawValue)), ("words", .string(value.reason.words)),
        ])
    }

    private func difference(_ value: Differences.Difference) -> JSONValue {
        .object([
            ("aspect", .string(value.aspect)),
            (
                "values",
                .array(
                    value.values.map {
                        .object([
                            ("value", .string($0.value)),
                            ("participants", .strings($0.participants)),
                        ])
                    }
                )
            ),
        ])
    }
}

// MARK: - Tasks

extension JSONExport {
    private func task(_ task: TaskResult, _ part: Findings.Part) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("id", .string(task.task.id)),
            ("title", .string(task.title)),
            ("number", .integer(Int64(task.number))),
            ("study_version", .string(part.group.version)),
            ("condition", .optional(part.group.condition?.id)),
            ("n", .integer(Int64(task.times.count))),
            ("participants", .integer(Int64(task.cells.count))),
            ("attempts", .integer(Int64(task.attempts))),
            ("completed", .integer(Int64(task.successes))),
            ("completed_unassisted", .integer(Int64(task.unassisted))),
        ]
        members += computed("mean_seconds", task.mean)
        members += computed("geometric_mean_seconds", task.geometricMean.map(\.portable))
        members += computed("geometric_mean_low_seconds", task.interval.map(\.low.portable))
        members += computed("geometric_mean_high_seconds", task.interval.map(\.high.portable))
        members += computed("median_seconds", task.median)
        members += computed("sd_seconds", task.deviation)
        members.append(("typical_time", .string(task.rule.id)))
        if task.rule != .geometricMean {
            let ordered = medianInterval(task.times).map(\.interval)
            members += computed("median_low_seconds", ordered.map(\.low))
            members += computed("median_high_seconds", ordered.map(\.high))
        }
        if !task.censored.isEmpty {
            members.append(("censored", .integer(Int64(task.censored.count))))
            members += computed("median_censored_seconds", task.censoredMedian)
        }
        let interval = completionInterval(task.successes, of: task.attempts)
        members += computed("completion_laplace", laplace(task.successes, of: task.attempts))
        members += computed("completion_low", interval.map(\.low))
        members += computed("completion_high", interval.map(\.high))
        let rule = IntervalRule(attempts: task.attempts)
        members.append(("completion_interval", .string(rule.name)))
        if part.group.entries.contains(where: { !$0.isImported }) {
            let unassisted = completionInterval(task.unassisted, of: task.attempts)
            members += computed("completion_unassisted_low", unassisted.map(\.low))
            members += computed("completion_unassisted_high", unassisted.map(\.high))
        }
        if task.cells.count <= Document.mostRows {
            members.append(("times", .array(task.cells.map(time))))
        }
        return .object(members)
    }

    /// The value, or null with `…_why` beside it.
    func computed(_ name: String, _ value: Computed<Double>) -> [(String, JSONValue)] {
        switch value {
        case .value(let number): [(name, .number(number))]
        case .notComputable(let reason): [(name, .null), ("\(name)_why", .string(reason))]
        }
    }

    private func time(_ cell: TaskResult.Cell) -> JSONValue {
        .object([
            ("participant", .string(cell.participant)),
            ("task", .string(cell.task)), ("task_set", .optional(cell.taskSet)),
            ("seconds", cell.seconds.map { .number($0) } ?? .null),
            ("outcome", .string(cell.outcome.rawValue)),
            ("assisted", .bool(cell.isAssisted)),
            ("flagged", .bool(cell.isFlagged)),
            ("event", .optional(cell.event)),
        ])
    }
}

// MARK: - Answers

extension JSONExport {
    private func questionnaires(_ part: Findings.Part) -> [JSONValue] {
        part.group.questionnaires.map { questionnaire in
            .object([
                ("id", .string(questionnaire.id)),
                ("title", .string(questionnaire.title)),
                ("study_version", .string(part.group.version)),
                ("condition", .optional(part.group.condition?.id)),
                ("items", .array(questionnaire.items.map { item($0, questionnaire, part.group) })),
            ])
        }
    }

    private func item(
        _ item: Questionnaire.Item,
        _ questionnaire: Questionnaire,
        _ group: Group
    ) -> JSONValue {
        let answers = group.answers(questionnaire, item)
        let counts = item.counts(of: answers.compactMap { $0?.value })
        var members: [(String, JSONValue)] = [
            ("id", .string(item.id)),
            ("text", .string(item.text)),
            (
                "counts",
                counts.map { .object($0.map { ($0.answer, .integer(Int64($0.count))) }) } ?? .null
            ),
        ]
        if answers.count <= Document.mostRows {
            let each = zip(group.entries, answers).map { answer($0, $1, item) }
            members.append(("answers", .array(each)))
        }
        return .object(members)
    }

    private func answer(
        _ entry: Entry,
        _ answer: SessionRecord.Answer?,
        _ item: Questionnaire.Item
    ) -> JSONValue {
        .object([
            ("participant", .string(entry.participant)),
            ("value", .optional(item.text(for: answer?.value))),
            ("raw", .optional(answer?.value.raw)),
            ("contradicts", .bool(answer?.contradicts ?? false)),
            ("corrections", .integer(Int64(answer?.corrections ?? 0))),
            ("event", .optional(answer?.event)),
        ])
    }
}
