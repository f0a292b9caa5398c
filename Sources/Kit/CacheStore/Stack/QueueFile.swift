#if canImport(Glibc)
    import Glibc
    import Synchronization

    /// File that coordinates the stores of a `ProcessQueue`. The stores share a page of memory, and
    /// each store locks single bytes of the file. When a process ends, the kernel releases all its
    /// locks.
    ///
    /// Every waiter takes the next ticket number and locks the byte for that number. A waiter is
    /// first in the queue if no byte of a lower ticket number is locked. The store that has the
    /// turn locks a separate byte. Only these locks determine which store has the turn. The
    /// counters and semaphores in the shared memory save system calls and let waiters sleep.
    final class QueueFile {
        static let suffix = "-queue"

        private let path: String
        private let descriptor: Int32
        private let memory: UnsafeMutableRawPointer

        /// Opens the queue file, or creates it if it does not exist.
        ///
        /// - Parameter model: path of the file from which a new queue file copies its permissions.
        /// - Returns: nil if the file cannot be created or opened.
        init?(at path: String, likeFileAt model: String) {
            self.path = path
            guard let (descriptor, memory) = joined(path, permissions(of: model)) else {
                return nil
            }
            self.descriptor = descriptor
            self.memory = memory
        }

        deinit {
            users.pointee.subtract(1, ordering: .sequentiallyConsistent)
            // If this lock succeeds, no other user is left. A process that is just opening the
            // file will check whether the path still leads to the file that it has opened.
            if setLock(descriptor, F_WRLCK, Byte.presence) { unlink(path) }
            munmap(memory, pageSize)
            Glibc.close(descriptor)
        }

        private var next: UnsafeMutablePointer<Atomic<Int>> { counter(in: memory, 8) }
        /// One more than the highest ticket number that has had its turn; 0 if no ticket has had a
        /// turn.
        private var passed: UnsafeMutablePointer<Atomic<Int>> { counter(in: memory, 16) }
        /// Number of stores that have the file open. It may be too high if a process was killed.
        private var users: UnsafeMutablePointer<Atomic<Int>> { counter(in: memory, userCount) }

        /// Whether no other store has the file open, according to the counter. A store that is
        /// still opening the file is possibly not counted yet.
        var isOnlyUser: Bool { users.pointee.load(ordering: .sequentiallyConsistent) == 1 }

        private func semaphore(_ ticket: Int) -> UnsafeMutablePointer<sem_t> {
            QueueFile.semaphore(in: memory, ticket)
        }

        fileprivate static func semaphore(
            in memory: UnsafeMutableRawPointer,
            _ ticket: Int
        ) -> UnsafeMutablePointer<sem_t> {
            (memory + 64 + (ticket & (slots - 1)) * MemoryLayout<sem_t>.stride)
                .assumingMemoryBound(to: sem_t.self)
        }

        /// Whether no store waits, according to the counters.
        var isEmpty: Bool {
            next.pointee.load(ordering: .sequentiallyConsistent)
                == passed.pointee.load(ordering: .sequentiallyConsistent)
        }

        // MARK: - The turn

        func lockTurn() -> Bool { setLock(descriptor, F_WRLCK, Byte.turn) }

        var isTurnTaken: Bool { isLocked(Byte.turn, 1) }

        /// Ends the turn and wakes the first waiter.
        func unlockTurn() {
            _ = setLock(descriptor, F_UNLCK, Byte.turn)
            if !isEmpty { wake(passed.pointee.load(ordering: .relaxed)) }
        }

        // MARK: - Tickets

        /// Takes the next ticket and locks its byte.
        ///
        /// - Returns: nil if the ticket number is invalid or its byte cannot be locked, for example
        ///   because the file is damaged.
        func takeTicket() -> Int? {
            let ticket = next.pointee.add(1, ordering: .sequentiallyConsistent).oldValue
            guard (0..<Int.max / 2).contains(ticket),
                setLock(descriptor, F_WRLCK, Byte.tickets + ticket)
            else { return nil }
            return ticket
        }

        func drop(_ ticket: Int) { _ = setLock(descriptor, F_UNLCK, Byte.tickets + ticket) }

        func pass(_ ticket: Int) {
            _ = passed.pointee.max(ticket + 1, ordering: .sequentiallyConsistent)
        }

        /// Returns whether no other store waits with a lower ticket number. Ticket numbers below
        /// `passed` are not examined.
        func isFirst(_ ticket: Int) -> Bool {
            let start = max(0, passed.pointee.load(ordering: .sequentiallyConsistent))
            return start >= ticket || !isLocked(Byte.tickets + start, ticket - start)
        }

        func sleep(_ ticket: Int, atMost duration: Duration) {
            var time = timespec()
            // `sem_timedwait` uses this clock. If the clock is set back, `wake` still ends the
            // wait.
            clock_gettime(CLOCK_REALTIME, &time)
            let nanoseconds = time.tv_nsec + Int(duration / .nanoseconds(1))
            time.tv_sec += nanoseconds / 1_000_000_000
            time.tv_nsec = nanoseconds % 1_000_000_000
            sem_timedwait(semaphore(ticket), &time)
        }

        func wake(_ ticket: Int) { sem_post(semaphore(ticket)) }

        private func isLocked(_ start: Int, _ count: Int) -> Bool {
            isLockedByOthers(descriptor, start, count)
        }
    }

    private func counter(
        in memory: UnsafeMutableRawPointer,
        _ offset: Int
    ) -> UnsafeMutablePointer<Atomic<Int>> {
        (memory + offset).assumingMemoryBound(to: Atomic<Int>.self)
    }

    private enum Byte {
        /// The byte that every store keeps read-locked while it has the queue file open.
        static let presence = 0
        static let setup = 1
        static let turn = 2
        static let tickets = 16
    }

    /// Commands of `fcntl` for locks that belong to an open file, not to a process. With these
    /// commands, even the locks of two stores in the same process conflict.
    private enum Command {
        static let get: Int32 = 36
        static let set: Int32 = 37
    }

    private let pageSize = 4096
    private let userCount = 24
    private let slots = 64
    private let magic = 0x6576_616C_7175_6501

    extension flock {
        fileprivate init(type: Int32, _ start: Int, _ count: Int) {
            self.init()
            l_type = Int16(type)
            l_whence = Int16(SEEK_SET)
            l_start = off_t(start)
            l_len = off_t(count)
        }
    }

    private func setLock(_ descriptor: Int32, _ type: Int32, _ byte: Int) -> Bool {
        var lock = flock(type: type, byte, 1)
        return fcntl(descriptor, Command.set, &lock) == 0
    }

    /// Returns whether another user of the file has locked any of these bytes.
    private func isLockedByOthers(_ descriptor: Int32, _ start: Int, _ count: Int) -> Bool {
        var lock = flock(type: F_WRLCK, start, count)
        return fcntl(descriptor, Command.get, &lock) == 0 && lock.l_type != F_UNLCK
    }

    /// Locks a byte and returns whether this succeeded. If another user of the file has a
    /// conflicting lock, retries for about 100 milliseconds, because such locks are held only
    /// briefly.
    private func setLockSoon(_ descriptor: Int32, _ type: Int32, _ byte: Int) -> Bool {
        for _ in 0..<100 {
            if setLock(descriptor, type, byte) { return true }
            if errno != EAGAIN && errno != EACCES { return false }
            usleep(1000)
        }
        return false
    }

    private func permissions(of path: String) -> mode_t {
        var status = stat()
        return stat(path, &status) == 0 ? status.st_mode & 0o666 : 0o644
    }

    private func joined(_ path: String, _ mode: mode_t) -> (Int32, UnsafeMutableRawPointer)? {
        for _ in 0..<10 {
            let flags = O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK
            let descriptor = open(path, flags, mode)
            if descriptor < 0 { return nil }
            let isPresent = setLockSoon(descriptor, F_RDLCK, Byte.presence)
            // The last user may have removed the file since it was opened.
            if isPresent, isInPlace(descriptor, path) {
                if let memory = prepared(descriptor) { return (descriptor, memory) }
                close(descriptor)
                return nil
            }
            close(descriptor)
            if !isPresent { return nil }
        }
        return nil
    }

    private func isInPlace(_ descriptor: Int32, _ path: String) -> Bool {
        var (own, there) = (stat(), stat())
        return fstat(descriptor, &own) == 0 && own.st_mode & S_IFMT == S_IFREG
            && stat(path, &there) == 0 && own.st_ino == there.st_ino && own.st_dev == there.st_dev
    }

    /// Returns the shared page of memory, and adds this store to the number of users. The first
    /// user initializes the page. Returns nil if a system call fails.
    private func prepared(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
        guard setLockSoon(descriptor, F_WRLCK, Byte.setup) else { return nil }
        defer { _ = setLock(descriptor, F_UNLCK, Byte.setup) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        // Zeros are written to allocate disk space. Otherwise, a full disk would cause a signal at
        // the first use of the memory instead of an error here.
        let zeros = [UInt8](repeating: 0, count: pageSize)
        if status.st_size < pageSize, pwrite(descriptor, zeros, pageSize, 0) != pageSize {
            return nil
        }
        let memory = mmap(nil, pageSize, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)
        guard let memory, memory != MAP_FAILED else { return nil }
        if memory.load(as: Int.self) != magic {
            memset(memory, 0, pageSize)
            for slot in 0..<slots { sem_init(QueueFile.semaphore(in: memory, slot), 1, 0) }
            memory.storeBytes(of: magic, as: Int.self)
        }
        let users = counter(in: memory, userCount)
        // Processes that were killed have not subtracted themselves from the number of users.
        if !isLockedByOthers(descriptor, Byte.presence, 1) {
            users.pointee.store(0, ordering: .sequentiallyConsistent)
        }
        users.pointee.add(1, ordering: .sequentiallyConsistent)
        return memory
    }
#else
    /// Placeholder for systems other than Linux. On these systems, stores do not queue.
    final class QueueFile {
        static let suffix = "-queue"

        init?(at path: String, likeFileAt model: String) { return nil }

        var isOnlyUser: Bool { true }
        var isEmpty: Bool { true }
        func lockTurn() -> Bool { true }
        var isTurnTaken: Bool { false }
        func unlockTurn() {}
        func takeTicket() -> Int? { nil }
        func drop(_ ticket: Int) {}
        func pass(_ ticket: Int) {}
        func isFirst(_ ticket: Int) -> Bool { true }
        func sleep(_ ticket: Int, atMost duration: Duration) {}
        func wake(_ ticket: Int) {}
    }
#endif
