import Foundation

/// Runs the jobs of an actor on one thread, one after the other: a connection of libpq is used by one
/// thread, and its calls wait for the network, which the threads of Swift's pool must not.
final class ThreadExecutor: SerialExecutor {
    private let queue = Queue()

    init(name: String) {
        let queue = queue
        let thread = Thread { queue.run() }
        thread.name = name
        thread.start()
    }

    deinit { queue.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        queue.add(UnownedJob(job), asUnownedSerialExecutor())
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }

    /// Unchecked: `condition` guards both variables.
    private final class Queue: @unchecked Sendable {
        private let condition = NSCondition()
        private var jobs: [(UnownedJob, UnownedSerialExecutor)] = []
        private var isEnded = false

        func add(_ job: UnownedJob, _ executor: UnownedSerialExecutor) {
            condition.withLock { jobs.append((job, executor)) }
            condition.signal()
        }

        func end() {
            condition.withLock { isEnded = true }
            condition.signal()
        }

        func run() {
            while let (job, executor) = next() { job.runSynchronously(on: executor) }
        }

        private func next() -> (UnownedJob, UnownedSerialExecutor)? {
            condition.withLock {
                while jobs.isEmpty, !isEnded { condition.wait() }
                return jobs.isEmpty ? nil : jobs.removeFirst()
            }
        }
    }
}
