import Foundation

/// Generated code compiled in a package of its own beside the same work through SQLite's C
/// interface: with deletion rules and relationships, and (`-plain`) without.
struct GeneratedTimes {
    let tools: URL
    let home: URL

    private static let bars = [
        ("insert", "saving 200000 records", 1.10), ("fetch", "listing 200000 records", 1.05),
        ("look-ups", "retrieving 50000 records one by one", 1.15),
        ("transactions", "5000 transactions of one record", 1.20),
        ("delete", "deleting 200000 records by identity", 1.05),
    ]
    private static let queries = [
        "townsFrom", "townsOf", "largeTowns", "townsInCountryCalled", "townsWithSights",
    ]

    var benchmarks: [Benchmark] {
        let program = Lazy { try build() }
        let operations = Self.bars.flatMap { name, subject, bar in
            [
                benchmark(name, "\(subject), with deletion rules", bar, program),
                benchmark("\(name)-plain", "\(subject), without relationships", bar, program),
            ]
        }
        return operations
            + Self.queries.map {
                benchmark($0, "the generated query \($0), awaited", 1.15, program)
            }
    }

    private func benchmark(
        _ name: String,
        _ subject: String,
        _ bar: Double,
        _ program: Lazy<URL>
    ) -> Benchmark {
        let turns = 9
        let measured = Lazy {
            try output([try await program.value().path, name, "\(turns)"], in: home)
                .split(separator: "\n").map { $0.split(separator: " ").compactMap { Double($0) } }
        }
        return Benchmark(
            name: "generated-\(name)",
            subject: subject,
            yardstick: "the same SQL through SQLite's C interface",
            turns: turns,
            bar: .timesYardstick(bar)
        ) { number in
            let lines = try await measured.value()
            guard lines.indices.contains(number), lines[number].count == 4 else {
                throw Measured.Failed(description: "\(name): no figures of turn \(number)")
            }
            var turn = Benchmark.Turn(
                subject: lines[number][0],
                yardstick: lines[number][1],
                memory: 0
            )
            (turn.subjectProcessor, turn.yardstickProcessor) = (lines[number][2], lines[number][3])
            return turn
        }
    }

    /// The program, built in release as a user would.
    private func build() throws -> URL {
        let files = FileManager.default
        let sample = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .deletingLastPathComponent().appendingPathComponent("GeneratedSample")
        let package = home.appendingPathComponent("GeneratedSample")
        try files.createDirectory(at: home, withIntermediateDirectories: true)
        try files.copyItem(at: sample, to: package)
        let vendor = package.appendingPathComponent("Vendor")
        try files.createDirectory(at: vendor, withIntermediateDirectories: true)
        let store = tools.deletingLastPathComponent().appendingPathComponent("store")
        guard files.fileExists(atPath: store.path) else {
            throw Measured.Failed(description: "no compiled store at \(store.path): make store")
        }
        try files.createSymbolicLink(
            at: vendor.appendingPathComponent("CacheStore"),
            withDestinationURL: store.absoluteURL.standardizedFileURL
        )
        let cdgen = tools.appendingPathComponent("cdgen").absoluteURL.path
        _ = try output([cdgen, "generate", "--quiet"], in: package)
        _ = try output(["swift", "build", "-c", "release"], in: package)
        return package.appendingPathComponent(".build/release/GeneratedSample")
    }

    /// What the command prints.
    private func output(_ command: [String], in folder: URL) throws -> String {
        let process = Process()
        let pipe = Pipe()
        process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
        process.arguments = command
        process.currentDirectoryURL = folder
        process.standardOutput = pipe
        try process.run()
        let data = pipe.fileHandleForReading.readDataToEndOfFile()
        process.waitUntilExit()
        let text = String(decoding: data, as: UTF8.self)
        guard process.terminationStatus == 0 else {
            throw Measured.Failed(
                description: "\(command.joined(separator: " ")) failed: \(text.suffix(2000))"
            )
        }
        return text
    }
}
