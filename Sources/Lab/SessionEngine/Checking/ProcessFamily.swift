import Foundation
import Synchronization

/// The processes of one command: the one that was started, and all that it has started, in whatever
/// process group or session. On Linux they carry a mark in their environment. Those that have
/// dropped it are found by their parents, because orphans become children of this process, and by
/// a resource limit or a working directory that they inherit. On other systems the process group is
/// all that is known.
final class ProcessFamily: Sendable {
    /// Environment variable with the mark of a command. SwiftPM compiles the manifest of a package
    /// again when the environment changes, but for a few variables; this is one of them (the list
    /// `nonCachableKeys` in its Environment.swift).
    static let variable = "TERM_SESSION_ID"
    /// Mark of an editor or a shell that a person opened: it outlives what opened it.
    static let lent = markPrefix + "lent"
    /// Begins every mark; other programs use the variable, too.
    static let markPrefix = "evalrun-"

    let mark = markPrefix + UUID().uuidString
    /// The process that was started; nil until then.
    private let leader = Mutex<pid_t?>(nil)

    /// Number of the command in this process.
    private let number = ProcessFamily.count.withLock { count in
        count += 1
        return count
    }

    /// Working directory of the command; nil for the temporary directory, where others run, too.
    private let folder: String?

    init(in folder: URL) {
        let shared = FileManager.default.temporaryDirectory.resolvingSymlinksInPath().path
        let path = folder.resolvingSymlinksInPath().path
        self.folder = path == shared ? nil : path
        Self.adoptOrphans
    }

    func note(_ process: pid_t) {
        leader.withLock { $0 = process }
        #if os(Linux)
            ProcessTable.setMessageLimit(of: process, to: messageLimit)
        #endif
    }

    /// Ends the members, the leader only if `includingLeader`. Returns when there are none left, or
    /// after two seconds: a process that waits for a device cannot be ended.
    func end(includingLeader: Bool) async {
        for pause in [0, 1, 2, 5, 10, 20, 50, 100, 200, 300, 400, 500] {
            if pause > 0 { await Self.sleep(milliseconds: pause) }
            if !endOnce(includingLeader) { return }
        }
    }

    /// For an editor or a shell that a person opened: no command ends it.
    static func spare(_ process: pid_t) {
        #if os(Linux)
            ProcessTable.setMessageLimit(of: process, to: lentLimit)
        #endif
    }

    /// Returns once the leader has ended; its status is left for whoever waits for it.
    func leaderEnded() async throws {
        guard let leader = leader.withLock({ $0 }) else { return }
        var pause = 1
        while true {
            var found = siginfo_t()
            let result = waitid(P_PID, id_t(leader), &found, WEXITED | WNOHANG | WNOWAIT)
            if result != 0 && errno != EINTR || result == 0 && found.si_signo != 0 { return }
            try await Task.sleep(for: .milliseconds(pause))
            pause = min(pause * 2, 20)
        }
    }

    /// Not ended by the cancellation of the task, which is when most commands are ended.
    private static func sleep(milliseconds: Int) async {
        await Task.detached { try? await Task.sleep(for: .milliseconds(milliseconds)) }.value
    }

    /// Commands that this process has run; several may run at once.
    private static let count = Mutex(0)

    #if os(Linux)
        /// `PR_SET_CHILD_SUBREAPER`, once for this process.
        private static let adoptOrphans: Void = {
            typealias Call = @convention(c) (Int32, UInt, UInt, UInt, UInt) -> Int32
            guard let symbol = dlsym(nil, "prctl") else { return }
            _ = unsafeBitCast(symbol, to: Call.self)(36, 1, 0, 0, 0)
        }()

        /// Bytes of POSIX message queues, a limit that no program comes near: a little below the
        /// usual 819,200, and different for each command.
        private var messageLimit: Int { 800_000 + number % 19_000 }

        private static let lentLimit = 799_999

        private func endOnce(_ includingLeader: Bool) -> Bool {
            let leader = leader.withLock { $0 }
            let members = members(ProcessTable(), leader: leader, includingLeader)
            // Stopped first, so that none of them starts another while they are ended.
            for member in members { kill(member.id, SIGSTOP) }
            for member in members { kill(member.id, SIGKILL) }
            let own = getpid()
            for member in members where member.parent == own && member.id != leader {
                waitpid(member.id, nil, WNOHANG)
            }
            return !members.isEmpty
        }

        /// Whether an unmarked child of this process is of this command.
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
                // It may have been started before the limit was set.
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
            // Children of members are members, whatever their environment says.
            var size = 0
            while size != found.count {
                size = found.count
                for entry in table.entries where found.contains(entry.parent) {
                    found.insert(entry.id)
                }
            }
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
