import Foundation
import TestSupport
import Testing

@testable import SessionEngine

@Suite struct CheckCacheTests {
    private let cache: TemporaryFolder
    private let checks: URL

    init() throws {
        cache = try TemporaryFolder()
        checks = cache.url.appendingPathComponent("checks")
    }

    private func make(_ name: String, study: String?, daysAgo: Double) throws {
        let folder = checks.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: folder.appendingPathComponent("file"))
        var places = [folder.path]
        if let study {
            let origin = folder.appendingPathExtension("origin")
            try Data(study.utf8).write(to: origin)
            places.append(origin.path)
        }
        for place in places {
            try FileManager.default.setAttributes(
                [.modificationDate: Date(timeIntervalSinceNow: -daysAgo * 86400)],
                ofItemAtPath: place
            )
        }
    }

    private func left() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: checks.path)
            .filter { !$0.contains(".") }.sorted()
    }

    @Test func foldersOfStudiesThatAreGoneAndOldOnesAreRemoved() throws {
        try make("used", study: cache.url.path, daysAgo: 2)
        try make("gone", study: cache.path("no-such-study"), daysAgo: 2)
        try make("old", study: cache.url.path, daysAgo: 31)
        try make("nameless", study: nil, daysAgo: 31)
        #expect(CheckCache.clean(cache.url) == ["gone", "nameless", "old"])
        #expect(try left() == ["used"])
        #expect(CheckCache.clean(cache.url) == [])
    }

    @Test func aFolderInWhichACheckRunsStays() throws {
        try make("busy", study: nil, daysAgo: 90)
        let lock = try FolderLock(at: checks.appendingPathComponent("busy.lock"))
        #expect(lock != nil)
        #expect(CheckCache.clean(cache.url) == [])
        lock?.release()
        #expect(CheckCache.clean(cache.url) == ["busy"])
    }

    @Test func theNextNoteRemovesWhatAKilledProcessLeft() throws {
        let left = checks.appendingPathComponent(".evalrun-draft-killed")
        try FileManager.default.createDirectory(at: left, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: left.appendingPathComponent("used.origin"))
        let folder = checks.appendingPathComponent("used")
        CheckCache.note(cache.url, for: folder)
        CheckCache.note(cache.url, for: folder)
        #expect(try FileManager.default.contentsOfDirectory(atPath: checks.path) == ["used.origin"])
        let origin = folder.appendingPathExtension("origin")
        #expect(try String(contentsOf: origin, encoding: .utf8) == cache.url.path)
    }

    @Test func aRemovedLockFileIsLockedByNobody() throws {
        let file = cache.url.appendingPathComponent("removed.lock")
        let first = try #require(try FolderLock(at: file))
        #expect(try FolderLock(at: file) == nil)
        first.remove(file)
        #expect(!FileManager.default.fileExists(atPath: file.path))
        let second = try FolderLock(at: file)
        #expect(second != nil)
        #expect(try FolderLock(at: file) == nil)
        second?.release()
    }

    @Test func theDoctorCleans() throws {
        let run = try Tool("evalrun").run(["doctor", "--clean"])
        #expect(run.status == 0)
        #expect(run.output.contains("removed from"))
    }
}
