import CSV
import Instruments
import ResultsStore
import Statistics
import StudyDefinition

extension CSVExport {
    /// Tables that are written only if they have rows.
    var further: [File] {
        let parts = findings.parts
        let isScored = parts.contains { part in
            part.satisfaction.contains { !$0.scores.isEmpty && !$0.participants.isEmpty }
        }
        let hasProblems = parts.contains {
            !$0.problems.problems.isEmpty && !$0.problems.participants.isEmpty
        }
        let isRated = findings.entries.contains { !$0.record.ratings.isEmpty }
        let hasTasks = parts.contains { !$0.tasks.isEmpty }
        let isCompared = hasTasks && parts.count { $0.group.condition != nil } > 1
        return (hasTasks ? [file("descriptions") { $0.descriptions(to: &$1) }] : [])
            + (isCompared ? [file("contrasts") { $0.contrasts(to: &$1) }] : [])
            + (isScored ? [file("scores") { $0.scores(to: &$1) }] : [])
            + (isScored ? [file("reliability") { $0.reliability(to: &$1) }] : [])
            + (hasProblems ? [file("problems") { $0.problems(to: &$1) }] : [])
            + (hasProblems ? [file("discovery") { $0.discovery(to: &$1) }] : [])
            + (findings.registered.isEmpty ? [] : [file("registered") { $0.registered(to: &$1) }])
            + (isRated ? [file("ratings") { $0.ratings(to: &$1) }] : [])
    }

    private func scores(to text: inout CSVText) {
        text.addRow([
            "participant", "study_version", "condition", "questionnaire", "instrument", "score",
            "value", "not_computable",
        ])
        for part in findings.parts {
            for result in part.satisfaction {
                for score in result.scores {
                    for (participant, value) in zip(result.participants, score.values) {
                        text.add([participant, part.group.version, part.group.conditionID])
                        text.add([result.questionnaire.id, result.instrument.id, score.score.id])
                        text.add(value.value)
                        text.add(value.reason ?? "")
                        text.endRow()
                    }
                }
            }
        }
    }

    private func problems(to text: inout CSVText) {
        text.addRow([
            "study_version", "condition", "task", "kind", "code", "severity", "words",
            "participant", "met",
        ])
        for part in findings.parts {
            let problems = part.problems
            for (index, problem) in problems.problems.enumerated() {
                let tasks = part.ids(of: problem.tasks).joined(separator: " ")
                let about = CSVText.cells { row in
                    row.add([part.group.version, part.group.conditionID, tasks])
                    row.add([problem.kind.rawValue, problem.code ?? ""])
                    row.add(problem.severity.map { Int64($0.upperBound) })
                    row.add(problem.words)
                }
                for (place, participant) in problems.participants.enumerated() {
                    text.add(cells: about)
                    text.add(participant)
                    text.add(yes: problems.matrix[place][index])
                    text.endRow()
                }
            }
        }
    }
}

extension ReportAnalysis.Part {
    /// Returns the ids of the tasks with the given numbers (``TaskResult/number``).
    func ids(of numbers: [Int]) -> [String] {
        tasks.filter { numbers.contains($0.number) }.map(\.task.id)
    }
}
