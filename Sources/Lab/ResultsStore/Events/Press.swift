/// A key press or an answer that did not come from the session's own terminal. In the log, the
/// press precedes the events that it caused. The press and these events have one stamp and are
/// written in one transaction.
package struct Press: Sendable, Hashable, Codable {
    package enum FrontEnd: String, Sendable, Hashable, Codable, CaseIterable {
        /// The participant's page.
        case page
        /// The facilitator's page.
        case facilitator
        /// The command `evalrun control`.
        case control
    }

    /// Identifier chosen by the front end. A retransmission has the same identifier, so the press
    /// is recorded only once.
    package var id: String
    package var frontEnd: FrontEnd
    /// The pressed key, or "answer" for typed text.
    package var key: String
    /// Whether the press had an effect; false if it came too late.
    package var isApplied: Bool
    /// Identifier of the page load; nil if the front end uses the session's clock.
    package var load: String?
    /// Time of the press on the page's clock, in nanoseconds since the page load; nil if the front
    /// end did not send it.
    package var page: Int64?
    /// Round-trip time, in nanoseconds, of the exchange that compared the page's clock with the
    /// session's clock; nil if the front end did not send it.
    package var roundTrip: Int64?
    /// Largest possible difference between the stamp and the actual time of the press, in
    /// nanoseconds.
    package var bound: Int64
    /// Whether the key was pressed while the front end was disconnected, and sent later.
    package var isLate: Bool
    /// Whether the page's machine was asleep at any time between the page load and the press.
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
        (self.load, self.page, self.roundTrip, self.bound) = (load, page, roundTrip, bound)
        (self.isLate, self.hasSlept) = (isLate, hasSlept)
    }
}

extension Press {
    /// Assumed maximum error, in nanoseconds, of an interval measured with a page's clock. It
    /// covers the rounding of times to a millisecond, and the delay of up to one frame before a
    /// browser delivers an event.
    private static let readings: Int64 = 10_000_000
    /// Reciprocal of the largest relative clock drift. The clocks of two machines are assumed to
    /// differ by at most 20 parts per million.
    private static let drift: Int64 = 50_000

    /// Returns the largest possible error, in nanoseconds, of an interval from the press `start` to
    /// the press `end`. If the interval begins with an event at the session's own terminal, `start`
    /// is nil; if the interval ends with such an event, `end` is nil.
    ///
    /// If both presses come from one page load, both times were measured with the same clock.
    /// Otherwise, each end has its own error, and the errors are added.
    package static func bound(from start: Press?, to end: Press?, length: Int64) -> Int64 {
        if let start, let end, let load = start.load, load == end.load,
            let first = start.page, let second = end.page
        {
            let moved = Nanoseconds.sum(
                [second, Nanoseconds.negated(first), Nanoseconds.negated(length)]
            )
            return Nanoseconds.sum([readings, length / drift, Nanoseconds.magnitude(of: moved)])
        }
        return Nanoseconds.sum([start?.bound ?? 0, end?.bound ?? 0])
    }
}

extension RunRecord {
    /// Returns the largest possible error of the run's time on task, in nanoseconds. Returns nil if
    /// all running segments begin and end with events at the session's own terminal.
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
                    // If a segment has zero length, the stamp of the press that ended it was set to
                    // the segment's start. That press did not begin the segment.
                    from: segment.from == segment.to ? nil : presses[segment.from],
                    to: segment.to.flatMap { presses[$0] },
                    length: segment.length()
                )
            } + segments.indices.map { timeAway(before: $0, presses) }
        )
    }

    /// Returns the length, in nanoseconds, of the session's interruption immediately before a
    /// running segment.
    ///
    /// The page does not show that the session is interrupted. The participant may therefore have
    /// continued to work and pressed the key during the interruption. Such a press arrives only
    /// after the session is resumed, and ends the segment that follows. Returns 0 if the press that
    /// ended the segment cannot have been made during the interruption.
    private func timeAway(before index: Int, _ presses: [Stamp: Press]) -> Int64 {
        let segment = segments[index]
        guard index > 0, segment.kind == .running, let end = segment.to, let press = presses[end],
            press.bound >= segment.length(), let stop = segments[index - 1].to
        else { return 0 }
        return stop.nanoseconds(to: segment.from) ?? 0
    }
}
