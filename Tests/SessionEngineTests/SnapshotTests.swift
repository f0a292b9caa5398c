import Foundation
import ResultsStore
import StudyDefinition
import TestSupport
import Testing

@testable import SessionEngine

/// Nothing that a participant puts into the workspace hinders a snapshot.
@Suite(.timeLimit(.minutes(15))) struct SnapshotTests {
    private let home: TemporaryFolder
    private let workspace: Workspace

    init() throws {
        home = try TemporaryFolder()
        let study = try StudyReader.read(
            Tool.root.appendingPathComponent("Tests/StudyDefinitionTests/Fixtures/greeting")
        )
        let resources = Resources(
            executables: home.url,
            store: home.url,
            studies: nil,
            cache: home.url
        )
        workspace = Workspace(
            root: home.url.appendingPathComponent("w"),
            study: study,
            resources: resources
        )
        try workspace.create()
    }

    private var root: String { workspace.root.path }

    private func omissions() throws -> [String: String] {
        let snapshot = try workspace.snapshot().0
        #expect(snapshot.files.map(\.path).contains("greet.sh"))
        return Dictionary(snapshot.omissions.map { ($0.path, $0.reason) }) { $1 }
    }

    @Test(arguments: [(".greet.sh.swp", "greet.sh"), (".swp", "a new file")])
    func aFileThatIsOpenInAnEditorIsNamed(swap: String, name: String) throws {
        try Data().write(to: URL(fileURLWithPath: "\(root)/\(swap)"))
        #expect(try workspace.unsaved(since: nil) == "An editor still has \(name) open.")
    }

    @Test func aFileThatIsTooLargeIsNamedAndNotRead() throws {
        for (name, size) in [("big", 1_200 << 20), ("sparse", 2 << 40)] {
            #expect(FileManager.default.createFile(atPath: "\(root)/\(name)", contents: nil))
            #expect(truncate("\(root)/\(name)", size) == 0)
        }
        let found = try omissions()
        #expect(found == ["big": "is larger than 64 MiB", "sparse": "is larger than 64 MiB"])
        #expect(
            try workspace.snapshot().0.omissions.compactMap(\.size).sorted() == [
                1_200 << 20, 2 << 40,
            ]
        )
    }

    @Test func theLargestFilesAreLeftOutWhereAllAreTooLarge() throws {
        var small = workspace
        small.limits.total = 4000
        for number in 1...9 {
            let path = "\(root)/part\(number)"
            #expect(FileManager.default.createFile(atPath: path, contents: nil))
            #expect(truncate(path, 500 - number) == 0)
        }
        let snapshot = try small.snapshot().0
        #expect(snapshot.omissions.map(\.path).prefix(2) == ["part1", "part2"])
        #expect(snapshot.files.map(\.path).contains("greet.sh"))
        #expect(snapshot.omissions.first?.reason == "all files together are larger than 3 KiB")
    }

    @Test func pipesSocketsDevicesAndLinksAreNamed() throws {
        #expect(mkfifo("\(root)/pipe", 0o600) == 0)
        #expect(symlink("loop", "\(root)/loop") == 0)
        #expect(symlink("/", "\(root)/everything") == 0)
        let socket = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
        defer { close(socket) }
        var address = sockaddr_un()
        address.sun_family = sa_family_t(AF_UNIX)
        // Paths of sockets are short.
        let short = "/tmp/evalrun-\(UUID().uuidString.prefix(8))"
        withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: short.utf8) }
        let bound = withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(socket, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
            }
        }
        #expect(bound == 0)
        #expect(link(short, "\(root)/socket") == 0)
        unlink(short)
        var expected = [
            "pipe": "is a named pipe", "loop": "is a symbolic link",
            "everything": "is a symbolic link", "socket": "is a socket",
        ]
        if mknod("\(root)/zero", S_IFCHR | 0o600, 0x105) == 0 { expected["zero"] = "is a device" }
        #expect(try omissions() == expected)
    }

    @Test func namesThatAreNotUTF8AreNamedAndOthersAreKeptApart() throws {
        let bytes: [UInt8] = Array("\(root)/caf".utf8) + [0xE9, 0]
        let file = bytes.withUnsafeBufferPointer {
            $0.withMemoryRebound(to: CChar.self) { $0.baseAddress.map { creat($0, 0o644) } ?? -1 }
        }
        #expect(file >= 0)
        close(file)
        // Two names that are the same text for Unicode.
        try Data("composed".utf8).write(to: URL(fileURLWithPath: "\(root)/\u{e9}"))
        try Data("decomposed".utf8).write(to: URL(fileURLWithPath: "\(root)/e\u{301}"))
        let (snapshot, contents) = try workspace.snapshot()
        #expect(snapshot.omissions.map(\.path) == ["caf\\xe9"])
        #expect(snapshot.files.count == 5)
        let folder = CheckFolder(
            root: home.url.appendingPathComponent("check"),
            study: workspace.study,
            resources: workspace.resources
        )
        try folder.fill(snapshot, contents)
        try folder.fill(snapshot, contents)
        let copy = Workspace(
            root: folder.root,
            study: workspace.study,
            resources: workspace.resources
        )
        #expect(try copy.snapshot().0.files == snapshot.files)
    }

    @Test func nestingOfAnyDepthIsLeftOutAndRemoved() throws {
        var folder = open(root, O_RDONLY | O_DIRECTORY)
        for _ in 0..<3000 {
            #expect(mkdirat(folder, "deeper", 0o755) == 0)
            let next = openat(folder, "deeper", O_RDONLY | O_DIRECTORY)
            close(folder)
            folder = next
        }
        close(folder)
        #expect(try omissions().values.map(\.self) == ["is nested too deep"])
        try FileTree.remove(workspace.root)
        #expect(!FileManager.default.fileExists(atPath: root))
    }

    @Test func aFolderWithMoreEntriesThanTheLimitIsCut() throws {
        let folder = try OpenFolder(workspace.root)
        for number in 0..<50 { try folder.make("file\(number)", mode: 0o644) { _ in } }
        try folder.makeFolder("later")
        try folder.make("later/kept", mode: 0o644) { _ in }
        let scan = try FolderScan(folder, limits: .init(folder: 20, entries: 30)) { _ in false }
        #expect(scan.isCut)
        #expect(scan.files.count <= 30)
        #expect(scan.omissions.last?.reason.hasSuffix("more entries") == true)
    }

    @Test(.enabled(if: geteuid() != 0)) func whatCannotBeReadIsNamed() throws {
        try Data().write(to: URL(fileURLWithPath: "\(root)/secret"))
        try FileManager.default.createDirectory(
            atPath: "\(root)/closed",
            withIntermediateDirectories: true
        )
        chmod("\(root)/secret", 0)
        chmod("\(root)/closed", 0)
        #expect(try omissions().keys.sorted() == ["closed", "secret"])
    }

    @Test func aSnapshotKeepsWhatItLeavesOut() async throws {
        #expect(mkfifo("\(root)/pipe", 0o600) == 0)
        let store = try ResultsStore(path: home.path("x.sqlite"), access: .create)
        let (snapshot, bytes) = try workspace.snapshot()
        try await store.keep(snapshot, bytes: bytes)
        #expect(try store.omissions(ofSnapshot: snapshot.hash) == snapshot.omissions)
        #expect(snapshot.omissions.count == 1)
        unlink("\(root)/pipe")
        #expect(try workspace.snapshot().0.hash != snapshot.hash)
    }

    @Test func whatACheckedProgramLeavesIsGoneInTheNextCheck() throws {
        let folder = CheckFolder(
            root: home.url.appendingPathComponent("check"),
            study: workspace.study,
            resources: workspace.resources
        )
        let (snapshot, bytes) = try workspace.snapshot()
        try folder.fill(snapshot, bytes)
        let check = folder.root.path
        unlink("\(check)/greet.sh")
        #expect(mkfifo("\(check)/greet.sh", 0o600) == 0)
        unlink("\(check)/greet-one.sh")
        try FileManager.default.createDirectory(
            atPath: "\(check)/greet-one.sh/a",
            withIntermediateDirectories: true
        )
        try Data().write(to: URL(fileURLWithPath: "\(check)/greet-one.sh/a/b"))
        #expect(symlink("/tmp", "\(check)/link") == 0)
        try folder.fill(snapshot, bytes)
        let copy = Workspace(
            root: folder.root,
            study: workspace.study,
            resources: workspace.resources
        )
        #expect(try copy.snapshot().0 == snapshot)
    }

    /// The size and the modification time say nothing; the time of the change of status does.
    @Test func aChangeThatHidesItsTimeIsSeenInTheCheckFolder() throws {
        let known = KnownContents()
        let folder = CheckFolder(
            root: home.url.appendingPathComponent("check"),
            study: workspace.study,
            resources: workspace.resources,
            known: known
        )
        let (snapshot, bytes) = try workspace.snapshot()
        try folder.fill(snapshot, bytes)
        Thread.sleep(forTimeInterval: 2.1)
        try folder.fill(snapshot, bytes)
        let path = folder.root.appendingPathComponent("greet.sh").path
        var before = stat()
        #expect(lstat(path, &before) == 0)
        #expect(known.hash(of: "greet.sh", FileState(before)) != nil)
        let file = open(path, O_WRONLY)
        #expect(write(file, "X", 1) == 1)
        close(file)
        #if os(Linux)
            #expect(utimensat(AT_FDCWD, path, [before.st_atim, before.st_mtim], 0) == 0)
        #endif
        try folder.fill(snapshot, bytes)
        let copy = Workspace(
            root: folder.root,
            study: workspace.study,
            resources: workspace.resources
        )
        #expect(try copy.snapshot().0 == snapshot)
    }
}
