import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Sentences that state where answers were entered, and how many task times a web page recorded.
    /// Empty if everything was entered in the session's terminal.
    var frontEnds: [Phrase] {
        var counts: [Press.FrontEnd: Int] = [:]
        var terminal = 0
        for entry in entries where entry.start.source == .live {
            for case let answer? in entry.record.answers where answer.amendment == nil {
                if let place = answer.frontEnd {
                    counts[place, default: 0] += 1
                } else {
                    terminal += 1
                }
            }
        }
        let bounds = entries.flatMap { $0.record.runs.compactMap(\.bound) }
        var sentences: [Phrase] = []
        if !counts.isEmpty {
            var parts = Press.FrontEnd.allCases.compactMap { place in
                counts[place].map { "\(place.place): \($0)" }
            }
            if terminal > 0 { parts.append("the session's terminal: \(terminal)") }
            let places = parts.joined(separator: ", ")
            sentences.append("Number of answers by the screen where they were entered: \(places).")
        }
        if let largest = bounds.max() {
            sentences.append(
                """
                The start or end of \(counted(bounds.count, "task time")) was recorded by a web \
                page; the error of such a time is at most \(milliseconds(largest)).
                """
            )
        }
        return sentences
    }

    private func milliseconds(_ nanoseconds: Int64) -> String {
        nanoseconds < 10_000_000_000
            ? "\((nanoseconds + 999_999) / 1_000_000) ms" : "\(nanoseconds / 1_000_000_000) s"
    }
}

extension Press.FrontEnd {
    fileprivate var place: String {
        switch self {
        case .page: "the participant's page"
        case .facilitator: "the facilitator's page"
        case .control: "the facilitator's terminal"
        }
    }
}
