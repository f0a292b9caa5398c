import JSON
import StudyDefinition

extension Guess {
    /// Adjacent columns that may be the items of a questionnaire, one column per item. The answers
    /// fit the questionnaire's scale, but the headings do not name the questionnaire. This
    /// happens, for example, with a translated questionnaire.
    struct Series {
        var columns: [Column]
        var line: String
    }

    /// Returns the series of columns that may be the items of a questionnaire.
    ///
    /// - Parameter places: indices of the columns that have no known role.
    func series(_ places: [Int]) -> [Series] {
        var runs: [[Int]] = []
        for place in places {
            if let last = runs.last?.last, last + 1 == place {
                runs[runs.count - 1].append(place)
            } else {
                runs.append([place])
            }
        }
        return study.questionnaires.compactMap { questionnaire in
            let count = questionnaire.items.count
            guard count > 3 else { return nil }
            let found = runs.flatMap { run -> [Series] in
                let answered = run.map { columns[$0] }.filter { !$0.values.isEmpty }
                return (0..<max(0, answered.count - count + 1)).compactMap { start in
                    series(Array(answered[start..<start + count]), questionnaire)
                }
            }
            return found.count == 1 ? found[0] : nil
        }
    }

    private func series(_ run: [Column], _ questionnaire: Questionnaire) -> Series? {
        let item = questionnaire.items[0]
        guard case .scale(let min, let max, _, _) = item.kind,
            questionnaire.items.allSatisfy({ $0.kind == item.kind })
        else { return nil }
        let cells = Set(run.flatMap(\.values)).filter { !isMissing($0) }
        let numbers = cells.compactMap { Int($0) }
        let names = run.map { jsonText($0.name) }.joined(separator: ", ")
        var line = "  - {columns: [\(names)], questionnaire: \(FoundTime.open)"
        if numbers.count == cells.count, let least = numbers.min(), let most = numbers.max() {
            guard least >= min, most <= max else { return nil }
            line += "}  # answers \(least) to \(most)"
        } else {
            let isShared = run.indices.allSatisfy { place in
                let others = run.indices.filter { $0 != place }.flatMap { run[$0].values }
                return !Set(run[place].values).isDisjoint(with: others)
            }
            guard numbers.isEmpty, cells.count <= max - min + 1, isShared else { return nil }
            line += ", values: {\(Labels.yaml(cells, item))}}  # scale from \(min) to \(max)"
        }
        return Series(
            columns: run,
            line: line + "; perhaps the \(run.count) items of \(questionnaire.id), in their order"
        )
    }
}
