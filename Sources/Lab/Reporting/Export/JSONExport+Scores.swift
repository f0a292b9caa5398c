import Instruments
import ResultsStore
import Statistics
import StudyDefinition

extension JSONExport {
    func satisfaction(_ part: ReportAnalysis.Part) -> [JSONValue] {
        part.satisfaction.map { result in
            .object([
                ("questionnaire", .string(result.questionnaire.id)),
                ("instrument", .string(result.instrument.id)),
                ("study_version", .string(part.group.version)),
                ("condition", .optional(part.group.condition?.id)),
                ("better", .string(result.instrument.better.rawValue)),
                ("scores", .array(result.scores.map { score($0, of: result) })),
                (
                    "suspicions",
                    .array(
                        result.suspicions.map { participant, suspicion in
                            .object([
                                ("participant", .optional(participant)),
                                ("kind", .string(suspicion.kind.rawValue)),
                                ("finding", .string(suspicion.finding)),
                            ])
                        }
                    )
                ),
            ])
        }
    }

    private func score(_ result: Satisfaction.ScoreResult, of whole: Satisfaction) -> JSONValue {
        var members: [(String, JSONValue)] = [
            ("score", .string(result.score.id)), ("name", .string(result.score.name)),
            ("n", .integer(Int64(result.numbers.count))),
        ]
        members += computed("mean", result.mean)
        members += computed("low", result.interval.map(\.low.portable))
        members += computed("high", result.interval.map(\.high.portable))
        members += computed("sd", result.deviation)
        if let grades = whole.grades(of: result) {
            members.append(("grade", .string(grades.mean)))
            members.append(("grade_range", .optional(grades.range)))
        }
        guard whole.participants.count <= Document.mostRows else { return .object(members) }
        members.append(
            (
                "values",
                .array(
                    zip(whole.participants, result.values).map { participant, value in
                        .object(
                            [("participant", .string(participant))] + computed("value", value)
                        )
                    }
                )
            )
        )
        return .object(members)
    }

    func problems(_ part: ReportAnalysis.Part) -> JSONValue? {
        let problems = part.problems
        guard !problems.problems.isEmpty else { return nil }
        var members: [(String, JSONValue)] = [
            ("study_version", .string(part.group.version)),
            ("condition", .optional(part.group.condition?.id)),
            ("of_participants", .integer(Int64(problems.participants.count))),
            (
                "met",
                .array(
                    problems.problems.enumerated().map { index, problem in
                        .object([
                            ("tasks", .strings(part.ids(of: problem.tasks))),
                            ("kind", .string(problem.kind.rawValue)),
                            ("code", .optional(problem.code)),
                            (
                                "severity",
                                problem.severity.map { .integer(Int64($0.upperBound)) } ?? .null
                            ),
                            ("words", .string(problem.words)),
                            (
                                "by",
                                .strings(
                                    problems.participants.indices
                                        .filter { problems.matrix[$0][index] }
                                        .map { problems.participants[$0] }
                                )
                            ),
                        ])
                    }
                )
            ),
        ]
        if let found = problems.discovery {
            members += [
                ("p_observed", .number(found.observed)), ("p_adjusted", .number(found.combined)),
                ("discovered_share", .number(found.discoveredShare.portable)),
                ("chao2", .number(found.chao2)),
            ]
            members += computed("estimated_total", found.estimatedTotal.map(\.portable))
        }
        return .object(members)
    }

    var inputs: JSONValue {
        .array(
            findings.inputs.sessions.map {
                .object([
                    ("participant", .string($0.participant)),
                    ("events", .integer(Int64($0.events))), ("sha256", .string($0.hash)),
                ])
            }
        )
    }
}
