import ResultsStore
import Synchronization

/// Detector of the machine's sleep, for example after the lid of a laptop was closed.
final class SleepWatch: Sendable {
    /// Shortest sleep that is detected, in nanoseconds. ``SessionClock/asleep`` is the difference of
    /// two clocks that are not read at the same time, so it varies slightly.
    static let shortest: Int64 = 1_000_000_000

    private let clock: SessionClock
    /// The time of the latest call of ``check(_:)``, and how long the machine had slept by then.
    /// Protected by a mutex because front ends use different threads.
    private let latest: Mutex<(at: Stamp, asleep: Int64)>

    init(_ clock: SessionClock) {
        self.clock = clock
        latest = Mutex((at: clock.now(), asleep: clock.asleep()))
    }

    /// Calls `tell` if the machine has slept since the previous call of this method. Called about
    /// once a second, and before each input is sent to the engine. Input from another thread waits
    /// until `tell` returns.
    func check(_ tell: (Woke) -> Void) {
        latest.withLock { latest in
            let before = latest
            // The value is too small if this process has to wait between the readings of the two
            // clocks. The next value is then larger, although the machine has not slept.
            latest = (clock.now(), max(before.asleep, clock.asleep()))
            guard latest.asleep - before.asleep >= Self.shortest else { return }
            tell(Woke(lastAlive: before.at, at: latest.at))
        }
    }
}
