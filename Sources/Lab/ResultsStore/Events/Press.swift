/// A key or an answer that came from elsewhere than the session's own terminal. It precedes the events
/// that it caused, in their transaction and with their stamp.
package struct Press: Sendable, Hashable, Codable {
    package enum FrontEnd: String, Sendable, Hashable, Codable, CaseIterable {
        /// The participant's page.
        case page
        /// The facilitator's page.
        case facilitator
        /// `evalrun control`.
        case control
    }

    /// Chosen by the front end. A press that is sent again has the same one, and is recorded once.
    package var id: String
    package var frontEnd: FrontEnd
    /// The pressed key, or "answer" for typed text.
    package var key: String
    /// False if it came too late to have an effect.
    package var isApplied: Bool
    /// The load of the page. Nil if the front end has the session's clock.
    package var load: String?
    /// Nanoseconds on the clock of that load.
    package var page: Int64?
    /// Nanoseconds of the exchange that the page's clock was compared by.
    package var roundTrip: Int64?
    /// Largest distance between the stamp and the press, nanoseconds.
    package var bound: Int64
    /// Pressed without a connection, and sent later.
    package var isLate: Bool
    /// The page's machine slept before the press, in the same load of the document.
    package var hasSlept: Bool

    package init(
        id: String,
        frontEnd: FrontEnd,
        key: String,
        isApplied: Bool = true,
        load: String? = nil,
        page: Int64? = nil,
        roundTrip: Int64? = nil,
        bound: Int64 = 0,
        isLate: Bool = false,
        hasSlept: Bool = false
    ) {
        (self.id, self.frontEnd, self.key, self.isApplied) = (id, frontEnd, key, isApplied)
        (self.load, self.page) = (load, page)
        (self.roundTrip, self.bound) = (roundTrip, bound)
        (self.isLate, self.hasSlept) = (isLate, hasSlept)
    }
}

extension Press {
    /// Error of two readings of a page's clock: browsers round it to a millisecond, and deliver an
    /// event within a frame.
    private static let readings: Int64 = 10_000_000
    /// Quartz clocks of two machines differ by this part of the time, 20 in a million.
    private static let drift: Int64 = 50_000

    /// Largest error of an interval, nanoseconds. Ends at the session's terminal have no press.
    ///
    /// Within a load both ends are readings of one clock. Otherwise each end has its own error.
    package static func bound(from start: Press?, to end: Press?, length: Int64) -> Int64 {
        if let start, let end, let load = start.load, load == end.load,
            let first = start.page, let second = end.page
        {
            let moved = Nanoseconds.sum([second, -first, -length])
            return Nanoseconds.sum([readings, length / drift, abs(moved)])
        }
        return Nanoseconds.sum([start?.bound ?? 0, end?.bound ?? 0])
    }
}

extension RunRecord {
    /// Largest error of the running time, nanoseconds; nil if no end of an interval was a press
    /// elsewhere.
    package func bound(_ presses: [Stamp: Press]) -> Int64? {
        guard !presses.isEmpty else { return nil }
        let ended = segments.filter { $0.kind == .running && $0.to != nil }
        let known = ended.filter { segment in
            presses[segment.from] != nil || segment.to.flatMap { presses[$0] } != nil
        }
        guard !known.isEmpty else { return nil }
        return Nanoseconds.sum(
            known.map { segment in
                Press.bound(
                    // One that was moved to the start of its segment is its end.
                    from: segment.from == segment.to ? nil : presses[segment.from],
                    to: segment.to.flatMap { presses[$0] },
                    length: segment.length()
                )
            } + segments.indices.map { timeAway(before: $0, presses) }
        )
    }

    /// The time that the session was down before a segment, if the press at the segment's end may be of
    /// that time: the page showed no interruption, and the participant may have worked. Otherwise 0.
    private func timeAway(before index: Int, _ presses: [Stamp: Press]) -> Int64 {
        let segment = segments[index]
        guard index > 0, segment.kind == .running, let end = segment.to, let press = presses[end],
            press.bound >= segment.length(), let stop = segments[index - 1].to
        else { return 0 }
        return stop.nanoseconds(to: segment.from) ?? 0
    }
}
