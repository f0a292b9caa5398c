import Foundation
import TestSupport

/// The generator as a whole process, on a model of 125 entities.
func generation(_ tools: URL, home: URL) -> [Benchmark] {
    let package = home.appendingPathComponent("Large.xcdatamodeld")
    let cdgen = tools.appendingPathComponent("cdgen").path
    let unchanged = home.appendingPathComponent("generated")
    func generate(into folder: URL) throws -> Measured {
        try Measured([cdgen, "generate", package.path, "--output", folder.path])
    }
    let prepare = {
        if FileManager.default.fileExists(atPath: unchanged.path) { return }
        spreadFolders(in: home)
        _ = try ModelPackageFixture.write(to: home, versions: 1, entities: 125)
        _ = try generate(into: unchanged)
    }
    // Nothing is removed between turns: see `spreadFolders`.
    func fresh(_ name: String, _ number: Int) -> URL {
        home.appendingPathComponent("\(name)-\(number)")
    }
    /// The same bytes, written by Foundation to a folder that is not there.
    func copy(to other: URL) throws -> Double {
        try ContinuousClock().measure {
            try FileManager.default.createDirectory(at: other, withIntermediateDirectories: true)
            for name in try FileManager.default.contentsOfDirectory(atPath: unchanged.path) {
                try Data(contentsOf: unchanged.appendingPathComponent(name))
                    .write(to: other.appendingPathComponent(name))
            }
        }.seconds
    }
    return [
        Benchmark(
            name: "generate-125",
            subject: "cdgen generate of 125 entities into a new folder",
            yardstick: "the same files read and written by Foundation",
            turns: 9,
            bar: .atMost(0.03),
            prepare: prepare,
            turn: { number in
                let subject = try generate(into: fresh("output", number))
                return .init(
                    subject: subject.seconds,
                    yardstick: try copy(to: fresh("copied", number)),
                    memory: subject.memory
                )
            }
        ),
        Benchmark(
            name: "generate-unchanged",
            subject: "cdgen generate of 125 entities that have not changed",
            yardstick: "the same files read and written by Foundation",
            turns: 9,
            bar: .atMost(0.015),
            prepare: prepare,
            turn: { number in
                let subject = try generate(into: unchanged)
                return .init(
                    subject: subject.seconds,
                    yardstick: try copy(to: fresh("again", number)),
                    memory: subject.memory
                )
            }
        ),
        Benchmark(
            name: "generate-line",
            subject: "cdgen generate of 60 entities, each the parent of the next",
            yardstick: "60 of which one is the parent of all others",
            turns: 5,
            bar: .timesYardstick(5),
            prepare: { spreadFolders(in: home) },
            turn: { number in
                func run(_ name: String, _ parent: (Int) -> Int) throws -> Measured {
                    let model = try family(of: 60, named: name, in: home, parent)
                    return try Measured([
                        cdgen, "generate", model.path, "--quiet",
                        "--output", fresh(name, number).path,
                    ])
                }
                let line = try run("line") { $0 - 1 }
                return .init(
                    subject: line.seconds,
                    yardstick: try run("siblings") { _ in 0 }.seconds,
                    memory: line.memory
                )
            }
        ),
    ]
}

/// A model of entities with one attribute each, of which the first is the ancestor of all others.
private func family(
    of count: Int,
    named name: String,
    in home: URL,
    _ parent: (Int) -> Int
) throws -> URL {
    let entities = (0..<count).map { number in
        """
        <entity name="E\(number)"\(number == 0 ? "" : " parentEntity=\"E\(parent(number))\"")>
        <attribute name="a\(number)" optional="YES" attributeType="String"/></entity>
        """
    }
    let model = home.appendingPathComponent("\(name).xcdatamodel")
    try FileManager.default.createDirectory(at: model, withIntermediateDirectories: true)
    try Data("<model>\(entities.joined())</model>".utf8)
        .write(to: model.appendingPathComponent("contents"))
    return model
}

/// Where files were removed in the last minutes, by a run before this one or by tests, ext4 looks for
/// a free inode among all that were freed, one after the other, which takes several times as long as
/// everything else. Folders that are marked as unrelated each get a place of their own on the disk.
private func spreadFolders(in home: URL) {
    #if os(Linux)
        // Other file systems refuse, and need it not.
        _ = try? Measured(["chattr", "+T", home.path])
    #endif
}
