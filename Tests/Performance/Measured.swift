import Foundation

/// A process run to its end, with its output thrown away.
struct Measured {
    /// Wall-clock seconds from before the start to the end.
    var seconds: Double
    /// MB (10⁶ bytes) of resident memory at most (`wait4`).
    var memory: Double

    struct Failed: Error, CustomStringConvertible {
        var description: String
    }

    init(_ command: [String], in folder: URL? = nil, mustSucceed: Bool = true) throws {
        var actions = Self.emptyActions()
        defer { posix_spawn_file_actions_destroy(&actions) }
        for (descriptor, mode) in [(0, O_RDONLY), (1, O_WRONLY), (2, O_WRONLY)] {
            posix_spawn_file_actions_addopen(&actions, Int32(descriptor), "/dev/null", mode, 0)
        }
        // The shell becomes the command, so that what is measured is the command's.
        let command =
            folder.map { ["sh", "-c", "cd \"$0\" && exec \"$@\"", $0.path] + command } ?? command
        var arguments = command.map { strdup($0) } + [nil]
        defer { for argument in arguments { free(argument) } }
        let start = ContinuousClock.now
        var process: pid_t = 0
        let code = posix_spawnp(&process, command[0], &actions, nil, &arguments, environ)
        guard code == 0 else {
            throw Failed(description: "\(command[0]): \(String(cString: strerror(code)))")
        }
        var status: Int32 = 0
        var usage = rusage()
        while wait4(process, &status, 0, &usage) < 0, errno == EINTR {}
        let elapsed = ContinuousClock.now - start
        guard status == 0 || !mustSucceed else {
            throw Failed(
                description: "\(command.joined(separator: " ")) ended with wait status \(status)"
            )
        }
        seconds = elapsed.seconds
        memory = Self.megabytes(usage)
    }

    /// MB (10⁶ bytes) that this process has held at most.
    static var ownMemory: Double {
        var usage = rusage()
        // RUSAGE_SELF, whose type differs between the systems.
        getrusage(0, &usage)
        return megabytes(usage)
    }

    private static func megabytes(_ usage: rusage) -> Double {
        #if os(Linux)
            Double(usage.ru_maxrss) * 1024 / 1e6
        #else
            Double(usage.ru_maxrss) / 1e6
        #endif
    }

    #if os(Linux)
        private static func emptyActions() -> posix_spawn_file_actions_t {
            var actions = posix_spawn_file_actions_t()
            posix_spawn_file_actions_init(&actions)
            return actions
        }
    #else
        private static func emptyActions() -> posix_spawn_file_actions_t? {
            var actions: posix_spawn_file_actions_t?
            posix_spawn_file_actions_init(&actions)
            return actions
        }
    #endif
}

extension Duration {
    var seconds: Double {
        Double(components.seconds) + Double(components.attoseconds) * 1e-18
    }
}
