import Foundation

/// Executor that runs the jobs of an actor on one separate thread, one after the other. A libpq
/// connection must be used by one thread only. Calls to libpq wait for the network; on a separate
/// thread, they do not block the threads of Swift's pool.
final class ThreadExecutor: SerialExecutor {
    private let queue: JobQueue

    init(name: String) { queue = JobQueue(name: name) }

    deinit { queue.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedSerialExecutor())
        queue.add { job.runSynchronously(on: executor) }
    }

    func asUnownedSerialExecutor() -> UnownedSerialExecutor {
        UnownedSerialExecutor(ordinary: self)
    }
}

/// Executor that runs the jobs of Swift tasks on one low-priority thread.
final class TaskThread: TaskExecutor {
    private let queue: JobQueue

    init(name: String) { queue = JobQueue(name: name, priority: .background) }

    deinit { queue.end() }

    func enqueue(_ job: consuming ExecutorJob) {
        let (job, executor) = (UnownedJob(job), asUnownedTaskExecutor())
        queue.add { job.runSynchronously(on: executor) }
    }
}

/// A thread that runs jobs in order. After ``end()`` is called, it runs the remaining jobs and
/// ends.
///
/// The class is `@unchecked Sendable`, because `condition` guards `jobs` and `isEnded`.
private final class JobQueue: @unchecked Sendable {
    private let condition = NSCondition()
    private var jobs: [() -> Void] = []
    private var isEnded = false

    init(name: String, priority: QualityOfService = .default) {
        let thread = Thread { [self] in run() }
        thread.name = name
        thread.qualityOfService = priority
        thread.start()
    }

    func add(_ job: @escaping () -> Void) {
        condition.withLock { jobs.append(job) }
        condition.signal()
    }

    func end() {
        condition.withLock { isEnded = true }
        condition.signal()
    }

    private func run() { while let job = next() { job() } }

    private func next() -> (() -> Void)? {
        condition.withLock {
            while jobs.isEmpty, !isEnded { condition.wait() }
            return jobs.isEmpty ? nil : jobs.removeFirst()
        }
    }
}
