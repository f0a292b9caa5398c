/// When something happened, on both clocks.
///
/// Intervals come from `monotonic` and are only meaningful between stamps of one `boot`; `wall` is
/// for people and for gaps that span a reboot.
package struct Stamp: Sendable, Hashable, Codable {
    /// Nanoseconds on a clock that never steps.
    package var monotonic: Int64
    /// Microseconds since 1970, UTC.
    package var wall: Int64
    /// The boot that `monotonic` counts from.
    package var boot: String

    package init(monotonic: Int64, wall: Int64, boot: String) {
        self.monotonic = monotonic
        self.wall = wall
        self.boot = boot
    }

    /// The stamp of what was not witnessed: imported rows.
    package static let unknown = Stamp(monotonic: 0, wall: 0, boot: "")

    /// Nanoseconds from `self` to `later`; nil across boots and where the clock ran backwards.
    package func nanoseconds(to later: Stamp) -> Int64? {
        guard boot == later.boot, later.monotonic >= monotonic else { return nil }
        return later.monotonic - monotonic
    }

    package func advanced(by nanoseconds: Int64) -> Stamp {
        Stamp(monotonic: monotonic + nanoseconds, wall: wall + nanoseconds / 1000, boot: boot)
    }
}
