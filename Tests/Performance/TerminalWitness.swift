import Foundation
import Synchronization

/// When a terminal had a key, whoever reads it: the system signals it (`O_ASYNC`) before it wakes
/// the reader. A program can stamp a key no sooner; how late the system brings it from the other end
/// of a pseudo-terminal, by a kernel thread that waits its turn beside builds, is nobody's error.
///
/// On Linux; elsewhere nothing is seen.
final class TerminalWitness: Sendable {
    /// The thread writes, the benchmark reads when keys have come.
    private let stamps = Mutex<[Double]>([])
    private let device: Int32

    /// When the first key came since `instant`, in seconds of ``now()``; nil where the system did not
    /// say.
    func seen(since instant: Double) -> Double? {
        stamps.withLock { $0.first { $0 >= instant } }
    }

    /// - Parameter path: the terminal's device.
    init(_ path: String) throws {
        device = open(path, O_RDONLY | O_NOCTTY | O_NONBLOCK)
        guard device >= 0 else {
            throw Measured.Failed(description: "\(path): \(String(cString: strerror(errno)))")
        }
        #if os(Linux)
            let file = device
            Thread.detachNewThread { [weak self] in
                var signals = sigset_t()
                sigemptyset(&signals)
                sigaddset(&signals, SIGIO)
                pthread_sigmask(SIG_BLOCK, &signals, nil)
                var parameters = sched_param(sched_priority: 2)
                _ = pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
                guard Self.signal(of: file, to: Self.thread()) else { return }
                var signal = siginfo_t()
                while sigwaitinfo(&signals, &signal) == SIGIO {
                    let at = now()
                    guard let self else { return }
                    // The others say that it may be written to.
                    if signal.si_code == Self.input { stamps.withLock { $0.append(at) } }
                }
            }
        #endif
    }

    #if os(Linux)
        /// `struct f_owner_ex` of fcntl(2), which the C library declares for GNU programs only.
        private struct Owner {
            var kind: Int32 = 0  // F_OWNER_TID
            var thread: Int32
        }

        private static let setSignal: Int32 = 10  // F_SETSIG
        private static let setOwner: Int32 = 15  // F_SETOWN_EX
        private static let input: Int32 = 1  // POLL_IN, of sigaction(2)

        private static func signal(of file: Int32, to thread: Int32) -> Bool {
            var owner = Owner(thread: thread)
            return fcntl(file, setOwner, &owner) == 0
                && fcntl(file, setSignal, SIGIO) == 0
                && fcntl(file, F_SETFL, O_ASYNC | O_NONBLOCK) == 0
        }

        private static func thread() -> Int32 {
            typealias Call = @convention(c) () -> Int32
            return dlsym(nil, "gettid").map { unsafeBitCast($0, to: Call.self)() } ?? 0
        }
    #endif

    deinit { close(device) }
}
