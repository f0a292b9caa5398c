import Foundation
import TestSupport
import TestTraits
import Testing

@testable import SessionEngine

@Suite(.blocking) struct CommandTests {
    private func run(_ script: String, input: String) async -> Command.Result {
        await Command(
            ["/bin/sh", "-c", script],
            in: FileManager.default.temporaryDirectory,
            environment: ["PATH": "/usr/bin:/bin"],
            input: input,
            timeout: 30
        ).run()
    }

    /// As `evalrun hub create` prints the address of a hub.
    @Test func anAddressIsOneWordForAShell() async {
        let plain = "postgresql://owner@db.example.org:5433/study"
        #expect(shellWord(plain) == plain)
        for address in ["\(plain)?host=/run/x&port=5", "host=a dbname=b", "it's;$HOME"] {
            let printed = await run("printf '%s.' \(shellWord(address))", input: "")
            #expect(printed.output == "\(address).")
        }
    }

    /// A participant's shell and program inherit the environment. Other variables of libpq stay,
    /// because a study's project may use a database of its own.
    @Test func theHubsSecretsAreNotInTheEnvironmentOfCommands() {
        let folder = FileManager.default.temporaryDirectory
        let resources = Resources(executables: folder, store: nil, studies: nil, cache: folder)
        let environment = resources.commandEnvironment([
            "PGPASSWORD": "secret", "PGPASSFILE": "/pass", "PGSERVICEFILE": "/services",
            "PGSSLKEY": "/key", "PGHOST": "localhost", "HOME": "/home/lab",
        ])
        #expect(environment.keys.sorted() == ["HOME", "PATH", "PGHOST"])
    }

    @Test func aProgramThatDoesNotReadItsInputHarmsNobody() async {
        let long = String(repeating: "line\n", count: 400_000)
        #expect(await run("exec <&-; sleep 0.2; exit 3", input: long).end == .exited(3))
    }

    /// Such as `sh`, where the first line of what it prints is an error.
    @Test(arguments: [
        ("echo tool 1.2; echo more", "tool 1.2"), ("echo 'Illegal option --' >&2; exit 2", ""),
        ("exit 0", ""),
    ])
    func aProgramThatFailsHasNoVersion(script: String, version: String) async throws {
        let folder = try TemporaryFolder()
        let tool = folder.path("tool")
        try Data("#!/bin/sh\n\(script)\n".utf8).write(to: URL(fileURLWithPath: tool))
        chmod(tool, 0o755)
        let found = await EnvironmentProbe.version(of: tool, environment: ["PATH": "/usr/bin:/bin"])
        #expect(found ?? "" == version)
    }

    /// Each of these files exists, so "was not found" would send the reader to a wrong place.
    @Test(arguments: [
        ("#!/bin/sh\n", 0o644, "./tool", "has no execute permission (chmod +x)"),
        ("echo 1\n", 0o755, "./tool", "does not begin with a shebang line"),
        ("#!/bin/sh\r\necho 1\r\n", 0o755, "./tool", "has Windows line endings (CRLF)"),
        ("#!/no/such/program\n", 0o755, "./tool", "the interpreter in the first line"),
        ("#!/bin/sh\n", 0o755, "tool", "write “./tool”"),
        // The beginning of a program for another machine is no text.
        ("\u{7F}ELF\u{2}\u{1}\u{1}\0\n", 0o755, "./tool", "could not be run"),
    ])
    func aFileThatCannotBeStartedHasItsReason(
        text: String,
        mode: Int,
        program: String,
        reason: String
    ) async throws {
        let folder = try TemporaryFolder()
        try Data(text.utf8).write(to: URL(fileURLWithPath: folder.path("tool")))
        chmod(folder.path("tool"), mode_t(mode))
        let result = await Command(
            [program],
            in: folder.url,
            environment: ["PATH": "/usr/bin:/bin"],
            timeout: 30
        ).run()
        guard case .notStarted(let sentence) = result.end else {
            Issue.record("started: \(result)")
            return
        }
        #expect(sentence.contains(reason), "\(sentence)")
    }

    @Test func theInputArrivesWhole() async {
        let long = String(repeating: "سطر\n", count: 100_000)
        let counted = await run("wc -c", input: long)
        #expect(counted.output.trimmed == "\(long.utf8.count)")
        #expect(await run("wc -c", input: "").output.trimmed == "0")
    }

    #if os(Linux)
        /// Ways in which a program leaves another one behind.
        private static let ways = [
            "sleep 3600.7 & ", "setsid sleep 3600.7 & ", "(setsid sleep 3600.7 &) ; ",
            "(sleep 3600.7 & ) & ", "setsid sh -c 'sleep 3600.7 & sleep 3600.7' & ",
            "env -i setsid sleep 3600.7 & ", "(env -i setsid sleep 3600.7 > /dev/null 2>&1 &) ; ",
            "nohup setsid sh -c 'trap \"\" TERM HUP INT; while :; do sleep 3600.7; done' & ",
        ]

        /// Programs that were started in `folder` and still run.
        private func left(in folder: URL) -> [Int] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.compactMap { Int($0) }.filter { process in
                let place = try? FileManager.default.destinationOfSymbolicLink(
                    atPath: "/proc/\(process)/cwd"
                )
                return place == folder.path
            }
        }

        @Test(arguments: ways) func whatAProgramLeavesBehindEndsWithIt(_ way: String) async throws {
            let folder = try TemporaryFolder()
            let result = await Command(
                ["/bin/sh", "-c", way + "sleep 0.2; echo done; exit 3"],
                in: folder.url,
                environment: ["PATH": "/usr/bin:/bin"],
                timeout: 30
            ).run()
            #expect(result.end == .exited(3))
            #expect(result.output == "done\n")
            #expect(left(in: folder.url) == [])
        }

        @Test(arguments: ways) func whatAProgramLeavesBehindEndsAtTheLimit(
            _ way: String
        ) async throws {
            let folder = try TemporaryFolder()
            let result = await Command(
                ["/bin/sh", "-c", way + "sleep 3600.7"],
                in: folder.url,
                environment: ["PATH": "/usr/bin:/bin"],
                timeout: 0.5
            ).run()
            #expect(result.end == .timedOut)
            #expect(left(in: folder.url) == [])
        }

        /// A command in the temporary directory has no claim on what others have started below it.
        @Test func aProcessBelowTheTemporaryDirectoryIsNotEnded() async throws {
            let folder = try TemporaryFolder()
            let other = Process()
            other.executableURL = URL(fileURLWithPath: "/bin/sleep")
            other.arguments = ["3600.3"]
            other.currentDirectoryURL = folder.url
            other.standardOutput = FileHandle.nullDevice
            other.standardError = FileHandle.nullDevice
            try other.run()
            defer { kill(other.processIdentifier, SIGKILL) }
            _ = await Command(
                ["/bin/sh", "-c", "exit 0"],
                in: FileManager.default.temporaryDirectory,
                environment: ["PATH": "/usr/bin:/bin"],
                timeout: 30
            ).run()
            #expect(other.isRunning)
        }

        /// As when evalrun is killed while a check runs.
        @Test func whatAKilledProcessLeftInAFolderIsEnded() async throws {
            let (folder, other) = (try TemporaryFolder(), try TemporaryFolder())
            let programs = try [folder, other].map { folder in
                let process = Process()
                process.executableURL = URL(fileURLWithPath: "/bin/sh")
                process.arguments = ["-c", "env -i sleep 3600.3 & exec sleep 3600.3"]
                process.environment = [
                    "PATH": "/usr/bin:/bin",
                    ProcessFamily.variable: ProcessFamily(in: folder.url).mark,
                ]
                process.currentDirectoryURL = folder.url
                process.standardOutput = FileHandle.nullDevice
                process.standardError = FileHandle.nullDevice
                try process.run()
                return process
            }
            while left(in: folder.url).count < 2 || left(in: other.url).count < 2 {
                try await Task.sleep(for: .milliseconds(20))
            }
            await ProcessFamily.endAbandoned(in: folder.url)
            #expect(left(in: folder.url) == [])
            #expect(left(in: other.url).count == 2)
            #expect(programs[1].isRunning)
            await ProcessFamily.endAbandoned(in: other.url)
            #expect(left(in: other.url) == [])
        }

        @Test func anEditorThatWasOpenedIsNotEndedWithACommand() async throws {
            let folder = try TemporaryFolder()
            _ = await Command.lendTerminal(
                to: ["/bin/sh", "-c", "setsid sleep 3600.3 > /dev/null 2>&1 & sleep 0.3"],
                in: folder.url,
                environment: ["PATH": "/usr/bin:/bin"]
            )
            #expect(left(in: folder.url).count == 1)
            _ = await run("sleep 0.1", input: "")
            #expect(left(in: folder.url).count == 1)
            for process in left(in: folder.url) { kill(pid_t(process), SIGKILL) }
        }
    #endif
}
