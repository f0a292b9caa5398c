import Diagnostics
import ResultsStore

extension ReportAnalysis {
    /// Lists where questions were answered and times were taken; empty if everything happened in
    /// the session's terminal.
    var frontEnds: [Block] {
        var counts: [Press.FrontEnd: Int] = [:]
        var terminal = 0
        for entry in entries where entry.start.source == .live {
            for case let answer? in entry.record.answers where answer.amendment == nil {
                guard let place = answer.frontEnd else {
                    terminal += 1
                    continue
                }
                counts[place, default: 0] += 1
            }
        }
        let bounds = entries.flatMap { $0.record.runs.compactMap(\.bound) }
        var blocks: [Block] = []
        if !counts.isEmpty {
            var parts = Press.FrontEnd.allCases.compactMap { place in
                counts[place].map { "\(place.place): \($0)" }
            }
            if terminal > 0 { parts.append("the session's terminal: \(terminal)") }
            let places = parts.joined(separator: ", ")
            blocks.append(.paragraph("Answers by the place where they were given: \(places)."))
        }
        if let largest = bounds.max() {
            blocks.append(
                .paragraph(
                    """
                    Pages took a part of \(counted(bounds.count, "task time")); the largest error \
                    of one is \(milliseconds(largest)).
                    """
                )
            )
        }
        return blocks
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
