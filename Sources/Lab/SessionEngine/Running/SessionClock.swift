import Foundation
package import ResultsStore
import Synchronization

/// Source of time stamps.
package struct SessionClock: Sendable {
    package var now: @Sendable () -> Stamp
    /// A function that returns for how long the machine has slept since it was booted, in
    /// nanoseconds.
    package var asleep: @Sendable () -> Int64

    package init(
        asleep: @escaping @Sendable () -> Int64 = { 0 },
        now: @escaping @Sendable () -> Stamp
    ) {
        (self.asleep, self.now) = (asleep, now)
    }

    /// The machine's clocks. The monotonic clock continues while the machine sleeps, both on Linux
    /// (`CLOCK_BOOTTIME`) and on macOS (`CLOCK_MONOTONIC`).
    package static var system: SessionClock {
        let boot = bootID()
        return SessionClock(
            asleep: {
                #if os(Linux)
                    return nanoseconds(CLOCK_BOOTTIME) - nanoseconds(CLOCK_MONOTONIC)
                #else
                    return nanoseconds(CLOCK_MONOTONIC_RAW) - nanoseconds(CLOCK_UPTIME_RAW)
                #endif
            },
            now: {
                #if os(Linux)
                    let monotonic = nanoseconds(CLOCK_BOOTTIME)
                #else
                    let monotonic = nanoseconds(CLOCK_MONOTONIC)
                #endif
                let wall = nanoseconds(CLOCK_REALTIME) / 1000
                return Stamp(monotonic: monotonic, wall: wall, boot: boot)
            }
        )
    }

    static func nanoseconds(_ id: clockid_t) -> Int64 {
        var time = timespec()
        clock_gettime(id, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private static func bootID() -> String {
        #if os(Linux)
            let text = try? String(
                contentsOfFile: "/proc/sys/kernel/random/boot_id",
                encoding: .utf8
            )
            return text?.trimmed ?? "unknown"
        #else
            var size = 0
            sysctlbyname("kern.bootsessionuuid", nil, &size, nil, 0)
            var bytes = [CChar](repeating: 0, count: max(size, 1))
            sysctlbyname("kern.bootsessionuuid", &bytes, &size, nil, 0)
            return String(decoding: bytes.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
        #endif
    }
}

/// A clock that advances only when its methods are called, for tests, scripts and simulations.
package final class SimulatedClock: Sendable {
    /// The current time. It starts at 2000-01-01, so that nobody mistakes it for a real date.
    private let stamp = Mutex(Stamp(monotonic: 0, wall: 946_684_800_000_000, boot: "simulated"))

    package init(start: Stamp? = nil) {
        if let start { stamp.withLock { $0 = start } }
    }

    package var clock: SessionClock { SessionClock(now: { self.now }) }

    package var now: Stamp { stamp.withLock { $0 } }

    package func advance(by nanoseconds: Int64) {
        stamp.withLock { $0 = $0.advanced(by: nanoseconds) }
    }

    package func move(to target: Stamp) {
        stamp.withLock { if target.monotonic > $0.monotonic { $0 = target } }
    }
}
