import JSON
import ResultsStore
import StudyDefinition

/// Writes `report.json`; its members are described on the ReportFiles page.
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
            (
                "tasks",
                JSONNode(findings.parts.flatMap { part in part.tasks.map { task($0, part) } })
            ),
            ("completion", JSONNode(findings.parts.compactMap(completion))),
            ("questionnaires", JSONNode(findings.parts.flatMap(questionnaires))),
            ("exclusions", JSONNode(findings.sample.exclusions.map(exclusion))),
            ("declined", JSONNode(findings.sample.declined)),
            ("erased", JSONNode(findings.sample.erased)),
            ("differences", JSONNode(findings.differences.found.map(difference))),
            ("differing_files", JSONNode(findings.differences.files)),
        ]
        if let date = findings.date { members.append(("report_date", JSONNode(date))) }
        let satisfaction = findings.parts.flatMap(satisfaction)
        if !satisfaction.isEmpty { members.append(("satisfaction", JSONNode(satisfaction))) }
        if !findings.omnibus.isEmpty {
            members.append(("omnibus", JSONNode(findings.omnibus.map(omnibus))))
        }
        if !findings.comparisons.isEmpty {
            members.append(("comparisons", JSONNode(findings.comparisons.map(comparison))))
        }
        if !findings.acrossFiles.isEmpty {
            members.append(("other_file", JSONNode(findings.acrossFiles.map(comparison))))
        }
        let problems = findings.parts.compactMap(problems)
        if !problems.isEmpty { members.append(("problems", JSONNode(problems))) }
        members += optionalMembers
        members.append(("inputs", inputs))
        return JSONNode(members).bytes
    }

    private var study: JSONNode {
        let sample = findings.sample
        return JSONNode([
            ("id", JSONNode(sample.studyID)),
            ("title", JSONNode(findings.study?.title)),
            ("versions", JSONNode(sample.versions.map(\.version))),
            (
                "product",
                JSONNode([
                    ("name", JSONNode(findings.study?.product.name)),
                    ("version", JSONNode(findings.study?.product.version)),
                ])
            ),
            (
                "conditions",
                JSONNode(
                    (findings.study?.conditions ?? []).map {
                        JSONNode([("id", JSONNode($0.id)), ("title", JSONNode($0.title))])
                    }
                )
            ),
        ])
    }

    private func participant(_ entry: Entry) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("id", JSONNode(entry.participant)),
            ("session", JSONNode(entry.record.number)),
            ("source", JSONNode(entry.start.source.rawValue)),
            ("simulated_clock", JSONNode(entry.start.simulatedClock)),
            ("state", JSONNode(entry.record.state.rawValue)),
            ("conditions", JSONNode(entry.start.conditions)),
            ("order_known", JSONNode(entry.start.isOrderKnown)),
            ("began", JSONNode(entry.began)),
            ("minutes", entry.minutes.map { JSONNode($0) } ?? .null),
            ("withheld", JSONNode(entry.record.withheld.map(Int64.init))),
            (
                "study_version",
                JSONNode(findings.sample.definitions[entry.start.study]?.version)
            ),
        ]
        // An imported session did not run with the study definition that was used at import.
        if !entry.isImported {
            members.append(("definition", JSONNode(entry.start.study)))
            members.append(("environment", environment(entry.start.environment)))
        }
        return JSONNode(members)
    }

    private func environment(_ value: SessionEnvironment) -> JSONNode {
        JSONNode([
            ("system", JSONNode(value.system)),
            ("processor", JSONNode(value.processor)),
            ("memory_bytes", JSONNode(value.memory)),
            ("editor", JSONNode(value.editor)),
            ("assistants", JSONNode(value.assistants)),
            (
                "tools",
                JSONNode(
                    value.tools.sorted { $0.key < $1.key }.map { ($0.key, JSONNode($0.value)) }
                )
            ),
        ])
    }

    private func exclusion(_ value: Exclusion) -> JSONNode {
        JSONNode([
            ("participant", JSONNode(value.participant)), ("session", JSONNode(value.session)),
            ("reason", JSONNode(value.reason.rawValue)), ("words", JSONNode(value.reason.words)),
        ])
    }

    private func difference(_ value: Differences.Difference) -> JSONNode {
        JSONNode([
            ("aspect", JSONNode(value.aspect)),
            (
                "values",
                JSONNode(
                    value.values.map {
                        JSONNode([
                            ("value", JSONNode($0.value)),
                            ("participants", JSONNode($0.participants)),
                        ])
                    }
                )
            ),
        ])
    }
}
