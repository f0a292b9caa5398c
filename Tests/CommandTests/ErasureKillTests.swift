import Foundation
import TestSupport
import TestTraits
import Testing

/// `erase` killed at random: afterwards the participant is whole, or nothing of them is left once
/// another command has opened the file, be it to read. `ERASE_KILLS=1000` runs the long form.
@Suite(.blocking) struct ErasureKillTests {
    private static let kills =
        Int(ProcessInfo.processInfo.environment["ERASE_KILLS"] ?? "") ?? 6
    private static let secret = "zimtzicke-quittengelee"
    private let greeting = "Tests/StudyDefinitionTests/Fixtures/greeting"

    private func evalrun(_ arguments: [String], _ place: URL) throws -> Tool.Result {
        try Tool("evalrun").run(arguments, environment: environment(place))
    }

    private func environment(_ place: URL) -> [String: String] {
        ["XDG_CACHE_HOME": place.appendingPathComponent("cache").path]
    }

    /// Sessions of P1 and P3; only P3's hold the secret.
    private func record(in place: URL) throws {
        let script = Tool.root.appendingPathComponent(
            "Tests/CommandTests/Fixtures/greeting-session.yaml"
        )
        let text = try String(contentsOf: script, encoding: .utf8)
        let folder = place.deletingLastPathComponent()
        let own = folder.appendingPathComponent("own.yaml")
        try text.replacing("<b>none</b>", with: Self.secret)
            .replacing("looks around", with: "mark \(Self.secret)")
            .write(to: own, atomically: true, encoding: .utf8)
        try FileManager.default.createSymbolicLink(
            at: folder.appendingPathComponent("wrong"),
            withDestinationURL: Tool.root.appendingPathComponent("\(greeting)/wrong")
        )
        for (code, script) in [("P1", script.path), ("P3", own.path)] {
            let run = try evalrun(
                [
                    "session", "--participant", code, "--study", greeting, "--results",
                    place.appendingPathComponent("x.sqlite").path, "--script", script, "--clock",
                    "simulated",
                ],
                place
            )
            #expect(run.status == 0, "\(run.errors)")
        }
        for folder in ["workspaces/greeting", "cache/evalrun/checks"] {
            let url = place.appendingPathComponent(folder)
            let names = try FileManager.default.contentsOfDirectory(atPath: url.path)
            for name in names where name.hasPrefix("P3") || name.hasPrefix("greeting-") {
                let folder = url.appendingPathComponent(name)
                guard folder.hasDirectoryPath || name.hasPrefix("P3") else { continue }
                try Data(Self.secret.utf8).write(to: folder.appendingPathComponent("notes.txt"))
            }
        }
    }

    private func leftovers(in place: URL) throws -> [String] {
        let files = FileManager.default.enumerator(atPath: place.path)
        var found: [String] = []
        while let path = files?.nextObject() as? String {
            let bytes = FileManager.default.contents(atPath: "\(place.path)/\(path)") ?? Data()
            let holds = bytes.range(of: Data(Self.secret.utf8)) != nil
            if holds || path.contains("P3") { found.append(path) }
        }
        return found
    }

    @Test func nothingOfAnErasedParticipantIsLeftAfterAKill() throws {
        let folder = try TemporaryFolder()
        let base = folder.url.appendingPathComponent("base")
        try record(in: base)
        #expect(try leftovers(in: base).count > 3)
        var generator = SystemRandomNumberGenerator()
        var begun = 0
        for round in 1...Self.kills {
            let place = folder.url.appendingPathComponent("round")
            try FileManager.default.copyItem(at: base, to: place)
            defer { try? FileManager.default.removeItem(at: place) }
            let results = place.appendingPathComponent("x.sqlite").path
            let process = try Tool("evalrun").start(
                ["erase", "P3", "--yes", "--results", results],
                output: folder.path("output"),
                environment: environment(place)
            )
            usleep(UInt32.random(in: 0..<150_000, using: &generator))
            kill(process.processIdentifier, SIGKILL)
            process.waitUntilExit()
            let listed = try evalrun(["participants", "--results", results], place)
            #expect(listed.status == 0, "round \(round): \(listed.errors)")
            let isWhole = listed.output.contains(#/P3 +greeting +finished/#)
            if isWhole {
                let again = try evalrun(["erase", "P3", "--yes", "--results", results], place)
                #expect(again.status == 0, "round \(round): \(again.errors)")
            } else {
                begun += 1
            }
            #expect(try leftovers(in: place) == [], "round \(round)")
        }
        print("erase: \(Self.kills) kills, \(begun) after it had begun")
    }

    private static let strace = "/usr/bin/strace"

    /// The disk fails when the erasure shortens a file: the database or its log.
    @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: strace)))
    func anErasureThatTheDiskInterruptedIsFinishedByTheSameCommand() throws {
        let folder = try TemporaryFolder()
        let base = folder.url.appendingPathComponent("base")
        try record(in: base)
        for number in 8...14 {
            let place = folder.url.appendingPathComponent("round")
            try FileManager.default.copyItem(at: base, to: place)
            defer { try? FileManager.default.removeItem(at: place) }
            let results = place.appendingPathComponent("x.sqlite").path
            let process = Process()
            process.executableURL = URL(fileURLWithPath: Self.strace)
            process.currentDirectoryURL = Tool.root
            process.environment = ProcessInfo.processInfo.environment
                .merging(environment(place)) { $1 }
            process.arguments = [
                "-f", "-o", "/dev/null", "-e", "trace=ftruncate", "-e",
                "inject=ftruncate:error=EIO:when=\(number)",
                Tool.root.appendingPathComponent(".build/debug/evalrun").path, "erase", "P3",
                "--yes", "--results", results,
            ]
            process.standardOutput = FileHandle.nullDevice
            process.standardError = FileHandle.nullDevice
            try process.run()
            process.waitUntilExit()
            if process.terminationStatus != 0 {
                let again = try evalrun(["erase", "P3", "--yes", "--results", results], place)
                #expect(again.status == 0, "\(number): \(again.errors)")
                #expect(again.output.contains(#/erased P3: 1 session, (deleted by|[1-9])/#))
            }
            #expect(try leftovers(in: place) == [], "\(number)")
        }
    }
}
