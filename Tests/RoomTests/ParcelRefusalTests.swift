import Diagnostics
import Foundation
import TestSupport
import Testing
import Zip

@testable import Room

private let only = "; the zip file may contain only files and folders"

/// What a zip file may not do to a workspace: each refusal names the entry, and nothing has changed.
@Suite(.timeLimit(.minutes(5))) struct ParcelRefusalTests {
    private let fixture: ParcelFixture

    init() throws { fixture = try ParcelFixture() }

    /// The participant knows no study file, and cannot change it.
    @Test func theAdviceIsForTheParticipant() throws {
        var small = fixture.parcel
        small.limits.file = 4
        let large = #expect(throws: DiagnosticError.self) { try small.pack() }
        small.limits = .init()
        small.limits.files = 2
        let many = #expect(throws: DiagnosticError.self) { try small.pack() }
        for error in [large, many] {
            let advice = error?.diagnostics.first?.fix ?? ""
            #expect(ParcelFixture.isTranslated(advice))
            #expect(advice.hasPrefix("remove ") && advice.hasSuffix("tell the facilitator"))
        }
        let encrypted = zipped { $0.add(Array("a".utf8), "x", .init(flags: 0x801)) }
        for zip in [encrypted, Array("no zip".utf8)] {
            let error = #expect(throws: DiagnosticError.self) { try fixture.parcel.unpack(zip) }
            #expect(error?.diagnostics.first?.fix?.hasPrefix("create the zip file") == true)
        }
    }

    @Test(arguments: [
        ("../out", 0o100644, "../out: leads out of the workspace through \"..\""),
        (".git/../../out", 0o100644, ".git/../../out: leads out of the workspace through \"..\""),
        ("/etc/passwd", 0o100644, "/etc/passwd: is an absolute path"),
        ("a\\..\\b", 0o100644, "a\\..\\b: the name has a backslash"),
        ("a//b", 0o100644, "a//b: the path has an empty component or a \".\" component"),
        ("./a", 0o100644, "./a: the path has an empty component or a \".\" component"),
        ("a\u{1b}[2J", 0o100644, "a\\x1b[2J: the name has a control character"),
        ("a\0b", 0o100644, "a\\x00b: the name has a control character"),
        ("a\u{202e}b", 0o100644, "a\u{202e}b: the name has a control character"),
        ("link", 0o120777, "link: is a symbolic link\(only)"),
        (".build/link", 0o120777, ".build/link: is a symbolic link\(only)"),
        ("disk", 0o060600, "disk: is a device\(only)"),
        ("tty", 0o020600, "tty: is a device\(only)"),
        ("pipe", 0o010600, "pipe: is a named pipe\(only)"),
        ("socket", 0o140600, "socket: is a socket\(only)"),
        ("Vendor", 0o100644, ""),
        (
            "package.swift", 0o100644,
            "package.swift: differs from \"Package.swift\" only in case or accents"
        ),
        ("Package.swift", 0o100644, "Package.swift: is in the zip file twice"),
        (
            "Package.swift/a", 0o100644,
            "Package.swift: is in the zip file both as a file and as a folder"
        ),
    ])
    func anEntryThatMayNotBeWrittenIsNamed(name: String, mode: Int, words: String) throws {
        let zip = zipped {
            $0.add("Package.swift", "new")
            $0.add(name, "x", mode: mode)
        }
        if words.isEmpty {
            // An ignored name is passed over, whatever it is.
            try fixture.parcel.unpack(zip)
            #expect(try fixture.tree()["Vendor/CacheStore"] == "→ /nowhere")
        } else {
            #expect(try fixture.refusal(zip) == words)
        }
    }

    @Test func aFileInPlaceOfALinksFolderIsRefused() throws {
        let linked = WorkspaceParcel(fixture.root, ignoring: [], links: ["Vendor/CacheStore"])
        let error = #expect(throws: DiagnosticError.self) {
            try linked.unpack(
                zipped {
                    $0.add("Vendor"); $0.add("b")
                }
            )
        }
        #expect(
            error?.description == "Vendor: is a file, but the study has a folder with this name"
        )
    }

    @Test func namesThatDifferInFileAndDirectoryAreRefused() throws {
        let name = Array("Package.swift".utf8)
        let words =
            "Package.swift: has different names in the local header and the central directory"
        for other in ["../../escape1", "Package.swif\0"] {
            let zip = zipped { $0.add(name, "x", .init(localName: Array(other.utf8))) }
            #expect(try fixture.refusal(zip) == words)
        }
    }

    @Test func aFileWithoutItsLocalHeaderIsCalledDamaged() throws {
        let whole = zipped {
            $0.add("a", "one"); $0.add("b", "two")
        }
        // The first signature, the length of the first name, and the second entry's position.
        let central = try #require(
            whole.indices.last { whole[$0...].starts(with: [0x50, 0x4b, 0x01, 0x02]) }
        )
        for (place, entry) in [(0, "a"), (27, "a"), (central + 43, "b")] {
            var damaged = whole
            damaged[place] ^= 0xff
            let words = "\(entry): has a missing or incomplete local header"
            #expect(try fixture.refusal(damaged) == words)
        }
    }

    @Test func encryptedAndUnknownEntriesAreRefused() throws {
        let name = Array("a".utf8)
        #expect(
            try fixture.refusal(zipped { $0.add(name, "x", .init(flags: 0x801)) })
                == "a: is encrypted"
        )
        #expect(
            try fixture.refusal(zipped { $0.add(name, "x", .init(method: 14)) })
                == "a: uses a compression method that is not supported"
        )
        let invalid = zipped { $0.add([0x61, 0xff], "x", .init(flags: 0)) }
        #expect(try fixture.refusal(invalid) == "a\\xff: the name is not UTF-8")
        #expect(
            try fixture.refusal([])
                == "workspace.zip: cannot be unpacked: the file is not a zip file"
        )
        let whole = zipped {
            $0.add("a", "one"); $0.add("b", "two")
        }
        for length in [whole.count - 1, whole.count - 40, 10] {
            #expect(
                try fixture.refusal(Array(whole.prefix(length))).hasPrefix(
                    "workspace.zip: cannot be"
                )
            )
        }
    }

    @Test func aDamagedFileIsRefused() throws {
        // The project has both files, so that only the damage is a reason to refuse them.
        try fixture.write("a", "old")
        try fixture.write("b", "old")
        let whole = zipped {
            $0.add("a", "one"); $0.add("b", "two")
        }
        for place in whole.indices {
            var damaged = whole
            damaged[place] ^= 0xff
            let before = try fixture.tree()
            do { try fixture.parcel.unpack(damaged) } catch {
                #expect(try fixture.tree() == before, "\(place)")
            }
        }
    }

    @Test func limitsAreOfWhatComesOut() throws {
        let library = try #require(LibArchive.library)
        let zeros = [UInt8](repeating: 0, count: 10_000_001)
        var bomb = try library.pack([.init(path: "bomb", mode: 0o644, bytes: zeros)])
        #expect(bomb.count < 20_000)
        let words = "bomb: is larger than 10 MB, which is the limit for one file"
        #expect(try fixture.refusal(bomb) == words)
        // Both headers say that it has 3 bytes.
        let central = try #require(
            bomb.indices.last { bomb[$0...].starts(with: [0x50, 0x4b, 0x01, 0x02]) }
        )
        for place in [central + 24, 22] {
            bomb.replaceSubrange(place..<(place + 4), with: [3, 0, 0, 0])
        }
        let lie = try fixture.refusal(bomb, isOwn: false)
        #expect(lie.hasPrefix("bomb: "), "\(lie)")
    }

    /// An empty zip file, and zip files of ignored files, of an empty folder, of other files, and
    /// of a file in place of the folder with the project's files.
    @Test func aZipFileWithoutFilesOfTheProjectIsRefused() throws {
        let words =
            "workspace.zip: has no file of the project; all files of the workspace would be deleted"
        let foreign = [["readme.txt"], ["work/", "work/readme.txt"], ["Sources"]]
        for names in [[], [".build/debug/App", "env"], ["Sources/"]] + foreign {
            let zip = zipped { maker in for name in names { maker.add(name, "") } }
            #expect(try fixture.refusal(zip) == words)
        }
        // If the files cannot be listed, their paths are still compared.
        var narrow = fixture.parcel
        narrow.limits.files = 2
        let error = #expect(throws: DiagnosticError.self) {
            try narrow.unpack(zipped { $0.add("readme.txt", "") })
        }
        #expect(error?.description.hasPrefix(words) == true)
        try narrow.unpack(zipped { $0.add("Package.swift", "new") })
        #expect(try fixture.tree()["Package.swift"] == "644 new")
        // A workspace without files of the project is fetched.
        let empty = WorkspaceParcel(fixture.home.url.appendingPathComponent("empty"), ignoring: [])
        try empty.unpack(zipped { _ in })
        #expect(try empty.pack().files.count == 0)
    }

    @Test func filesAreCountedAndAddedUp() throws {
        let many = zipped { maker in for number in 0...2000 { maker.add("f\(number)") } }
        #expect(
            try fixture.refusal(many)
                == "workspace.zip: the project has 2001 files; at most 2000 can be sent"
        )
        var narrow = fixture.parcel
        narrow.limits.paths = 6
        let before = try fixture.tree()
        let folders = #expect(throws: DiagnosticError.self) {
            try narrow.unpack(
                zipped {
                    $0.add("a/b/c/", "", mode: 0o040755)
                    $0.add("d/e/f/g/", "", mode: 0o040755)
                }
            )
        }
        #expect(
            folders?.description.hasPrefix("workspace.zip: has more than 6 files and folders")
                == true
        )
        var small = fixture.parcel
        small.limits.total = 50
        let parts = zipped { maker in
            for number in 0..<6 { maker.add("part\(number)", "0123456789") }
        }
        let error = #expect(throws: DiagnosticError.self) { try small.unpack(parts) }
        #expect(try fixture.tree() == before)
        #expect(
            error?.description.hasPrefix(
                """
                workspace.zip: the files add up to more than 50 bytes, which is the limit; the \
                largest is part
                """
            ) == true
        )
    }
}
