import ResultsStore
import Statistics
import StudyDefinition

/// `report.json`; its members are described on the page ReportFiles.
struct JSONExport: Sendable {
    let findings: ReportAnalysis

    init(_ findings: ReportAnalysis) { self.findings = findings }

    var bytes: [UInt8] {
        var members: [(String, JSONValue)] = [
            ("format", .integer(1)),
            ("study", study),
            ("scripted", .bool(findings.sample.isScripted)),
            ("simulated", .bool(findings.isSimulated)),
            ("notices", .strings(findings.notices.map(\.plain))),
            ("participants", .array(findings.entries.map(participant))),
            (
                "tasks",
                .array(findings.parts.flatMap { part in part.tasks.map { task($0, part) } })
            ),
            ("completion", .array(findings.parts.compactMap(completion))),
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
        members += optionalMembers
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
            ("session", .integer(entry.record.number)),
            ("source", .string(entry.start.source.rawValue)),
            ("simulated_clock", .bool(entry.start.simulatedClock)),
            ("state", .string(entry.record.state.rawValue)),
            ("conditions", .strings(entry.start.conditions)),
            ("order_known", .bool(entry.start.isOrderKnown)),
            ("began", .optional(entry.began)),
            ("minutes", entry.minutes.map { .number($0) } ?? .null),
            ("withheld", .optional(entry.record.withheld.map(Int64.init))),
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
