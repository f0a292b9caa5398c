import Diagnostics
import Foundation
import SessionEngine
import TestSupport
import TestTraits
import Testing
import Zip

@testable import Room

/// A workspace leaves as a zip file, and comes back whole or not at all.
@Suite(.blocking, .timeLimit(.minutes(15))) struct ParcelTests {
    private let fixture: ParcelFixture

    init() throws { fixture = try ParcelFixture() }

    @Test func whatIsPackedIsWhatTheProjectDoesNotIgnore() throws {
        try fixture.write("Länder.txt", "Österreich")
        #expect(symlink("/etc/passwd", fixture.root.path + "/passwords") == 0)
        let (zip, files) = try fixture.parcel.pack()
        #expect(
            try ZipDirectory(zip).entries.map(\.words) == [
                "Länder.txt", "Package.swift", "Sources/App/main.swift", "check.sh",
            ]
        )
        #expect(files.words == "4 files, 26 bytes")
        #expect(files.leftOut == ["passwords is a symbolic link"])
        let copy = fixture.home.url.appendingPathComponent("copy")
        try WorkspaceParcel(copy, ignoring: []).unpack(zip)
        #expect(
            try FolderContents.tree(copy) == [
                "Länder.txt": "644 Österreich", "Package.swift": "644 old",
                "Sources/App/main.swift": "644 old", "check.sh": "755 #!/bin/sh",
            ]
        )
    }

    @Test func filesAreReplacedAndDeletedAndIgnoredOnesStay() throws {
        let zip = zipped {
            $0.add("Package.swift", "new")
            $0.add("check.sh", "#!/bin/sh", mode: 0)
            $0.add("Tests/", "", mode: 0o040755)
            $0.add(".build/debug/App", "theirs")
            $0.add("env", "theirs")
            $0.add("Vendor/CacheStore/theirs", "theirs")
        }
        #expect(try fixture.parcel.unpack(zip).words == "2 files, 12 bytes")
        #expect(
            try fixture.tree() == [
                "Package.swift": "644 new", "check.sh": "755 #!/bin/sh",
                ".build/debug/App": "644 kept", ".git/config": "644 kept", "env": "644 kept",
                "TASK.md": "644 kept", ".evalrun-workspace": "644 kept",
                "Vendor/CacheStore": "→ /nowhere", "Vendor/Other/a": "644 kept",
                // Its folder has no file of the project any longer.
                "Sources/App/main.swift.swp": "644 kept",
            ]
        )
        #expect(FileManager.default.fileExists(atPath: fixture.root.path + "/Tests"))
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: fixture.home.url.path + "/.parcel")
                == []
        )
    }

    /// A folder without ignored files does not stay, and a file replaces a folder.
    @Test func aRemovedFolderStaysOnlyForItsIgnoredFiles() throws {
        try fixture.write("Docs/a/b.md", "old")
        try fixture.write("Data/a.swp", "ignored")
        try fixture.parcel.unpack(
            zipped {
                $0.add("Package.swift", "new")
                $0.add("Data", "a file now")
            }
        )
        let tree = try fixture.tree()
        #expect(tree["Data"] == "644 a file now")
        #expect(!FileManager.default.fileExists(atPath: fixture.root.path + "/Docs"))
    }

    /// As on exFAT. The files are copied instead.
    @Test func aFileSystemWithoutHardLinksKeepsEverything() throws {
        var replacement = ParcelReplacement(fixture.parcel)
        replacement.link = { _, _, _ in false }
        let files = [
            WorkspaceParcel.Content(path: "Package.swift", bytes: Array("old".utf8)),
            WorkspaceParcel.Content(path: "check.sh", bytes: Array("#!/bin/sh".utf8)),
            WorkspaceParcel.Content(path: "Sources/App/main.swift", bytes: Array("old".utf8)),
        ]
        let before = try fixture.tree()
        try replacement.replace(by: files, []) { _ in }
        #expect(try fixture.tree() == before)
    }

    /// A project may have a folder named `old`, as the stage of an upload has.
    @Test func aWorkspaceThatIsBeingMadeIsNoUpload() throws {
        let files = FileManager.default
        let making = WorkspacePlace(root: fixture.root).making
        try files.createDirectory(
            at: making.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try files.moveItem(at: fixture.root, to: making)
        try files.createDirectory(
            at: making.appendingPathComponent("old"),
            withIntermediateDirectories: true
        )
        try fixture.parcel.recover()
        #expect(!files.fileExists(atPath: fixture.root.path))
        #expect(files.fileExists(atPath: making.appendingPathComponent("Package.swift").path))
    }

    @Test func aFileThatIsTheSameKeepsItsTime() throws {
        let path = fixture.root.path + "/Package.swift"
        try FileManager.default.setAttributes(
            [.modificationDate: Date(timeIntervalSince1970: 1_000_000)],
            ofItemAtPath: path
        )
        try fixture.parcel.unpack(zipped { $0.add("Package.swift", "old") })
        let date = try FileManager.default.attributesOfItem(atPath: path)[.modificationDate]
        #expect(date as? Date == Date(timeIntervalSince1970: 1_000_000))
    }

    @Test(arguments: ["workspace", "Zoë-workspace", "Project"])
    func aFolderThatWasPackedInsteadOfItsFilesIsOpened(folder: String) throws {
        try fixture.parcel.unpack(
            zipped {
                $0.add("\(folder)/", "", mode: 0o040755)
                $0.add("\(folder)/Package.swift", "new")
                $0.add("__MACOSX/._\(folder)", "theirs")
                $0.add("__MACOSX/\(folder)/._Package.swift", "theirs")
            }
        )
        let tree = try fixture.tree()
        #expect(tree["Package.swift"] == "644 new")
        #expect(!tree.values.contains { $0.hasSuffix("theirs") }, "\(tree.keys)")
        // The project has this one.
        try fixture.write("Sources/a", "old")
        try fixture.parcel.unpack(zipped { $0.add("Sources/a", "new") })
        #expect(try fixture.tree()["Sources/a"] == "644 new")
    }

    @Test func aProjectBeyondTheLimitsIsNotPackedAndNamesItsFiles() throws {
        var small = fixture.parcel
        small.limits.file = 4
        try fixture.write("Sources/large.txt", "12345")
        #expect(throws: DiagnosticError.self) { try small.pack() }
        let error = #expect(throws: DiagnosticError.self) { try small.pack() }
        #expect(
            error?.diagnostics.map(\.place?.file) == ["Sources/large.txt", "check.sh"]
        )
        small.limits = .init()
        small.limits.total = 10
        let total = #expect(throws: DiagnosticError.self) { try small.pack() }
        #expect(total?.description.contains("the largest is check.sh") == true)
        small.limits = .init()
        small.limits.files = 2
        let count = #expect(throws: DiagnosticError.self) { try small.pack() }
        #expect(count?.description.contains("has 4 files; at most 2 can be sent") == true)
    }

    /// A process that ends at any step leaves the old files or the new ones, and what it left is
    /// put in order by the next one.
    @Test(arguments: ParcelStep.allCases)
    func aKillLeavesTheOldOrTheNew(step: ParcelStep) throws {
        let zip = zipped {
            $0.add("Package.swift", "new")
            $0.add("Sources/App/other.swift", "new")
        }
        let file = fixture.home.url.appendingPathComponent("new.zip")
        try Data(zip).write(to: file)
        let before = try fixture.tree()
        // No exit test: Testing's waits for any child, and does not get past one that nobody else reaps.
        let result = try Tool("RoomWorker").run([fixture.root.path, file.path, step.rawValue])
        #expect(result.isSignalled && result.status == SIGKILL, "\(result.errors)")
        var after = before
        for path in ["check.sh", "Sources/App/main.swift"] { after[path] = nil }
        after["Package.swift"] = "644 new"
        after["Sources/App/other.swift"] = "644 new"
        let isNew = ![.filled, .synchronized].contains(step)
        let project = { (files: [String: String]) in
            files.filter {
                !$0.key.contains(".swp") && !$0.key.hasPrefix(".") && !$0.key.contains("Other")
            }
        }
        #expect(project(try fixture.tree()) == project(isNew ? after : before))
        try fixture.parcel.recover()
        #expect(try fixture.tree() == (isNew ? after : before))
        try fixture.parcel.unpack(zip)
        #expect(try fixture.tree() == after)
    }
}
