import Foundation

/// A mapping from values to positions on a horizontal or vertical axis.
struct Scale: Sendable {
    var range: ClosedRange<Double>
    var from: Double
    var to: Double
    var isLogarithmic = false

    /// Returns the position of a value on the axis. A value outside the range is moved to the
    /// nearer end.
    func place(_ value: Double) -> Double {
        let value = min(max(value, range.lowerBound), range.upperBound)
        let share: Double
        if isLogarithmic {
            let (low, high) = (log(range.lowerBound), log(range.upperBound))
            share = high > low ? (log(value) - low) / (high - low) : 0.5
        } else {
            let width = range.upperBound - range.lowerBound
            share = width > 0 ? (value - range.lowerBound) / width : 0.5
        }
        return from + share * (to - from)
    }

    /// Times, in seconds, at which a time axis may have a tick.
    static let times: [Double] = [
        0.001, 0.01, 0.1, 1, 2, 5, 10, 20, 30, 60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400,
        36000, 86400, 259_200, 604_800, 2_592_000,
    ]

    static let ratios: [Double] = [
        0.001, 0.01, 0.05, 0.1, 0.2, 0.33, 0.5, 0.67, 0.8, 1, 1.25, 1.5, 2, 3, 5, 10, 20, 100, 1000,
    ]

    /// Returns five ticks at equal distances, from one end of the range to the other.
    static func quarters(of range: ClosedRange<Double>) -> [Double] {
        let width = range.upperBound - range.lowerBound
        return (0...4).map { range.lowerBound + width * Double($0) / 4 }
    }

    /// Returns the narrowest range between two ticks that contains all values. If no tick encloses
    /// the values at one end, this end is half the smallest or twice the greatest value. Nil if
    /// there are no values, or if a value is infinite, zero or negative.
    static func logarithmic(
        around values: [Double],
        ticks: [Double] = Scale.times
    ) -> ClosedRange<Double>? {
        guard let least = values.min(), let greatest = values.max(), least > 0,
            greatest.isFinite
        else { return nil }
        let low = ticks.last { $0 <= least } ?? least / 2
        let high = ticks.first { $0 >= greatest && $0 > low } ?? greatest * 2
        return low...high
    }

    /// Formats a time as an axis label or as the value of a dot. Times below one second have the
    /// unit `s`; whole hours and days have the units `h` and `d`. All other times are minutes and
    /// seconds: 90 minutes are `90:00`, as in the tables.
    static func time(_ seconds: Double) -> String {
        switch seconds {
        case ..<1: "\(fixed(seconds, seconds < 0.01 ? 3 : seconds < 0.1 ? 2 : 1)) s"
        case 86400... where seconds.remainder(dividingBy: 86400) == 0:
            "\(fixed(seconds / 86400, 0)) d"
        case 3600... where seconds.remainder(dividingBy: 3600) == 0:
            "\(fixed(seconds / 3600, 0)) h"
        default: truncatedTime(seconds)
        }
    }
}

extension Canvas {
    /// Draws vertical lines at the ticks within the scale, with labels below. A label that would
    /// touch the previous label is left out.
    mutating func axis(
        _ scale: Scale,
        ticks: [Double],
        top: Double,
        bottom: Double,
        words: (Double) -> String,
        title: String
    ) {
        var end = -Double.infinity
        for tick in ticks where scale.range.contains(tick) {
            let place = scale.place(tick)
            line(place, top, place, bottom)
            let words = words(tick)
            let half = max(17, Double(words.count) * 3.7 + 3)
            if place - half >= end {
                text(words, place, bottom + 16, anchor: .middle)
                end = place + half
            }
        }
        text(title, scale.from, bottom + 38)
    }
}
