import Foundation
import ResultsStore
import StudyDefinition
import Instruments
import Statistics

/// Whether three conditions or more differ at all, over all tasks together.
struct OmnibusTest: Sendable {
    enum Result: Sendable {
        case within(Computed<Friedman>)
        case between(Computed<KruskalWallis>)
    }

    var version: String
    var names: [String]
    var result: Result

    var pairs: Int { names.count * (names.count - 1) / 2 }

    /// Whether a p as small as this is still below 5 % after Holm over all pairs.
    func pairsCanReach(_ smallest: Double) -> Bool { smallest * Double(pairs) <= 0.05 }

    static func all(_ parts: [Findings.Part]) -> [OmnibusTest] {
        var versions: [String] = []
        for part in parts where !versions.contains(part.group.version) {
            versions.append(part.group.version)
        }
        return versions.compactMap { version in
            let compared = parts.filter {
                $0.group.version == version && $0.group.condition != nil && !$0.tasks.isEmpty
            }
            return compared.count > 2 ? OmnibusTest(version: version, compared) : nil
        }
    }

    private init(version: String, _ parts: [Findings.Part]) {
        self.version = version
        names = parts.compactMap(\.group.condition?.title)
        let values = parts.map { $0.overallValues }
        let complete = values[0].keys.sorted().compactMap { name -> [Double]? in
            let row = values.compactMap { $0[name] }
            return row.count == values.count ? row : nil
        }
        let most = values.map(\.count).max() ?? 0
        result =
            2 * complete.count > most
            ? .within(friedman(complete))
            : .between(
                kruskalWallis(values.map { group in group.sorted { $0.key < $1.key }.map(\.value) })
            )
    }
}

extension Findings.Part {
    /// Participant → the number of failures first, then the mean of ln time over the successes;
    /// those who attempted nothing are left out.
    fileprivate var overallValues: [String: Double] {
        var values: [String: Double] = [:]
        for (place, entry) in group.entries.enumerated() {
            let cells = tasks.map { $0.cells[place] }.filter(\.outcome.isAttempt)
            guard !cells.isEmpty else { continue }
            let times = cells.compactMap(\.successTime).map { log($0) }
            let mean = times.reduce(0, +) / Double(max(1, times.count))
            values[entry.participant] = mean + 1000 * Double(cells.count { !$0.outcome.isSuccess })
        }
        return values
    }
}
