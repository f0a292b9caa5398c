import JSON
import ResultsStore
import Statistics
import StudyDefinition

/// The contents of `report.json`. The ReportFiles page of this module's documentation describes the
/// members of the file.
struct JSONExport: Sendable {
    let findings: ReportAnalysis

    init(_ findings: ReportAnalysis) { self.findings = findings }

    var bytes: [UInt8] {
        var members: [(String, JSONNode)] = [
            ("format", JSONNode(1)),
            ("study", study),
            ("scripted", JSONNode(findings.sample.isScripted)),
            ("simulated", JSONNode(findings.isSimulated)),
            ("notices", JSONNode(findings.notices.map(\.plain))),
            ("participants", JSONNode(findings.entries.map(participant))),
            ("tasks", JSONNode(findings.parts.flatMap(tasks))),
            ("completion", JSONNode(findings.parts.compactMap(completion))),
            ("questionnaires", JSONNode(findings.parts.flatMap(questionnaires))),
            ("exclusions", JSONNode(findings.sample.exclusions.map(exclusion))),
            ("declined", JSONNode(findings.sample.declined)),
            ("erased", JSONNode(findings.sample.erased)),
            ("differences", JSONNode(findings.differences.found.map(difference))),
            ("differing_files", JSONNode(findings.differences.files)),
        ]
        if let date = findings.date { members.append(("report_date", JSONNode(date))) }
        members += list("satisfaction", findings.parts.flatMap(satisfaction))
        members += list("omnibus", findings.omnibus.map(omnibus))
        members += list("comparisons", findings.comparisons.map(comparison))
        members += list("other_file", findings.acrossFiles.map(comparison))
        if let other = findings.other { members.append(("other_sample", sample(other))) }
        members += list("problems", findings.parts.compactMap(problems))
        members += optionalMembers
        members.append(("inputs", inputs))
        return JSONNode(members).bytes
    }

    // MARK: - Members

    /// Returns an array with one JSON member, whose value is a list; returns an empty array if the
    /// list is empty.
    func list(_ name: String, _ elements: [JSONNode]) -> [(String, JSONNode)] {
        elements.isEmpty ? [] : [(name, JSONNode(elements))]
    }

    /// Returns the JSON member `name` with the value of a statistic. If the value is not
    /// computable, the member is null, and a second member contains the reason. The second member's
    /// name is `name` followed by `_why`.
    func computed(_ name: String, _ value: Computed<Double>) -> [(String, JSONNode)] {
        switch value {
        case .value(let number): [(name, JSONNode(number))]
        case .notComputable(let reason): [(name, .null), ("\(name)_why", JSONNode(reason))]
        }
    }

    /// Returns the JSON members for the two ends of an interval. They are named `low` and `high`,
    /// with `prefix` before and `suffix` after these words. If the interval is not computable, the
    /// members are as in ``computed(_:_:)``.
    func bounds(
        _ prefix: String,
        _ interval: Computed<Interval>,
        suffix: String = "",
        rounded: (Double) -> Double = \.portable
    ) -> [(String, JSONNode)] {
        computed("\(prefix)low\(suffix)", interval.map { rounded($0.low) })
            + computed("\(prefix)high\(suffix)", interval.map { rounded($0.high) })
    }

    /// Returns a JSON object with the number of times that each answer was given.
    static func counts(_ counts: [(answer: String, count: Int)]) -> JSONNode {
        JSONNode(counts.map { ($0.answer, JSONNode($0.count)) })
    }

    // MARK: - Parts of the report

    private var study: JSONNode {
        let study = findings.study
        return [
            "id": JSONNode(findings.sample.studyID),
            "title": JSONNode(study?.title),
            "versions": JSONNode(findings.sample.versions.map(\.version)),
            "product": [
                "name": JSONNode(study?.product.name), "version": JSONNode(study?.product.version),
            ],
            "conditions": JSONNode(
                (study?.conditions ?? []).map {
                    ["id": JSONNode($0.id), "title": JSONNode($0.title)]
                }
            ),
        ]
    }

    private func participant(_ entry: Entry) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("id", JSONNode(entry.participant)),
            ("number", JSONNode(entry.record.number)),
            ("source", JSONNode(entry.start.source.rawValue)),
            ("simulated_clock", JSONNode(entry.start.simulatedClock)),
            ("state", JSONNode(entry.record.state.rawValue)),
            ("conditions", JSONNode(entry.start.conditions)),
            ("order_known", JSONNode(entry.start.isOrderKnown)),
            ("began", JSONNode(entry.began)),
            ("minutes", JSONNode(entry.minutes)),
            ("withheld", JSONNode(entry.record.withheld.map(Int64.init))),
            ("study_version", JSONNode(findings.sample.definitions[entry.start.study]?.version)),
        ]
        // The definition of an imported session was used for the import, not for the session
        // itself.
        if !entry.isImported {
            members.append(("definition", JSONNode(entry.start.study)))
            members.append(("environment", environment(entry.start.environment)))
        }
        return JSONNode(members)
    }

    private func environment(_ value: SessionEnvironment) -> JSONNode {
        [
            "system": JSONNode(value.system),
            "processor": JSONNode(value.processor),
            "memory_bytes": JSONNode(value.memory),
            "editor": JSONNode(value.editor),
            "assistants": JSONNode(value.assistants),
            "tools": JSONNode(sorted: value.tools),
        ]
    }

    private func exclusion(_ value: Exclusion) -> JSONNode {
        let members: [(String, JSONNode)] = [
            ("participant", JSONNode(value.participant)), ("number", JSONNode(value.number)),
            ("reason", JSONNode(value.reason.rawValue)), ("words", JSONNode(value.reason.words)),
        ]
        return JSONNode(members + (value.decision.map { [("decision", JSONNode($0))] } ?? []))
    }

    private func sample(_ other: OtherFile) -> JSONNode {
        [
            "participants": JSONNode(other.sample.entries.map(\.participant)),
            "scripted": JSONNode(other.sample.isScripted),
            "simulated": JSONNode(other.sample.isSimulated),
            "in_both_files": JSONNode(other.shared),
            "exclusions": JSONNode(other.sample.exclusions.map(exclusion)),
        ]
    }

    private func difference(_ value: Differences.Difference) -> JSONNode {
        [
            "aspect": JSONNode(value.aspect),
            "values": JSONNode(
                value.values.map {
                    ["value": JSONNode($0.value), "participants": JSONNode($0.participants)]
                }
            ),
        ]
    }
}
