import Instruments
import ResultsStore
import Statistics
import StudyDefinition

extension CSVExport {
    /// Tables that a study has only where there is something to put in.
    var further: [(String, [[String]])] {
        [("scores", scores), ("problems", problems)].filter { $0.1.count > 1 }
    }

    private var scores: [[String]] {
        let header = [
            "participant", "study_version", "condition", "questionnaire", "instrument", "score",
            "value", "not_computable",
        ]
        return [header]
            + findings.parts.flatMap { part in
                part.satisfaction.flatMap { result in
                    result.scores.flatMap { score in
                        zip(result.participants, score.values).map { participant, value in
                            [
                                participant, part.group.version, part.group.conditionID,
                                result.questionnaire.id, result.instrument.id, score.score.id,
                                value.value.map { "\($0)" } ?? "", value.reason ?? "",
                            ]
                        }
                    }
                }
            }
    }

    private var problems: [[String]] {
        let header = [
            "study_version", "condition", "task", "kind", "words", "participant", "met",
        ]
        return [header]
            + findings.parts.flatMap { part -> [[String]] in
                let problems = part.problems
                return problems.problems.enumerated().flatMap { index, problem in
                    problems.participants.indices.map { place in
                        [
                            part.group.version, part.group.conditionID,
                            part.tasks[problem.task - 1].task.id, problem.kind.rawValue,
                            problem.words, problems.participants[place],
                            problems.matrix[place][index] ? "yes" : "no",
                        ]
                    }
                }
            }
    }
}
