import Instruments
import JSON
import ResultsStore
import Statistics
import StudyDefinition

extension JSONExport {
    func satisfaction(_ part: ReportAnalysis.Part) -> [JSONNode] {
        part.satisfaction.map { result in
            let suspicions: [JSONNode] = result.suspicions.map { participant, suspicion in
                [
                    "participant": JSONNode(participant),
                    "kind": JSONNode(suspicion.kind.rawValue),
                    "finding": JSONNode(suspicion.finding),
                ]
            }
            var members: [(String, JSONNode)] = [
                ("questionnaire", JSONNode(result.questionnaire.id)),
                ("instrument", JSONNode(result.instrument.id)),
            ]
            if let translation = result.questionnaire.instrument?.translation {
                members.append(("translation", ["source": JSONNode(translation.source)]))
            }
            members += [
                ("study_version", JSONNode(part.group.version)),
                ("condition", JSONNode(part.group.condition?.id)),
                ("better", JSONNode(result.instrument.better.rawValue)),
                ("scores", JSONNode(result.scores.map { score($0, of: result) })),
                ("suspicions", JSONNode(suspicions)),
            ]
            return JSONNode(members)
        }
    }

    private func score(_ result: Satisfaction.ScoreResult, of whole: Satisfaction) -> JSONNode {
        var members: [(String, JSONNode)] = [
            ("score", JSONNode(result.score.id)), ("name", JSONNode(result.score.name)),
            ("n", JSONNode(result.numbers.count)),
        ]
        members += computed("mean", result.mean)
        members += bounds("", result.interval)
        members += computed("sd", result.deviation)
        if let grades = whole.grades(of: result) {
            members.append(("grade", JSONNode(grades.mean)))
            members.append(("grade_range", JSONNode(grades.range)))
        }
        guard whole.participants.count <= Document.mostRows else { return JSONNode(members) }
        let values = zip(whole.participants, result.values).map { participant, value in
            JSONNode([("participant", JSONNode(participant))] + computed("value", value))
        }
        return JSONNode(members + [("values", JSONNode(values))])
    }

    func problems(_ part: ReportAnalysis.Part) -> JSONNode? {
        let problems = part.problems
        guard !problems.problems.isEmpty else { return nil }
        let met: [JSONNode] = problems.problems.enumerated().map { index, problem in
            let by = zip(problems.participants, problems.matrix).filter { $1[index] }.map(\.0)
            return [
                "tasks": JSONNode(part.ids(of: problem.tasks)),
                "kind": JSONNode(problem.kind.rawValue),
                "code": JSONNode(problem.code),
                "severity": JSONNode(problem.severity?.upperBound),
                "words": JSONNode(problem.words),
                "by": JSONNode(by),
            ]
        }
        var members: [(String, JSONNode)] = [
            ("study_version", JSONNode(part.group.version)),
            ("condition", JSONNode(part.group.condition?.id)),
            ("of_participants", JSONNode(problems.participants.count)), ("met", JSONNode(met)),
        ]
        if let found = problems.discovery {
            members += [
                ("p_observed", JSONNode(found.observed)), ("p_adjusted", JSONNode(found.combined)),
                ("discovered_share", JSONNode(found.discoveredShare.portable)),
                ("chao2", JSONNode(found.chao2)),
            ]
            members += computed("estimated_total", found.estimatedTotal.map(\.portable))
        }
        return JSONNode(members)
    }

    var inputs: JSONNode {
        JSONNode(
            findings.inputs.sessions.map {
                [
                    "participant": JSONNode($0.participant), "events": JSONNode($0.events),
                    "sha256": JSONNode($0.hash),
                ]
            }
        )
    }
}
