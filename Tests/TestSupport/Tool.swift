package import Foundation

/// A tool of this package, as it was built, run as a process.
package struct Tool {
    package struct Result {
        package var status: Int32
        package var isSignalled: Bool
        package var output: String
        package var errors: String
    }

    package static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    package let executable: URL

    /// The debug build that `swift test` has just made.
    package init(_ name: String) {
        executable = Tool.root.appendingPathComponent(".build/debug/\(name)")
    }

    /// A copy of the tool at `place`, far from the files that are shipped with it.
    package init(_ name: String, copiedTo place: URL) throws {
        executable = place
        try FileManager.default.copyItem(at: Tool(name).executable, to: place)
    }

    /// - Parameters:
    ///   - input: what is typed, from a file.
    ///   - output: a file that takes the output, instead of the result.
    ///   - place: the folder that it runs in.
    ///   - environment: what differs from that of the tests.
    package func run(
        _ arguments: [String],
        input: String? = nil,
        output: String? = nil,
        in place: URL = Tool.root,
        environment: [String: String] = [:]
    ) throws -> Result {
        let folder = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-tool-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let process = process(arguments, in: place, environment)
        if let input {
            let file = folder.appendingPathComponent("input")
            try Data(input.utf8).write(to: file)
            process.standardInput = try FileHandle(forReadingFrom: file)
        }
        let files = ["output", "errors"].map { folder.appendingPathComponent($0) }
        for file in files { try Data().write(to: file) }
        process.standardOutput = try FileHandle(
            forWritingTo: output.map { URL(fileURLWithPath: $0) } ?? files[0]
        )
        process.standardError = try FileHandle(forWritingTo: files[1])
        try process.run()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus,
            isSignalled: process.terminationReason == .uncaughtSignal,
            output: try String(contentsOf: files[0], encoding: .utf8),
            errors: try String(contentsOf: files[1], encoding: .utf8)
        )
    }

    /// Runs it where a file has at most `blocks` times 512 bytes, so that it fails, or is killed,
    /// while it writes a larger one. Returns its status.
    ///
    /// - Parameter isKilled: whether it is killed; otherwise only the writing fails, as on a full
    ///   disk.
    package func run(
        _ arguments: [String],
        blocks: Int,
        isKilled: Bool = true
    ) throws -> Int32 {
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments =
            [
                "-c", "\(isKilled ? "" : "trap '' XFSZ; ")ulimit -f \(blocks); exec \"$0\" \"$@\"",
                executable.path,
            ] + arguments
        shell.currentDirectoryURL = Tool.root
        shell.standardInput = FileHandle.nullDevice
        shell.standardOutput = FileHandle.nullDevice
        shell.standardError = FileHandle.nullDevice
        try shell.run()
        shell.waitUntilExit()
        return shell.terminationStatus
    }

    /// Starts it and does not wait; what it says goes to the file `output`, both kinds.
    package func start(
        _ arguments: [String],
        output: String,
        in place: URL = Tool.root,
        environment: [String: String] = [:]
    ) throws -> Process {
        let process = process(arguments, in: place, environment)
        let file = URL(fileURLWithPath: output)
        try Data().write(to: file)
        let words = try FileHandle(forWritingTo: file)
        process.standardOutput = words
        process.standardError = words
        try process.run()
        return process
    }

    private func process(
        _ arguments: [String],
        in place: URL,
        _ environment: [String: String]
    ) -> Process {
        let process = Process()
        process.executableURL = executable
        process.arguments = arguments
        process.currentDirectoryURL = place
        process.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
        process.standardInput = FileHandle.nullDevice
        return process
    }
}

/// A new folder for one test, removed when the value goes.
package final class TemporaryFolder: Sendable {
    package let url: URL

    package init() throws {
        url = FileManager.default.temporaryDirectory
            .appendingPathComponent("evalrun-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    package func path(_ name: String) -> String { url.appendingPathComponent(name).path }

    deinit { try? FileManager.default.removeItem(at: url) }
}
