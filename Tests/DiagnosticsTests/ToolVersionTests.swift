import Foundation
import Testing

@testable import Diagnostics

struct ToolVersionTests {
    @Test func aBuildRecordIsReadFromItsLines() throws {
        let text = "commit 0123456789ab\ncompiler Swift version 6.3.1 (swift-6.3.1-RELEASE)\n"
        let record = try #require(BuildRecord(text: text))
        #expect(record.commit == "0123456789ab")
        #expect(record.compiler == "Swift version 6.3.1 (swift-6.3.1-RELEASE)")
        #expect(BuildRecord(text: "commit 0123456789ab\n") == nil)
        #expect(BuildRecord(text: "") == nil)
    }

    @Test(arguments: ["loose", "packed", "detached", "none"])
    func theCommitOfACheckoutIsFound(_ kind: String) throws {
        let root = FileManager.default.temporaryDirectory
            .appending(path: "version-\(UUID().uuidString)")
        let place = root.appending(path: ".build/debug")
        let refs = root.appending(path: ".git/refs/heads")
        for folder in [place, refs] {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        }
        defer { try? FileManager.default.removeItem(at: root) }
        let commit = String(repeating: "0123456789abcdef", count: 3).prefix(40)
        let head = kind == "detached" ? "\(commit)\n" : "ref: refs/heads/main\n"
        try Data(head.utf8).write(to: root.appending(path: ".git/HEAD"))
        switch kind {
        case "loose": try Data("\(commit)\n".utf8).write(to: refs.appending(path: "main"))
        case "packed":
            let lines = "# pack-refs with: peeled\n\(commit) refs/heads/main\n"
            try Data(lines.utf8).write(to: root.appending(path: ".git/packed-refs"))
        default: break
        }
        let expected = kind == "none" ? nil : "0123456789ab"
        #expect(ToolVersion.checkedOutCommit(above: place) == expected)
    }
}
