import TestTraits

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// A signal that ends evalrun ends the programs that it runs, too.
    @Suite(.blocking) struct EndingSignalTests {
        private let folder: TemporaryFolder

        init() throws { folder = try TemporaryFolder() }

        @Test(arguments: [SIGTERM, SIGHUP])
        func noCheckedProgramOutlivesIt(_ signal: Int32) throws {
            let process = Process()
            process.executableURL = Tool("evalrun").executable
            process.currentDirectoryURL = Tool.root
            process.arguments = [
                "validate", "--study", "Tests/StudyDefinitionTests/Fixtures/greeting", "--rounds",
                "1",
            ]
            process.environment = ProcessInfo.processInfo.environment
                .merging(["XDG_CACHE_HOME": folder.url.path]) { $1 }
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            // One of the variants never ends.
            var seen = 0
            while seen < 20, process.isRunning {
                usleep(50_000)
                seen = programs().isEmpty ? 0 : seen + 1
            }
            try #require(process.isRunning)
            kill(process.processIdentifier, signal)
            var turns = 0
            while process.isRunning || !programs().isEmpty, turns < 200 {
                usleep(50_000)
                turns += 1
            }
            #expect(!process.isRunning)
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(programs() == [])
        }

        /// In lines, where nothing else needs a handler before the first command runs.
        @Test(arguments: [SIGTERM, SIGHUP])
        func noSocketOutlivesIt(_ signal: Int32) throws {
            func sockets() throws -> [String] {
                try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
                    .filter { $0.hasSuffix(".control") }
            }
            let (process, input) = (Process(), Pipe())
            process.executableURL = Tool("evalrun").executable
            process.currentDirectoryURL = Tool.root
            process.arguments = [
                "session", "--participant", "P1", "--study",
                "Tests/StudyDefinitionTests/Fixtures/greeting", "--results",
                folder.path("x.sqlite"),
            ]
            process.standardInput = input
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            try input.fileHandleForWriting.write(contentsOf: Data("?\n".utf8))
            var turns = 0
            while try sockets().isEmpty, process.isRunning, turns < 600 {
                usleep(50_000)
                turns += 1
            }
            #expect(try sockets().count == 1)
            kill(process.processIdentifier, signal)
            process.waitUntilExit()
            #expect(process.terminationReason == .uncaughtSignal)
            #expect(try sockets() == [])
        }

        /// Processes whose working directory is in the test's cache.
        private func programs() -> [String] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "/proc")) ?? []
            return names.filter { pid_t($0) != nil }.filter { name in
                guard let place = realpath("/proc/\(name)/cwd", nil) else { return false }
                defer { free(place) }
                return String(cString: place).hasPrefix(folder.url.path)
            }
        }
    }
#endif
