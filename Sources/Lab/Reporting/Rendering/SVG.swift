import Foundation

/// A dot plot as inline SVG: one row a task, one dot a participant, a logarithmic axis.
struct SVG {
    private let plot: DotPlot
    private let width = 640.0
    private let left = 22.0
    private let right = 24.0
    private let rowHeight = 62.0
    private let top = 6.0

    static func render(_ plot: DotPlot) -> String { SVG(plot: plot).drawing }

    private init(plot: DotPlot) { self.plot = plot }

    private var bottom: Double { top + rowHeight * Double(plot.rows.count) }
    private var colour: String {
        HTMLStyle.palette[plot.colour % HTMLStyle.palette.count]
    }

    private var drawing: String {
        let (number, height) = (plot.number, bottom + 46)
        let rows = plot.rows.enumerated().map {
            row($0.element, at: top + rowHeight * Double($0.offset))
        }
        return """
            <svg viewBox="0 0 \(fixed(width, 0)) \(fixed(height, 0))" role="img" \
            aria-labelledby="figure-\(number)-title figure-\(number)-text">
            <title id="figure-\(number)-title">Time on task of each participant</title>
            <desc id="figure-\(number)-text">\(HTML.escape(description))</desc>
            \(axis)\(rows.joined())</svg>

            """
    }

    private var description: String {
        plot.rows.map { row in
            let times = row.dots.map { dot in
                "\(dot.participant) \(truncatedTime(dot.seconds))"
                    + (dot.isSuccess ? "" : " without success")
            }
            return "\(row.label): \(times.isEmpty ? "no times" : times.joined(separator: ", "))."
        }
        .joined(separator: " ")
    }

    /// Horizontal position of a time.
    private func x(_ seconds: Double) -> Double {
        let (low, high) = (log(plot.range.lowerBound), log(plot.range.upperBound))
        return left + (log(seconds) - low) / (high - low) * (width - left - right)
    }

    private var axis: String {
        let ticks = DotPlot.ticks.filter { plot.range.contains($0) }
        let lines = ticks.map { tick in
            let place = fixed(x(tick), 1)
            return """
                <line x1="\(place)" y1="\(fixed(top, 0))" x2="\(place)" y2="\(fixed(bottom, 0))" \
                stroke="var(--line)"/>
                <text x="\(place)" y="\(fixed(bottom + 16, 0))" font-size="12" \
                text-anchor="middle">\(truncatedTime(tick))</text>

                """
        }
        return lines.joined() + """
            <text x="\(fixed(left, 0))" y="\(fixed(bottom + 38, 0))" font-size="12">\
            Time on task, minutes:seconds, logarithmic axis</text>

            """
    }

    private func row(_ row: DotPlot.Row, at y: Double) -> String {
        let middle = y + 36
        return """
            <text x="\(fixed(left, 0))" y="\(fixed(y + 14, 0))" font-size="13" \
            font-weight="600">\(HTML.escape(row.label))</text>
            \(interval(row, middle + 15))\(dots(row, middle))
            """
    }

    private func interval(_ row: DotPlot.Row, _ y: Double) -> String {
        guard let centre = row.centre else { return "" }
        var text = ""
        if let low = row.low, let high = row.high {
            text += """
                <line x1="\(fixed(x(clamped(low)), 1))" y1="\(fixed(y, 0))" \
                x2="\(fixed(x(clamped(high)), 1))" y2="\(fixed(y, 0))" stroke="var(--ink)" \
                stroke-width="1.5"/>

                """
        }
        let (place, half) = (x(clamped(centre)), 5.0)
        return text + """
            <path d="M\(fixed(place - half, 1)) \(fixed(y, 0))L\(fixed(place, 1)) \
            \(fixed(y - half, 0))L\(fixed(place + half, 1)) \(fixed(y, 0))L\(fixed(place, 1)) \
            \(fixed(y + half, 0))Z" fill="var(--ink)"/>

            """
    }

    private func clamped(_ seconds: Double) -> Double {
        min(max(seconds, plot.range.lowerBound), plot.range.upperBound)
    }

    /// Dots that would cover each other are moved up, one step for each; above the last step they
    /// overlap, and are seen through.
    private func dots(_ row: DotPlot.Row, _ y: Double) -> String {
        var last = [Double](repeating: -.infinity, count: 4)
        let sorted = row.dots.enumerated().sorted {
            ($0.element.seconds, $0.offset) < ($1.element.seconds, $1.offset)
        }
        return sorted.map { _, dot in
            let place = x(dot.seconds)
            let free = last.indices.first { place - last[$0] >= 10 }
            let level = free ?? last.indices.min { last[$0] < last[$1] } ?? 0
            last[level] = place
            let fill = dot.isSuccess ? colour : "var(--paper)"
            return """
                <circle cx="\(fixed(place, 1))" cy="\(fixed(y - Double(level) * 6, 1))" r="4.5" \
                fill="\(fill)" fill-opacity="0.85" stroke="\(colour)" stroke-width="1.5">\
                <title>\(HTML.escape(dot.participant)) \(truncatedTime(dot.seconds))</title></circle>

                """
        }
        .joined()
    }
}

extension DotPlot {
    /// Seconds at which an axis may have a line.
    static let ticks: [Double] = [
        1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 36000,
    ]

    /// From the tick below the least to the tick above the greatest.
    static func range(around seconds: [Double]) -> ClosedRange<Double>? {
        guard let least = seconds.min(), let greatest = seconds.max(), least > 0 else { return nil }
        let low = ticks.last { $0 <= least } ?? least / 2
        let high = ticks.first { $0 >= greatest && $0 > low } ?? greatest * 2
        return low...high
    }
}
