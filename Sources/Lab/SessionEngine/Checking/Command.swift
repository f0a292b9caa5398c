import Diagnostics
package import Foundation
import Subprocess
import Terminal

#if canImport(System)
    import System
#else
    import SystemPackage
#endif

/// A program to run with a time limit. The program is killed if it reaches the limit. When the
/// program ends, for any reason, its remaining descendant processes are killed.
package struct Command: Sendable {
    package enum End: Sendable, Hashable, CustomStringConvertible {
        case exited(Int)
        case signalled(Int)
        case timedOut
        /// The program could not be started. The associated value gives the reason in one sentence.
        case notStarted(String)
        /// The program wrote more than `outputLimit` bytes to standard output or standard error.
        case tooMuchOutput

        package var description: String {
            switch self {
            case .exited(let status): "exit status \(status)"
            case .signalled(let signal): "ended by signal \(signal)"
            case .timedOut: "did not end within its time limit"
            case .notStarted(let sentence): sentence
            case .tooMuchOutput: "printed more than 4 MiB"
            }
        }
    }

    package struct Result: Sendable {
        package var end: End
        package var output = ""
        package var errors = ""

        package var succeeded: Bool { end == .exited(0) }
    }

    package var arguments: [String]
    package var folder: URL
    package var environment: [String: String]
    package var input: String
    /// Time limit in seconds.
    package var timeout: Double

    package init(
        _ arguments: [String],
        in folder: URL,
        environment: [String: String],
        input: String = "",
        timeout: Double
    ) {
        self.arguments = arguments
        self.folder = folder
        self.environment = environment
        self.input = input
        self.timeout = timeout
    }

    /// Maximum number of bytes that the program may write to standard output. The same limit
    /// applies to standard error.
    static let outputLimit = 4 << 20

    package func run() async -> Result {
        let family = ProcessFamily(in: folder)
        return await withTaskGroup(of: Result?.self) { group in
            group.addTask { await execute(family) }
            group.addTask {
                // Does not count the time for which the machine sleeps.
                try? await Task.sleep(for: .seconds(timeout), clock: SuspendingClock())
                return nil
            }
            let first = await group.next() ?? nil
            group.cancelAll()
            guard let first else {
                // `waitForAll` waits until no process can write to the output. Therefore, the
                // processes are ended first.
                await family.end(includingLeader: true)
                await group.waitForAll()
                await family.end(includingLeader: false)
                return Result(end: .timedOut)
            }
            await family.end(includingLeader: false)
            return first
        }
    }

    private func execute(_ family: ProcessFamily) async -> Result {
        guard let program = arguments.first else { return refused("the command is empty") }
        var options = PlatformOptions()
        options.processGroupID = 0
        options.teardownSequence = [
            .send(signal: .kill, toProcessGroup: true, allowedDurationToNextStep: .seconds(1))
        ]
        RunningCommands.handleSignals
        do {
            let result = try await Subprocess.run(
                executable(program),
                arguments: Arguments(Array(arguments.dropFirst())),
                environment: Self.variables(environment, mark: family.mark),
                workingDirectory: FilePath(folder.path),
                platformOptions: options,
                input: .fileDescriptor(try inputFile(), closeAfterSpawningProcess: true),
                output: .string(limit: Self.outputLimit),
                error: .string(limit: Self.outputLimit)
            ) { execution in
                let leader = execution.processIdentifier.value
                RunningCommands.add(leader)
                defer { RunningCommands.remove(leader) }
                // Lets other threads preempt the program, so that a build does not delay key
                // presses.
                ThreadPriority.yield(of: leader)
                family.note(leader)
                // The output ends only when all processes that can write to it have ended.
                // Therefore, the remaining descendants are ended as soon as the leader has ended.
                try await family.leaderEnded()
                await family.end(includingLeader: false)
            }
            let end: End =
                switch result.terminationStatus {
                case .exited(let code): .exited(Int(code))
                case .signaled(let signal): .signalled(Int(signal))
                }
            return Result(end: end, output: result.standardOutput, errors: result.standardError)
        } catch let error as SubprocessError where error.code == .outputLimitExceeded {
            return Result(end: .tooMuchOutput)
        } catch let error as SubprocessError where error.code == .executableNotFound {
            return refused(obstacle(program) ?? "the program “\(program)” was not found")
        } catch {
            return refused(
                obstacle(program) ?? "the program “\(program)” could not be run (\(error))"
            )
        }
    }

    /// Opens a file from which the program reads its input: an unlinked temporary file, or
    /// `/dev/null` if there is no input. A pipe is not used, because SIGPIPE would end this process
    /// if the participant's program does not read its input.
    private func inputFile() throws -> FileDescriptor {
        guard !input.isEmpty else { return try .open("/dev/null", .readOnly) }
        let path = FilePath(
            FileManager.default.temporaryDirectory
                .appendingPathComponent("evalrun-input-\(UUID().uuidString)").path
        )
        let writing = try FileDescriptor.open(
            path,
            .writeOnly,
            options: [.create, .exclusiveCreate],
            permissions: [.ownerRead, .ownerWrite]
        )
        defer { unlink(path.string) }
        try writing.closeAfter { _ = try writing.writeAll(Array(input.utf8)) }
        return try .open(path, .readOnly)
    }

    /// Runs a program in this process's terminal, in a process group that has the terminal. If the
    /// program is stopped, for example by Ctrl-Z, it is continued. Returns an error message if the
    /// program could not be run; otherwise nil.
    package static func lendTerminal(
        to arguments: [String],
        in folder: URL,
        environment: [String: String]
    ) async -> String? {
        var options = PlatformOptions()
        options.processGroupID = 0
        RunningCommands.handleSignals
        let owner = tcgetpgrp(0)
        defer { RawTerminal.setForeground(owner) }
        do {
            let result = try await Subprocess.run(
                .path(FilePath(arguments[0])),
                arguments: Arguments(Array(arguments.dropFirst())),
                environment: variables(environment, mark: ProcessFamily.lent),
                workingDirectory: FilePath(folder.path),
                platformOptions: options,
                input: .currentStandardInput,
                output: .currentStandardOutput,
                error: .currentStandardError
            ) { execution in
                let program = execution.processIdentifier.value
                ThreadPriority.giveBack(for: program)
                ProcessFamily.spare(program)
                RunningCommands.lent = program
                defer { RunningCommands.lent = 0 }
                RawTerminal.setForeground(program)
                // The system also stops a program that uses the terminal before it has it.
                try await ProcessFamily.untilEnded(program) {
                    RawTerminal.setForeground(program)
                    kill(-program, SIGCONT)
                }
            }
            // A shell exits with 126 or 127 if the program is missing or cannot be executed.
            guard case .exited(126...127) = result.terminationStatus else { return nil }
            return "The program could not be started. To choose an editor, "
                + "set the environment variable VISUAL, or \"open\" under \"project\" in the study file."
        } catch {
            return "“\(arguments.joined(separator: " "))” could not be run (\(error))"
        }
    }

    private static func variables(
        _ environment: [String: String],
        mark: String
    ) -> Subprocess.Environment {
        var environment = environment
        environment[ProcessFamily.variable] = mark
        return .custom(
            Dictionary(
                uniqueKeysWithValues: environment.map {
                    (Subprocess.Environment.Key(stringLiteral: $0), $1)
                }
            )
        )
    }

    /// Returns the path of the program, found in `PATH`. If the Subprocess library got only a name,
    /// it would fork once for each folder that does not contain the program.
    private func executable(_ program: String) -> Executable {
        if program.hasPrefix("/") { return .path(FilePath(program)) }
        if program.contains("/") {
            return .path(FilePath(folder.appendingPathComponent(program).path))
        }
        let places = (environment["PATH"] ?? "").split(separator: ":")
        for place in places where place.hasPrefix("/") {
            let path = "\(place)/\(program)"
            if access(path, X_OK) == 0, FileKind(at: path) == .file {
                return .path(FilePath(path))
            }
        }
        return .name(program)
    }

    /// Returns the reason why an existing file cannot be started: its path lacks `./`, the file is
    /// not executable, or its first line is invalid. Nil if the file does not exist, or if none of
    /// these reasons applies.
    private func obstacle(_ program: String) -> String? {
        let path =
            program.hasPrefix("/") ? program : folder.appendingPathComponent(program).path
        guard FileKind(at: path) == .file else { return nil }
        guard program.contains("/") else {
            return "the program “\(program)” was not found; for the file in the workspace, "
                + "write “./\(program)”"
        }
        guard access(path, X_OK) == 0 else {
            return "the file “\(program)” has no execute permission (chmod +x)"
        }
        guard let line = firstLine(of: path) else { return nil }
        if !line.hasPrefix("#!") {
            return "the file “\(program)” does not begin with a shebang line, such as “#!/bin/sh”"
        }
        if line.unicodeScalars.last == "\r" {
            return "the file “\(program)” has Windows line endings (CRLF), so its interpreter was "
                + "not found"
        }
        let interpreter = line.dropFirst(2).split(whereSeparator: \.isWhitespace).first ?? ""
        if access(String(interpreter), X_OK) == 0 { return nil }
        return "the interpreter in the first line of the file “\(program)” was not found"
    }

    /// Returns the first line of a regular file, without its line feed; nil if it is not text.
    private func firstLine(of path: String) -> String? {
        let type = try? FileManager.default.attributesOfItem(atPath: path)[.type]
        guard type as? FileAttributeType == .typeRegular,
            let start = try? FileHandle(forReadingFrom: URL(filePath: path)).read(upToCount: 512),
            !start.contains(0)
        else { return nil }
        return String(validating: start.prefix { $0 != UInt8(ascii: "\n") }, as: UTF8.self)
    }

    private func refused(_ sentence: String) -> Result { Result(end: .notStarted(sentence)) }
}

extension Duration {
    package var nanoseconds: Int64 {
        components.seconds * 1_000_000_000 + components.attoseconds / 1_000_000_000
    }
}
