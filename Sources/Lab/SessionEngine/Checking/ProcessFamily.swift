import Foundation
import Synchronization

/// The processes of one command: the started process and all its descendants.
///
/// On Linux, a mark in an environment variable identifies these processes. A process keeps its mark
/// even if it moves to another process group or POSIX session. Orphans become children of evalrun's
/// process. An orphan without the mark is identified by its process group, resource limit or
/// working directory. On other systems, the family contains only the processes of the command's
/// process group.
final class ProcessFamily: Sendable {
    /// Environment variable in which a command's processes inherit its mark. SwiftPM recompiles a
    /// package's manifest if an environment variable changes. This variable is one of the few
    /// exceptions (see `nonCachableKeys` in SwiftPM's Environment.swift).
    static let variable = "TERM_SESSION_ID"
    /// Mark of an editor or a shell that evalrun opened for a person. Processes with this mark are
    /// not killed when a command ends.
    static let lent = markPrefix + "lent"
    /// Prefix of every mark. It distinguishes a mark from the values that other programs give to
    /// the environment variable.
    static let markPrefix = "evalrun-"

    let mark: String
    /// The process that the command started. Nil before the start.
    private let leader = Mutex<pid_t?>(nil)

    /// Sequence number of this command within the current process.
    private let number = ProcessFamily.count.withLock { count in
        count += 1
        return count
    }

    /// Working directory of the command. Nil for the temporary directory, which other programs use
    /// too.
    private let folder: String?

    init(in folder: URL) {
        let shared = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let path = folder.resolvingSymlinksInPath().path
        self.folder = path == shared ? nil : path
        mark = Self.start(ofMarksIn: folder) + UUID().uuidString
        Self.adoptOrphans
    }

    /// Returns the prefix that the marks of all commands in `folder` have in common. A mark is a
    /// value of the environment variable ``variable``. The prefix contains the folder's device and
    /// inode, because two file systems can have folders with the same path.
    private static func start(ofMarksIn folder: URL) -> String {
        var status = stat()
        guard stat(folder.path, &status) == 0 else { return markPrefix }
        return "\(markPrefix)\(status.st_dev).\(status.st_ino)-"
    }

    func note(_ process: pid_t) {
        leader.withLock { $0 = process }
        #if os(Linux)
            ProcessTable.setMessageLimit(of: process, to: messageLimit)
        #endif
    }

    /// Kills all processes of the family, and returns when none remains. Gives up after about 1.6
    /// seconds, because a process that waits for a device cannot be killed.
    ///
    /// If `includingLeader` is false, the leader is not killed on Linux. On other systems, the
    /// leader is killed nevertheless, and the function returns without waiting.
    func end(includingLeader: Bool) async {
        await Self.untilNone { endOnce(includingLeader) }
    }

    /// Kills the commands that a killed evalrun process left running in `folder`. Works only on
    /// Linux; on other systems, such commands cannot be identified.
    ///
    /// The caller must hold the folder's lock. The lock guarantees that no other living evalrun
    /// process runs a command in the folder.
    static func endAbandoned(in folder: URL) async {
        #if os(Linux)
            let start = start(ofMarksIn: folder)
            if start == markPrefix { return }
            await untilNone { endOnce(markedWith: start) }
        #endif
    }

    /// Calls `end` until it returns false (no process was left to kill). The pauses between the
    /// calls grow. Gives up after about 1.6 seconds.
    private static func untilNone(_ end: () -> Bool) async {
        for pause in [0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500] {
            if pause > 0 { await sleep(milliseconds: pause) }
            if !end() { return }
        }
    }

    /// Exempts `process`, an editor or a shell that a person opened, from being killed when a
    /// command ends.
    static func spare(_ process: pid_t) {
        #if os(Linux)
            ProcessTable.setMessageLimit(of: process, to: lentLimit)
        #endif
    }

    /// Waits until the leader has ended. The leader's exit status stays available to the code that
    /// started the leader.
    func leaderEnded() async throws {
        guard let leader = leader.withLock({ $0 }) else { return }
        try await Self.untilEnded(leader)
    }

    /// Waits until `process`, a child of this process, has ended. Calls `stopped` each time the
    /// process was stopped.
    static func untilEnded(_ process: pid_t, stopped: () -> Void = {}) async throws {
        var pause = 1
        while true {
            var found = siginfo_t()
            let result = waitid(P_PID, id_t(process), &found, WEXITED | WNOHANG | WNOWAIT)
            if result != 0 && errno != EINTR || result == 0 && found.si_signo != 0 { return }
            var stop = siginfo_t()
            let isFound = waitid(P_PID, id_t(process), &stop, WSTOPPED | WNOHANG) == 0
            if isFound, stop.si_signo != 0 { stopped() }
            try await Task.sleep(for: .milliseconds(pause))
            pause = min(pause * 2, 20)
        }
    }

    /// Sleeps even if the current Swift task is cancelled. The task usually is cancelled when a
    /// command is killed.
    private static func sleep(milliseconds: Int) async {
        await Task.detached { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value
    }

    /// Number of commands that this process has started. Protected by a mutex because several
    /// commands may run at the same time.
    private static let count = Mutex(0)

    #if os(Linux)
        /// A constant whose first use makes this process adopt orphaned descendants
        /// (`PR_SET_CHILD_SUBREAPER`).
        private static let adoptOrphans: Void = {
            typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            guard let symbol = dlsym(nil, "prctl") else { return }
            _ = unsafeBitCast(symbol, to: Call.self)(36, 1, 0, 0, 0)
        }()

        /// Resource limit whose value identifies the processes of this command. It limits the bytes
        /// in POSIX message queues. The value is slightly below the usual 819,200 and differs
        /// between commands. Programs need far fewer bytes.
        private var messageLimit: Int { 800_000 + number % 19_000 }

        private static let lentLimit = 799_999

        private func endOnce(_ includingLeader: Bool) -> Bool {
            let leader = leader.withLock { $0 }
            let members = members(ProcessTable(), leader: leader, includingLeader)
            Self.killAll(members)
            let own = getpid()
            for member in members where member.parent == own && member.id != leader {
                waitpid(member.id, nil, WNOHANG)
            }
            return !members.isEmpty
        }

        private static func endOnce(markedWith start: String) -> Bool {
            let table = ProcessTable(includesEarlier: true)
            let marked = table.entries.filter { table.mark(of: $0.id)?.hasPrefix(start) == true }
            let found = table.descendants(of: Set(marked.map(\.id)))
            let members = table.entries.filter {
                found.contains($0.id) && $0.id != getpid() && !$0.isZombie
            }
            killAll(members)
            return !members.isEmpty
        }

        private static func killAll(_ members: [ProcessTable.Entry]) {
            // All members are stopped before any is killed, so that no member can start another
            // process meanwhile.
            for member in members { kill(member.id, SIGSTOP) }
            for member in members { kill(member.id, SIGKILL) }
        }

        /// Returns whether an unmarked child of the current process belongs to this command.
        private func isOrphan(
            _ entry: ProcessTable.Entry,
            _ leader: pid_t?,
            _ table: ProcessTable
        ) -> Bool {
            if entry.group == leader { return true }
            switch table.messageLimit(of: entry.id) {
            case messageLimit: return true
            case Self.lentLimit: return false
            default:
                // A process that started before the limit was set is identified by its working
                // directory.
                guard let folder else { return false }
                let place = table.folder(of: entry.id)
                return place == folder || place.hasPrefix(folder + "/")
            }
        }

        private func members(
            _ table: ProcessTable,
            leader: pid_t?,
            _ includingLeader: Bool
        ) -> [ProcessTable.Entry] {
            let own = getpid()
            var found: Set<pid_t> = leader.map { [$0] } ?? []
            for entry in table.entries where entry.id != own {
                let isMember =
                    switch table.mark(of: entry.id) {
                    case mark: true
                    case nil: entry.parent == own && isOrphan(entry, leader, table)
                    default: false
                    }
                if isMember { found.insert(entry.id) }
            }
            // Children of members are members, whether or not they carry the mark.
            found = table.descendants(of: found)
            return table.entries.filter {
                found.contains($0.id) && $0.id != own && (includingLeader || $0.id != leader)
                    && (!$0.isZombie || $0.parent == own && $0.id != leader)
            }
        }
    #else
        private static let adoptOrphans: Void = ()

        private func endOnce(_ includingLeader: Bool) -> Bool {
            guard let leader = leader.withLock({ $0 }) else { return false }
            return kill(-leader, SIGKILL) == 0 && includingLeader
        }
    #endif
}
