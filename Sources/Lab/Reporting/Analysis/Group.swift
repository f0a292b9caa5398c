import ResultsStore
import StudyDefinition

/// Participants whose numbers may stand in one average: same version of the study, same condition.
struct Group: Sendable {
    var version: String
    /// Nil for what is met outside of conditions.
    var condition: Study.Condition?
    /// The latest definition of this version.
    var study: Study
    var entries: [Entry]
    /// Question → its number in the answers of every session.
    var questions: [SessionRecord.AnswerKey: Int] = [:]

    var conditionID: String { condition?.id ?? "" }
}

extension Sample {
    /// One for each version of the study and, within it, for what stands outside of conditions
    /// and each condition, where there is anything and anybody.
    var groups: [Group] {
        versions.flatMap { version -> [Group] in
            let study = version.study
            let conditions: [Study.Condition?] = [nil] + study.conditions.map { $0 }
            return conditions.compactMap { condition in
                let entries =
                    condition.map { condition in
                        version.entries.filter { $0.start.conditions.contains(condition.id) }
                    } ?? Sample.firstSessions(version.entries)
                let isEmpty = !study.places.contains { $0.perCondition == (condition != nil) }
                guard !isEmpty, !entries.isEmpty else { return nil }
                return Group(
                    version: version.version,
                    condition: condition,
                    study: study,
                    entries: entries,
                    questions: questions
                )
            }
        }
    }

    /// What stands outside of conditions is taken from a participant's first session.
    private static func firstSessions(_ entries: [Entry]) -> [Entry] {
        var seen: Set<String> = []
        return entries.filter { seen.insert($0.participant).inserted }
    }

    /// Participants by version of the study, in the order in which the versions were first used.
    var versions: [(version: String, study: Study, entries: [Entry])] {
        var versions: [(version: String, study: Study, entries: [Entry])] = []
        // Most sessions have the definition of the one before.
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
                versions[known].study = study
            } else {
                versions.append((study.version, study, [entry]))
            }
            last = (entry.start.study, known ?? versions.count - 1)
        }
        return versions
    }

    /// Whether several conditions or versions stand beside each other.
    var isDivided: Bool {
        versions.count > 1 || versions.contains { $0.study.conditions.count > 1 }
    }

    /// What tells `group` from the others, empty where there is but one.
    func name(of group: Group) -> String {
        var parts: [String] = []
        if versions.count > 1 { parts.append("version \(group.version)") }
        if let condition = group.condition, group.study.conditions.count > 1 {
            parts.append(condition.title)
        }
        return parts.joined(separator: ", ")
    }
}
