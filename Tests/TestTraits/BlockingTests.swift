import Dispatch
import Foundation
package import Testing

/// For tests that wait for a process or a terminal and block their thread meanwhile. Tests share
/// one thread per core; two that block would hold up all others, and those that measure a time
/// would fail.
package struct BlockingTests: SuiteTrait, TestTrait, TestScoping {
    package let isRecursive = true

    package func provideScope(
        for test: Test,
        testCase: Test.Case?,
        performing function: @Sendable () async throws -> Void
    ) async throws {
        await Turns.shared.begin()
        defer { Task { await Turns.shared.end() } }
        try await withTaskExecutorPreference(OwnThreads.shared) { try await function() }
    }
}

extension Trait where Self == BlockingTests {
    package static var blocking: Self { BlockingTests() }
}

/// A job that finds all threads blocked gets a new one.
private final class OwnThreads: TaskExecutor {
    static let shared = OwnThreads()

    private let queue = DispatchQueue(label: "blocking tests", attributes: .concurrent)

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

/// As many tests at a time as the machine can serve.
private actor Turns {
    static let shared = Turns()

    private var free = ProcessInfo.processInfo.activeProcessorCount + 2
    private var waiting: [CheckedContinuation<Void, Never>] = []

    func begin() async {
        guard free == 0 else {
            free -= 1
            return
        }
        await withCheckedContinuation { waiting.append($0) }
    }

    func end() {
        if waiting.isEmpty { free += 1 } else { waiting.removeFirst().resume() }
    }
}
