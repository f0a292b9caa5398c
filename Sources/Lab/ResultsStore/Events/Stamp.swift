/// The time of an event on two clocks.
///
/// Intervals are computed from `monotonic`, which can only be compared within one `boot`. `wall` is
/// for display, and for gaps that span a reboot.
package struct Stamp: Sendable, Hashable, Codable {
    /// Nanoseconds since the machine was booted, on a clock that is never adjusted.
    package var monotonic: Int64
    /// Microseconds since 1970, UTC.
    package var wall: Int64
    /// Identifier of the boot at which the monotonic clock started.
    package var boot: String

    package init(monotonic: Int64, wall: Int64, boot: String) {
        (self.monotonic, self.wall, self.boot) = (monotonic, wall, boot)
    }

    /// The stamp of events that were not observed live, such as imported rows.
    package static let unknown = Stamp(monotonic: 0, wall: 0, boot: "")

    /// Returns the nanoseconds from `self` to `later`; nil if the machine was rebooted in between,
    /// or if the clock ran backwards.
    package func nanoseconds(to later: Stamp) -> Int64? {
        guard boot == later.boot, later.monotonic >= monotonic else { return nil }
        return Nanoseconds.sum([later.monotonic, Nanoseconds.negated(monotonic)])
    }

    package func advanced(by nanoseconds: Int64) -> Stamp {
        Stamp(
            monotonic: Nanoseconds.sum([monotonic, nanoseconds]),
            wall: Nanoseconds.sum([wall, nanoseconds / 1000]),
            boot: boot
        )
    }
}

/// Arithmetic on nanoseconds. A results file may be damaged, so values that overflow are clipped.
/// Values are validated when a file is read (``checked(_:)``).
package enum Nanoseconds {
    package static func sum(_ values: some Sequence<Int64>) -> Int64 {
        values.reduce(0) { sum, value in
            let (result, overflow) = sum.addingReportingOverflow(value)
            return overflow ? (value > 0 ? .max : .min) : result
        }
    }

    package static func negated(_ value: Int64) -> Int64 { value == .min ? .max : -value }

    /// Returns the absolute value; `Int64.max` if the absolute value does not fit in 64 bits.
    package static func magnitude(of value: Int64) -> Int64 { value < 0 ? negated(value) : value }

    /// Longest duration accepted from a file: 2⁵³ ns, about 104 days, which a double represents
    /// exactly.
    package static let longest: Int64 = 1 << 53

    package static func isPlausible(_ value: Int64) -> Bool {
        (-longest...longest).contains(value)
    }

    /// Returns `value`, or throws an error if it is not a possible duration in a session.
    static func checked(_ value: Int64) throws -> Int64 {
        guard isPlausible(value) else {
            throw damaged("a duration is invalid: \(value) ns")
        }
        return value
    }
}
