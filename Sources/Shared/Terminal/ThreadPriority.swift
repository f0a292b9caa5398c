package import Foundation

/// Scheduling priority of the thread that waits for a key. On a busy machine, this thread competes
/// with builds and other work.
///
/// The time of a key press cannot be measured until the waiting thread runs. Since Linux 6.12, a
/// thread can request a short time slice, and then preempts threads with long time slices. It gets
/// no additional processor time, and needs no privilege. Older systems refuse or ignore the
/// request.
package enum ThreadPriority {
    private static let shortest = Duration.microseconds(100)

    /// Requests that the calling thread run as soon as it is ready. The thread should do only a
    /// little work each time it runs, because it delays other threads.
    package static func take() {
        #if os(Linux)
            var parameters = sched_param()
            parameters.sched_priority = 1
            // Real-time priority, if the system permits it (CAP_SYS_NICE).
            if pthread_setschedparam(pthread_self(), SCHED_RR, &parameters) == 0 { return }
            SchedulingWish(.ordinary, slice: shortest).apply(to: 0)
        #else
            Thread.current.qualityOfService = .userInteractive
        #endif
    }

    /// Requests short time slices for all current threads of the process. Has no effect on systems
    /// other than Linux. New threads inherit short time slices from the threads that start them.
    /// All threads need short time slices, because several threads handle a key press before it is
    /// recorded.
    package static func takeForAll() {
        #if os(Linux)
            let threads = try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")
            for thread in threads ?? [] {
                pid_t(thread).map { SchedulingWish(.ordinary, slice: shortest).apply(to: $0) }
            }
        #endif
    }

    /// Resets a new process to the default scheduling. The process may have inherited short time
    /// slices from this process. Has no effect on systems other than Linux.
    package static func giveBack(for process: pid_t) {
        #if os(Linux)
            SchedulingWish(.ordinary, slice: .zero).apply(to: process)
        #endif
    }

    /// Allows waking threads, such as those of the terminal program, to preempt a new process and
    /// its child processes. The preempted processes still get their usual share of processor time.
    package static func yield(of process: pid_t) {
        #if os(Linux)
            SchedulingWish(.batch, slice: .milliseconds(100)).apply(to: process)
        #endif
    }
}

#if os(Linux)
    /// First version of the kernel's `struct sched_attr`, an argument of `sched_setattr(2)`. The
    /// structure is declared here, because glibc before version 2.41 declares neither the structure
    /// nor the function.
    private struct SchedulingWish {
        private var size: UInt32 = 48
        private var policy: UInt32
        private var flags: UInt64 = 0
        private var nice: Int32 = 0
        private var priority: UInt32 = 0
        /// Time slice in nanoseconds; 0 for the default. The kernel accepts 0.1 to 100 ms.
        private var runtime: UInt64
        private var deadline: UInt64 = 0
        private var period: UInt64 = 0

        /// Scheduling policies. The raw values are the numbers that the kernel uses.
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

        /// Requests this scheduling for a process.
        ///
        /// - Parameter process: id of a process or thread; 0 for the calling thread.
        func apply(to process: pid_t) {
            typealias Call = @convention(c) (Int, Int, UnsafeRawPointer, Int) -> Int
            guard let number = Self.number, let symbol = dlsym(nil, "syscall") else { return }
            let call = unsafeBitCast(symbol, to: Call.self)
            var wish = self
            // Keeps the present nice value, because a lower value would need a privilege.
            wish.nice = getpriority(Int32(PRIO_PROCESS.rawValue), id_t(process))
            _ = withUnsafeBytes(of: wish) { bytes in
                bytes.baseAddress.map { call(number, Int(process), $0, 0) }
            }
        }
    }
#endif
