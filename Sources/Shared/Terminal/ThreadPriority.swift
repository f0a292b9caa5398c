package import Foundation

/// Which goes first on a busy machine: the thread that waits for a key, or a build.
///
/// A key's time is taken when its thread runs. On Linux from 6.12 on, whoever asks for a short slice
/// of the processor interrupts whoever has a long one, and neither gets more of it than before; no
/// privilege is needed. Older systems refuse or ignore the wish, and everything runs as it did.
package enum ThreadPriority {
    private static let shortest = Duration.microseconds(100)

    /// For the thread that calls: it runs as soon as it can, and does little when it runs.
    package static func take() {
        #if os(Linux)
            var parameters = sched_param()
            parameters.sched_priority = 1
            // Before everything else, where the system lets it (CAP_SYS_NICE).
            if pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0 { return }
            SchedulingWish(.ordinary, slice: shortest).apply(to: 0)
        #else
            Thread.current.qualityOfService = .userInteractive
        #endif
    }

    /// Applies to all current and future threads of the process: several of them handle a key press
    /// until it is recorded.
    package static func takeForAll() {
        #if os(Linux)
            let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            for thread in threads ?? [] {
                pid_t(thread).map { SchedulingWish(.ordinary, slice: shortest).apply(to: $0) }
            }
        #endif
    }

    /// For a process that has just been started and shall have what any process has.
    package static func giveBack(for process: pid_t) {
        #if os(Linux)
            SchedulingWish(.ordinary, slice: .zero).apply(to: process)
        #endif
    }

    /// For a process that has just been started, and all that it will start: they give way to
    /// whatever wakes, the system's own work for the terminal above all, and lose no time by it.
    package static func yield(of process: pid_t) {
        #if os(Linux)
            SchedulingWish(.batch, slice: .milliseconds(100)).apply(to: process)
        #endif
    }
}

#if os(Linux)
    /// The first version of the kernel's `struct sched_attr`, for `sched_setattr(2)`, which the C
    /// library knows only from glibc 2.41 on.
    private struct SchedulingWish {
        private var size: UInt32 = 48
        private var policy: UInt32
        private var flags: UInt64 = 0
        private var nice: Int32 = 0
        private var priority: UInt32 = 0
        /// Nanoseconds; of an ordinary process, its slice, from 0.1 to 100 ms; 0 for the usual one.
        private var runtime: UInt64
        private var deadline: UInt64 = 0
        private var period: UInt64 = 0

        /// As the kernel numbers them.
        enum Policy: UInt32 { case ordinary = 0, batch = 3 }

        init(_ policy: Policy, slice: Duration) {
            self.policy = policy.rawValue
            runtime = UInt64(slice / .nanoseconds(1))
        }

        #if arch(x86_64)
            private static let number: Int? = 314
        #elseif arch(arm64)
            private static let number: Int? = 274
        #else
            private static let number: Int? = nil
        #endif

        /// - Parameter process: 0 is the thread that calls.
        func apply(to process: pid_t) {
            typealias Call = @convention(c) (Int, Int, UnsafeRawPointer, Int) -> Int
            guard let number = Self.number, let symbol = dlsym(nil, "syscall") else { return }
            let call = unsafeBitCast(symbol, to: Call.self)
            var wish = self
            // To ask for less than the process has would need a privilege.
            wish.nice = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(process))
            _ = withUnsafeBytes(of: wish) { bytes in
                bytes.baseAddress.map { call(number, Int(process), $0, 0) }
            }
        }
    }
#endif
