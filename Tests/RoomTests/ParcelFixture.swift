import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Room

/// A workspace with files of the project, ignored ones, a link of the study and evalrun's own.
struct ParcelFixture {
    let home: TemporaryFolder
    let root: URL
    let parcel: WorkspaceParcel

    init() throws {
        home = try TemporaryFolder()
        root = home.url.appendingPathComponent("P1-0a1b2c3d")
        parcel = WorkspaceParcel(
            root,
            ignoring: ["Vendor", "*.swp"],
            links: ["Vendor/CacheStore"],
            papers: ["env", "TASK.md"]
        )
        try write("Package.swift", "old")
        try write("Sources/App/main.swift", "old")
        try write("check.sh", "#!/bin/sh")
        #expect(chmod(root.path + "/check.sh", 0o755) == 0)
        for path in [
            ".build/debug/App", ".git/config", "Sources/App/main.swift.swp", "env", "TASK.md",
            ".evalrun-workspace",
        ] {
            try write(path, "kept")
        }
        try write("Vendor/Other/a", "kept")
        #expect(symlink("/nowhere", root.path + "/Vendor/CacheStore") == 0)
    }

    func write(_ path: String, _ text: String) throws {
        let url = root.appendingPathComponent(path)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(),
            withIntermediateDirectories: true
        )
        try Data(text.utf8).write(to: url)
    }

    func tree() throws -> [String: String] { try FolderContents.tree(root) }

    /// The first line of the refusal. The participant's page has it in the page's language.
    ///
    /// - Parameter isOwn: false if the words are those of libarchive.
    func refusal(_ zip: [UInt8], isOwn: Bool = true) throws -> String {
        let before = try tree()
        let error = #expect(throws: DiagnosticError.self) { try parcel.unpack(zip) }
        #expect(try tree() == before)
        let first = error?.diagnostics.first
        let words = first?.text.split(separator: "\n").first.map(String.init) ?? ""
        #expect(!isOwn || Self.isTranslated(words), "\(words)")
        #expect(first?.fix.map(Self.isTranslated) ?? true, "\(first?.fix ?? "")")
        return words
    }

    /// Whether the page has a translation: a key in which each `%` stands for any text.
    static func isTranslated(_ words: String) -> Bool {
        PageDocument.participantTexts.keys.contains { key in
            var rest = words[...]
            let parts = key.components(separatedBy: "%")
            guard parts.count > 1 else { return key == words }
            for (place, part) in parts.enumerated() where !part.isEmpty {
                guard let found = rest.firstRange(of: part), place > 0 || words.hasPrefix(part)
                else { return false }
                rest = rest[found.upperBound...]
            }
            return parts.last?.isEmpty == true || rest.isEmpty
        }
    }
}

func zipped(_ fill: (inout ZipMaker) -> Void) -> [UInt8] {
    var maker = ZipMaker()
    fill(&maker)
    return maker.bytes
}

enum FolderContents {
    /// Path → permissions and text, or the target of a link.
    static func tree(_ root: URL) throws -> [String: String] {
        var result: [String: String] = [:]
        let files = FileManager.default
        for path in try files.subpathsOfDirectory(atPath: root.path) {
            let full = root.path + "/" + path
            let attributes = try files.attributesOfItem(atPath: full)
            switch attributes[.type] as? FileAttributeType {
            case .typeRegular?:
                let mode =
                    (attributes[.posixPermissions] as? Int).map { String($0, radix: 8) } ?? ""
                result[path] = mode + " " + (try String(contentsOfFile: full, encoding: .utf8))
            case .typeSymbolicLink?:
                result[path] = "→ " + (try files.destinationOfSymbolicLink(atPath: full))
            default: break
            }
        }
        return result
    }
}
