import JSON
import ResultsStore
import Statistics
import StudyDefinition

/// Members of the JSON report that are only needed for some studies. Empty members are left out.
extension JSONExport {
    var optionalMembers: [(String, JSONNode)] {
        var members = list("after_tasks", findings.parts.flatMap(afterTasks))
        members += list("agreement", findings.agreement.pairs.map(pair))
        if let locked = findings.locked { members.append(("lock", lock(locked))) }
        members += list("registered", findings.registered.map(registered))
        if let across = findings.acrossLabs { members.append(("labs", labs(across))) }
        members += list("included_again", findings.entries.flatMap(includedAgain))
        return members + list("reasons", findings.entries.flatMap(reasons))
    }

    private func includedAgain(_ entry: Entry) -> [JSONNode] {
        entry.record.reversedExclusions.map {
            [
                "participant": JSONNode(entry.participant),
                "number": JSONNode(entry.record.number),
                "excluded": JSONNode($0.excluded), "included": JSONNode($0.included),
            ]
        }
    }

    private func afterTasks(_ part: ReportAnalysis.Part) -> [JSONNode] {
        guard let questionnaire = part.group.afterTask else { return [] }
        return part.tasks.flatMap { task in
            questionnaire.items.map { item in
                let answers = part.group.answers(item, after: task)
                let values = answers.joined().map(\.value)
                let numbers = part.group.numbers(item, after: task)
                let answered = answers.count { $0.contains { $0.value.meaning != .missing } }
                var members: [(String, JSONNode)] = [
                    ("task", JSONNode(task.task.id)),
                    ("study_version", JSONNode(part.group.version)),
                    ("condition", JSONNode(part.group.condition?.id)),
                    ("questionnaire", JSONNode(questionnaire.id)), ("item", JSONNode(item.id)),
                    ("n", JSONNode(answered)),
                ]
                if !numbers.isEmpty {
                    members += computed("mean", mean(numbers))
                    members += bounds("", meanInterval(numbers, within: item.range))
                }
                if let counts = item.counts(of: values) {
                    members.append(("counts", JSONExport.counts(counts)))
                }
                return JSONNode(members)
            }
        }
    }

    private func registered(_ result: RegisteredResult) -> JSONNode {
        let test = result.test
        let effects: [JSONNode] = result.rows.map { row in
            let high = row.interval.flatMap { $0.high.isFinite ? $0.high.portable : nil }
            var members: [(String, JSONNode)] = [
                ("effect", JSONNode(row.effect)), ("scale", JSONNode(row.scale.rawValue)),
                ("estimate", JSONNode(row.value?.portable)),
            ]
            if let reason = row.reason {
                let missing = row.value == nil ? ["estimate"] : ["low", "high", "p"]
                members += missing.map { ("\($0)_why", JSONNode(reason)) }
            }
            members += [
                ("low", JSONNode(row.interval?.low.portable)), ("high", JSONNode(high)),
                ("statistic", JSONNode(row.statistic.isEmpty ? nil : row.statistic)),
                ("p", JSONNode(row.p?.portable)),
                ("p_holm", JSONNode(row.holm?.portable)),
            ]
            return JSONNode(members)
        }
        return [
            "measure": JSONNode(test.measure.rawValue), "method": JSONNode(test.method.rawValue),
            "factor": JSONNode(test.factor),
            "covariates": JSONNode((test.covariates ?? []).map(\.name)),
            "against": JSONNode(test.against), "effects": JSONNode(effects),
        ]
    }

    private func pair(_ pair: Agreement.Pair) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("raters", JSONNode([pair.first, pair.second])),
            ("sessions", JSONNode(pair.sessions)), ("blind", JSONNode(pair.isBlind)),
            ("codes_first", JSONNode(pair.codes.first)),
            ("codes_second", JSONNode(pair.codes.second)),
            ("together", JSONNode(pair.together)),
        ]
        for (name, value) in [("presence", pair.presence), ("category", pair.category)] {
            members += computed("kappa_\(name)", value.map(\.kappa))
            members += bounds("kappa_\(name)_", value.flatMap(\.usableInterval))
        }
        members += computed("same_category", pair.category.map(\.agreement))
        members += computed("kappa_severity", pair.severity)
        return JSONNode(members)
    }

    private func lock(_ value: Locked) -> JSONNode {
        [
            "sha256": JSONNode(value.hash), "day": JSONNode(value.day),
            "target": JSONNode(value.target.map(Int64.init)),
            "before": JSONNode(value.earlier.distinct),
            "changes": JSONNode(
                value.changes.map {
                    [
                        "what": JSONNode($0.message),
                        "participants": JSONNode($0.participants),
                    ]
                }
            ),
        ]
    }

    private func reasons(_ entry: Entry) -> [JSONNode] {
        entry.record.reasons.map { reason in
            let run = entry.record.runs.last { $0.number == reason.run }
            return [
                "participant": JSONNode(entry.participant),
                "kind": JSONNode(reason.kind.rawValue), "task": JSONNode(run?.task),
                "words": JSONNode(reason.text), "event": JSONNode(reason.event),
            ]
        }
    }
}
