import Foundation
import TestSupport

/// The generator as a whole process, on a model of 125 entities.
func generation(_ tools: URL, home: URL) -> [Benchmark] {
    let package = home.appendingPathComponent("Large.xcdatamodeld")
    let output = home.appendingPathComponent("generated")
    let generate = [
        tools.appendingPathComponent("cdgen").path, "generate", package.path, "--output",
        output.path,
    ]
    let prepare = {
        try? FileManager.default.removeItem(at: package)
        _ = try ModelPackageFixture.write(to: home, versions: 1, entities: 125)
        try? FileManager.default.removeItem(at: output)
        _ = try Measured(generate)
    }
    /// The same bytes, written by Foundation to another folder.
    func copy() throws -> Double {
        let other = home.appendingPathComponent("copied")
        try? FileManager.default.removeItem(at: other)
        return try ContinuousClock().measure {
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: output.path) {
                try Data(contentsOf: output.appendingPathComponent(name))
                    .write(to: other.appendingPathComponent(name))
            }
        }.seconds
    }
    return [
        Benchmark(
            name: "generate-125",
            subject: "cdgen generate of 125 entities into an empty folder",
            yardstick: "the same files read and written by Foundation",
            turns: 9,
            bar: .atMost(0.05),
            prepare: prepare,
            turn: { _ in
                try FileManager.default.removeItem(at: output)
                let subject = try Measured(generate)
                return .init(
                    subject: subject.seconds,
                    yardstick: try copy(),
                    memory: subject.memory
                )
            }
        ),
        Benchmark(
            name: "generate-unchanged",
            subject: "cdgen generate of 125 entities that have not changed",
            yardstick: "the same files read and written by Foundation",
            turns: 9,
            bar: .atMost(0.02),
            prepare: prepare,
            turn: { _ in
                let subject = try Measured(generate)
                return .init(
                    subject: subject.seconds,
                    yardstick: try copy(),
                    memory: subject.memory
                )
            }
        ),
    ]
}
