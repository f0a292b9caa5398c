import ResultsStore
import Statistics
import StudyDefinition

/// Optional members of a report, for studies with more than tasks and questionnaires. Empty ones
/// are left out.
extension JSONExport {
    var optionalMembers: [(String, JSONValue)] {
        var members: [(String, JSONValue)] = []
        let afterTasks = findings.parts.flatMap(afterTasks)
        if !afterTasks.isEmpty { members.append(("after_tasks", .array(afterTasks))) }
        let pairs = findings.agreement.pairs
        if !pairs.isEmpty { members.append(("agreement", .array(pairs.map(pair)))) }
        if let locked = findings.locked { members.append(("lock", lock(locked))) }
        let reasons = findings.entries.flatMap(reasons)
        if !reasons.isEmpty { members.append(("reasons", .array(reasons))) }
        return members
    }

    private func afterTasks(_ part: ReportAnalysis.Part) -> [JSONValue] {
        guard let questionnaire = part.group.afterTask else { return [] }
        return part.tasks.flatMap { task in
            questionnaire.items.map { item in
                let values = part.group.answers(item, after: task).compactMap { $0?.value }
                let numbers = values.compactMap(\.number)
                let counts = item.counts(of: values)
                var members: [(String, JSONValue)] = [
                    ("task", .string(task.task.id)),
                    ("study_version", .string(part.group.version)),
                    ("condition", .optional(part.group.condition?.id)),
                    ("questionnaire", .string(questionnaire.id)), ("item", .string(item.id)),
                    ("n", .integer(Int64(values.count { $0.meaning != .missing }))),
                ]
                if !numbers.isEmpty {
                    members += computed("mean", mean(numbers))
                    let interval = meanInterval(numbers, within: item.range)
                    members += computed("low", interval.map(\.low.portable))
                    members += computed("high", interval.map(\.high.portable))
                }
                if let counts {
                    let each = counts.map { ($0.answer, JSONValue.integer(Int64($0.count))) }
                    members.append(("counts", .object(each)))
                }
                return .object(members)
            }
        }
    }

    private func pair(_ pair: Agreement.Pair) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("raters", .strings([pair.first, pair.second])),
            ("sessions", .integer(Int64(pair.sessions))), ("blind", .bool(pair.isBlind)),
            ("codes_first", .integer(Int64(pair.codes.first))),
            ("codes_second", .integer(Int64(pair.codes.second))),
            ("together", .integer(Int64(pair.together))),
        ]
        for (name, value) in [("presence", pair.presence), ("category", pair.category)] {
            members += computed("kappa_\(name)", value.map(\.kappa))
            members += computed("kappa_\(name)_low", value.map(\.interval.low.portable))
            members += computed("kappa_\(name)_high", value.map(\.interval.high.portable))
        }
        members += computed("same_category", pair.category.map(\.agreement))
        members += computed("kappa_severity", pair.severity)
        return .object(members)
    }

    private func lock(_ value: Locked) -> JSONValue {
        .object([
            ("sha256", .string(value.hash)), ("day", .string(value.day)),
            ("target", .optional(value.target.map(Int64.init))),
            (
                "changes",
                .array(
                    value.changes.map {
                        .object([
                            ("what", .string($0.what)), ("participants", .strings($0.participants)),
                        ])
                    }
                )
            ),
        ])
    }

    private func reasons(_ entry: Entry) -> [JSONValue] {
        entry.record.reasons.map { reason in
            let run = entry.record.runs.last { $0.number == reason.run }
            return .object([
                ("participant", .string(entry.participant)),
                ("kind", .string(reason.kind.rawValue)), ("task", .optional(run?.task)),
                ("words", .string(reason.text)), ("event", .integer(reason.event)),
            ])
        }
    }
}
