import CacheStore
import DataAccess
import Foundation
import TestSupport
import TestTraits
import Testing

/// Runs a program and gives what it printed; nil where it cannot be run or ends with another status
/// than 0.
private func output(_ command: [String]) -> String? {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = command
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
    let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    return process.terminationStatus == 0 ? text : nil
}

/// Hands `body` a folder on a disk of one megabyte; where none can be mounted, says so and returns.
private func withSmallDisk(_ body: (String) async throws -> Void) async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    guard output(["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", folder.path]) != nil else {
        print("no small disk can be mounted here: a full disk was not tried")
        return
    }
    defer { _ = output(["umount", "-l", folder.path]) }
    try await body(folder.path)
}

private func ballast(_ folder: String, kilobytes: Int) throws {
    try Data(count: kilobytes * 1024).write(to: URL(fileURLWithPath: folder + "/ballast"))
}

private let before = model([entity("Note", [AttributeDescription("text", .string)])])
private let after = model([
    entity("Note", [AttributeDescription("body", .string, renamingIdentifier: "text")])
])

private func insert(_ connection: StoreConnection, _ number: Int64) throws {
    try connection.execute("INSERT INTO Note VALUES (?1, ?2)") {
        try $0.bind(number, at: 1)
        try $0.bind(String(repeating: "x", count: 3000), at: 2)
    }
}

private func save(_ store: CacheStore, _ number: Int64) async throws {
    try await store.write { try insert($0, number) }
}

@Suite(.serialized, .blocking) struct DiskFaults {
    @Test func whatWasAcknowledgedBeforeTheDiskWasFullIsThereAndWorkGoesOn() async throws {
        try await withSmallDisk { folder in
            let path = folder + "/store.sqlite"
            try ballast(folder, kilobytes: 300)
            let store = try CacheStore(fileAt: path, model: before)
            var saved: Int64 = 0
            let error = await #expect(throws: StoreError.self) {
                for number in Int64(1)...1000 {
                    try await save(store, number)
                    saved = number
                }
            }
            #expect(error == .diskFull)
            #expect(saved > 10)
            #expect(try await texts(store, "SELECT count(*) FROM Note") == ["\(saved)"])
            try FileManager.default.removeItem(atPath: folder + "/ballast")
            try await save(store, saved + 1)
            #expect(try await texts(store, "PRAGMA integrity_check") == ["ok"])
            try store.close()
            let again = try CacheStore(fileAt: path, model: before)
            #expect(try await texts(again, "SELECT count(*) FROM Note") == ["\(saved + 1)"])
            try again.close()
        }
    }

    /// The error said that the disk cannot be read or written.
    @Test(arguments: [before, after]) func openingOnAFullDiskSaysThatItIsFull(
        _ model: StoreModel
    ) async throws {
        try await withSmallDisk { folder in
            let path = folder + "/store.sqlite"
            try await makeStore(path, before)
            // Ends when the disk is full.
            _ = output(["sh", "-c", "cat /dev/zero > '\(folder)/ballast'"])
            for _ in 1...2 {
                let error = #expect(throws: StoreError.diskFull) {
                    try CacheStore(fileAt: path, model: model)
                }
                #expect("\(error, default: "none")".contains("free some space and try again"))
            }
            try FileManager.default.removeItem(atPath: folder + "/ballast")
            let store = try CacheStore(fileAt: path, model: model)
            #expect(try await texts(store, "PRAGMA integrity_check") == ["ok"])
            try store.close()
        }
    }

    @Test func aMigrationForWhichThereIsNoSpaceChangesNothing() async throws {
        try await withSmallDisk { folder in
            let path = folder + "/store.sqlite"
            let store = try CacheStore(fileAt: path, model: before)
            try await store.write { connection in
                for number in Int64(1)...60 { try insert(connection, number) }
            }
            try store.close()
            try ballast(folder, kilobytes: 500)
            #expect(throws: StoreError.diskFull) { try CacheStore(fileAt: path, model: after) }
            try FileManager.default.removeItem(atPath: folder + "/ballast")
            let old = try CacheStore(fileAt: path, model: before)
            #expect(old.opening == .opened)
            #expect(try await texts(old, "SELECT count(*) FROM Note") == ["60"])
            try old.close()
            let new = try CacheStore(fileAt: path, model: after)
            #expect(try await texts(new, "SELECT sum(length(body)) FROM Note") == ["180000"])
            try new.close()
        }
    }

    /// As a user who may not write the file; the superuser may do everything, and becomes nobody.
    @Test func aFileThatMayOnlyBeReadIsReadAndTheErrorOfWritingNamesIt() async throws {
        try await withFile { path in
            let worker = Tool.root.appendingPathComponent(".build/debug/StoreWorker").path
            func tried(_ work: String) -> String? {
                let ordinary = [
                    "setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", worker, work,
                    path,
                ]
                return output(geteuid() == 0 ? ordinary : [worker, work, path])
            }
            #expect(output([worker, "write", path]) == "1\n")
            let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
            let files = FileManager.default
            func allow(_ permissions: Int, _ path: String) throws {
                try files.setAttributes([.posixPermissions: permissions], ofItemAtPath: path)
            }
            try allow(0o444, path)
            try allow(0o777, folder)
            guard let writing = tried("write") else {
                print("no ordinary user can be had here: a file for reading only was not tried")
                return
            }
            #expect(writing.contains(path))
            #expect(writing.contains("cannot be written"))
            // A migration said that the disk has an error.
            #expect(tried("upgrade")?.contains("\(path) cannot be written") == true)
            #expect(tried("read") == "1\n")
            #expect(output([worker, "read", path]) == "1\n")
            for end in ["-wal", "-shm"] { try? files.removeItem(atPath: path + end) }
            try allow(0o555, folder)
            defer { try? allow(0o755, folder) }
            for work in ["write", "upgrade"] {
                #expect(tried(work)?.contains("\(path) cannot be written") == true)
            }
            #expect(tried("read")?.contains("the folder is not writable") == true)
        }
    }
}
