import TestTraits

#if os(Linux)
    import Foundation
    import TestSupport
    import Testing

    /// Commands that only read, where nothing may be written. Root is not stopped by permissions, so
    /// the tool then runs as nobody.
    @Suite(.blocking) struct ReadOnlyTests {
        private let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"

        private func evalrun(_ arguments: [String], home: String) throws -> (Int32, String) {
            let process = Process()
            let tool = Tool.root.appendingPathComponent(".build/debug/evalrun").path
            process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
            let other = ["setpriv", "--reuid=65534", "--regid=65534", "--clear-groups"]
            process.arguments = ["HOME=\(home)"] + (getuid() == 0 ? other : []) + [tool] + arguments
            process.currentDirectoryURL = Tool.root
            process.standardInput = FileHandle.nullDevice
            let pipe = Pipe()
            process.standardOutput = pipe
            process.standardError = pipe
            try process.run()
            let output = pipe.fileHandleForReading.readDataToEndOfFile()
            process.waitUntilExit()
            return (process.terminationStatus, String(decoding: output, as: UTF8.self))
        }

        private func mode(_ path: String, _ mode: Int) throws {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        }

        /// The index of the write-ahead log does not fit on the disk.
        @Test func aReaderNeedsNoRoomOnTheDisk() throws {
            let folder = try TemporaryFolder()
            let results = folder.path("r.sqlite")
            let played = try Tool("evalrun").run([
                "session", "--participant", "P1", "--study", greeting, "--results", results,
                "--script", "Tests/CommandTests/Fixtures/greeting-session.yaml", "--clock",
                "simulated",
            ])
            #expect(played.status == 0, "\(played.errors)")
            let list = ["participants", "--results", results]
            #expect(try Tool("evalrun").run(list, blocks: 0, isKilled: false) == 0)
        }

        @Test(arguments: ["closed", "log", "file"]) func readersNeedNoPermission(
            state: String
        ) throws {
            let folder = try TemporaryFolder()
            try mode(folder.url.path, 0o755)
            let place = folder.path("place")
            let results = "\(place)/r.sqlite"
            let played = try Tool("evalrun").run([
                "session", "--participant", "P1", "--study", greeting, "--results", results,
                "--script", "Tests/CommandTests/Fixtures/greeting-session.yaml", "--clock",
                "simulated", "--kill-after-event", state == "log" ? "9" : "999",
            ])
            #expect(played.isSignalled == (state == "log"), "\(played.errors)")
            if state == "log" {
                #expect(FileManager.default.fileExists(atPath: results + "-wal"))
                try? FileManager.default.removeItem(atPath: results + "-shm")
            }
            for suffix in ["", "-wal"] {
                try? mode(results + suffix, state == "file" ? 0o444 : 0o644)
            }
            try mode(place, state == "file" ? 0o777 : 0o555)
            defer { try? mode(place, 0o755) }
            let before = try FileManager.default.contentsOfDirectory(atPath: place).sorted()
            let output = folder.path("output")
            try FileManager.default.createDirectory(
                atPath: output,
                withIntermediateDirectories: true
            )
            try mode(output, 0o777)
            let merged = folder.path("merged")
            try FileManager.default.createDirectory(
                atPath: merged,
                withIntermediateDirectories: true
            )
            try mode(merged, 0o777)
            guard try evalrun(["--help"], home: output).0 == 0 else {
                print("read-only: skipped, this folder is not open to others")
                return
            }
            let study = ["--study", greeting]
            var commands = [
                ["participants"], ["observe", "P1", "--once"],
                ["export", "--output", "\(output)/export"] + study,
            ]
            if state != "log" { commands.append(["report", "--output", "\(output)/r"] + study) }
            for command in commands {
                let (status, words) = try evalrun(command + ["--results", results], home: output)
                #expect(status == 0, "\(command): \(words)")
            }
            // There is no recording to make a track for: the file was read.
            let marks = try evalrun(["marks", "P1", "--results", results], home: output)
            #expect(marks.1.contains("recording"), "\(marks.1)")
            let erased = try evalrun(["erase", "P1", "--yes", "--results", results], home: output)
            #expect(erased.0 == 77, "\(erased.1)")
            #expect(erased.1.contains("cannot be opened for writing"), "\(erased.1)")
            let (status, words) = try evalrun(
                ["merge", results, "--results", "\(merged)/m.sqlite"],
                home: output
            )
            #expect(status == 0, "\(words)")
            #expect(words.contains("added: P1"))
            // Through a symbolic link, the write-ahead log is read too.
            let link = folder.path("link.sqlite")
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: results)
            let linked = ["--results", "\(merged)/linked.sqlite"]
            let added = try evalrun(["merge", link] + linked, home: output)
            #expect(added.1.contains("added: P1"), "\(added.1)")
            let again = try evalrun(["merge", results] + linked, home: output)
            #expect(!again.1.contains("sessions with new events"), "\(again.1)")
            #expect(try FileManager.default.contentsOfDirectory(atPath: place).sorted() == before)
        }
    }
#endif
