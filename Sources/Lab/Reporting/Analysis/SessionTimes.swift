import Foundation
import ResultsStore
import Statistics

extension Entry {
    /// Whether the session's timestamps come from a real clock.
    private var isClocked: Bool { !isImported && !start.simulatedClock }

    /// Returns whether the session began before `wall`, in microseconds since 1970. Nil if its
    /// timestamps do not come from a real clock.
    func began(before wall: Int64) -> Bool? { isClocked ? record.began.map { $0 < wall } : nil }

    /// UTC date on which the session began, such as 2026-03-31; nil if its timestamps do not come
    /// from a real clock.
    var day: String? {
        guard isClocked, let began = record.began else { return nil }
        return Date(timeIntervalSince1970: Double(began) / 1e6)
            .formatted(.iso8601.year().month().day())
    }

    /// UTC date and time at which the session began; nil if its timestamps do not come from a real
    /// clock.
    var began: String? {
        guard isClocked, let began = record.began else { return nil }
        return Date(timeIntervalSince1970: Double(began / 1_000_000)).formatted(.iso8601)
    }

    /// Wall-clock minutes from the first event to the last, including interruptions, rounded to a
    /// tenth. Nil if the timestamps do not come from a real clock.
    var minutes: Double? {
        guard isClocked, let began = record.began, let last = record.last, last >= began else {
            return nil
        }
        return ((Double(last) - Double(began)) / 6e6).rounded() / 10
    }
}

extension ReportAnalysis {
    /// A sentence that states when the sessions were held and how long they took; nil if no session
    /// has timestamps from a real clock.
    var held: Phrase? {
        let days = entries.compactMap(\.day).sorted()
        guard let first = days.first, let last = days.last else { return nil }
        let noun = days.count == 1 ? "The session was" : "\(days.count) sessions were"
        let when = first == last ? "on \(first)" : "from \(first) to \(last)"
        let lengths = entries.compactMap(\.minutes)
        guard let middle = median(lengths).value, let least = lengths.min(),
            let most = lengths.max()
        else { return "\(noun) held \(when) (UTC)." }
        let length =
            least == most
            ? "\(lengths.count == 1 ? "It" : "Each") took \(fixed(middle, 0)) min"
            : """
            They took \(fixed(least, 0)) to \(fixed(most, 0)) min (median \(fixed(middle, 0)) min)
            """
        return "\(noun) held \(when) (UTC). \(length), including breaks and questionnaires."
    }
}
