import Foundation
import SessionEngine
import Synchronization

/// Seconds before and after a key was written to its terminal.
typealias Press = (from: Double, to: Double)

/// The clock that sessions take their stamps from, in seconds.
func now() -> Double {
    var time = timespec()
    #if os(Linux)
        clock_gettime(CLOCK_BOOTTIME, &time)
    #else
        clock_gettime(CLOCK_MONOTONIC, &time)
    #endif
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
}

/// Neither the person's finger nor the observer's eye is what is measured: nothing comes between a
/// key and its two stamps, or a commit and its own, where the system lets this thread go before all
/// others (`CAP_SYS_NICE`). How long keys took to press is printed, so that a reader sees whether it
/// did.
enum Foremost {
    static func press(_ key: () throws -> Void) rethrows -> Press {
        try run {
            let from = now()
            try key()
            return (from, now())
        }
    }

    static func run<Value>(_ body: () throws -> Value) rethrows -> Value {
        #if os(Linux)
            var parameters = sched_param(sched_priority: 2)
            _ = pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
            defer {
                parameters.sched_priority = 0
                _ = pthread_setschedparam(pthread_self(), SCHED_OTHER, &parameters)
            }
        #endif
        return try body()
    }
}

/// Keeps processors from sleeping, where the system lets it, until it is gone: a virtual machine's
/// sleeping processor comes back when its host pleases, which takes milliseconds on a busy one.
///
/// Source: <https://docs.kernel.org/power/pm_qos_interface.html>; rt-tests' cyclictest measures so.
final class Awake {
    private let wish: Int32
    let words: String

    init() {
        wish = open("/dev/cpu_dma_latency", O_WRONLY)
        var microseconds: Int32 = 0
        words =
            write(wish, &microseconds, MemoryLayout<Int32>.size) > 0
            ? "processors are kept from sleeping"
            : "processors may sleep (/dev/cpu_dma_latency is not there, or not for this user)"
    }

    deinit { close(wish) }
}

/// A pseudo-terminal and a thread that reads it and does nothing else: what the machine allows.
final class BareReader: Sendable {
    private let controller: Int32
    /// The thread writes, the benchmark reads when keys have come.
    private let stamps = Mutex<[Double]>([])
    private let presses = Mutex<[Press]>([])

    var pressed: [Press] { presses.withLock { $0 } }
    var seen: [Double] { stamps.withLock { $0 } }

    init() throws {
        var (controller, device): (Int32, Int32) = (-1, -1)
        guard openpty(&controller, &device, nil, nil, nil) == 0 else {
            throw CocoaError(.fileReadUnknown)
        }
        var attributes = termios()
        tcgetattr(device, &attributes)
        cfmakeraw(&attributes)
        tcsetattr(device, TCSANOW, &attributes)
        self.controller = controller
        let input = device
        let thread = Thread { [weak self] in
            #if os(Linux)
                var parameters = sched_param(sched_priority: 1)
                _ = pthread_setschedparam(pthread_self(), SCHED_RR, &parameters)
            #endif
            var byte: UInt8 = 0
            while read(input, &byte, 1) == 1 {
                let at = now()
                self?.stamps.withLock { $0.append(at) }
            }
            close(input)
        }
        thread.start()
    }

    /// Returns when the key was seen.
    func press() throws {
        let before = seen.count
        var key = UInt8(ascii: "m")
        let press = Foremost.press { _ = write(controller, &key, 1) }
        presses.withLock { $0.append(press) }
        let end = now() + 10
        while seen.count == before, now() < end { usleep(100) }
    }

    deinit { close(controller) }
}

/// Compilers on every core, again and again.
final class Builds {
    enum Owner {
        /// Run as the session's own builds and checks are.
        case evalrun
        /// Run as a participant's editor or shell would.
        case somebodyElse
    }

    private var tasks: [Task<Void, Never>] = []
    private var processes: [Process] = []

    init(in home: URL, of owner: Owner) throws {
        let source = home.appendingPathComponent("load.swift")
        let functions = (0..<400).map { number in
            "func f\(number)(_ x: [Int]) -> [Int] { x.map { $0 * \(number) }.filter { $0 > 3 }.sorted() }"
        }
        try functions.joined(separator: "\n").write(to: source, atomically: true, encoding: .utf8)
        for core in 0..<ProcessInfo.processInfo.processorCount {
            // The load ends with this process, even if this process is killed.
            let script = """
                while kill -0 \(getpid()); do
                    swiftc -O -emit-object -o \(home.path)/load\(core).o \(source.path)
                done
                """
            switch owner {
            case .evalrun:
                let command = Command(
                    ["/bin/sh", "-c", script],
                    in: home,
                    environment: ProcessInfo.processInfo.environment,
                    timeout: 3600
                )
                tasks.append(Task { _ = await command.run() })
            case .somebodyElse:
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", script]
                process.standardError = FileHandle.nullDevice
                try process.run()
                processes.append(process)
            }
        }
    }

    func stop() {
        for task in tasks { task.cancel() }
        for process in processes {
            kill(process.processIdentifier, SIGTERM)
            process.waitUntilExit()
        }
    }
}
