import Diagnostics
import Foundation

/// Maximum size of a model file in bytes. Larger files are rejected without being read. The largest
/// of 2,867 models in public repositories is 145 kB.
let largestModel = 16 * 1024 * 1024

/// Returns the bytes of the model file in a version's folder.
///
/// - Throws: `DiagnosticError` if the file is missing, unreadable, too large or binary.
func contents(ofVersion folder: String) throws -> [UInt8] {
    let file = folder + "/contents"
    guard FileManager.default.fileExists(atPath: file) else { throw missingContents(folder) }
    let data = try bytes(ofFile: file, limit: largestModel)
    let isBinary = data.starts(with: Array("bplist".utf8)) || data.starts(with: [4, 11])
    guard !isBinary else {
        throw DiagnosticError(
            "binary-model",
            at: .init(file: file),
            "the model is in a binary format, which cdgen cannot read",
            expected: "the XML format of Xcode 4 and later",
            fix: "open the model in Xcode and save it with the tools version \"Xcode 4.3\" or later"
        )
    }
    return data
}

/// Returns the error for a version without a `contents` file. The error states the probable reason.
private func missingContents(_ folder: String) -> DiagnosticError {
    let old = ["elements", "layout"].filter {
        FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    if old.isEmpty {
        return DiagnosticError(
            "no-contents",
            at: .init(file: folder),
            "the folder contains no model: the file \"contents\" is missing",
            fix: "restore this file from version control",
            status: .noInput
        )
    }
    return DiagnosticError(
        "old-format",
        at: .init(file: "\(folder)/\(old[0])"),
        "the model is in the binary format of Xcode 3, which only Xcode reads "
            + "(found: \(old.joined(separator: " and ")))",
        expected: "the XML file \"contents\", which Xcode 4 and later versions write",
        fix: "open the model in Xcode and save it with the tools version \"Xcode 4.3\" or later"
    )
}

/// Returns the bytes of a regular file with at most `limit` bytes.
///
/// - Throws: `DiagnosticError` if the file is larger, is not a regular file, or cannot be read.
func bytes(ofFile file: String, limit: Int) throws -> [UInt8] {
    // Uses system calls instead of Foundation, which would also look up the name of the file's
    // owner.
    let descriptor = open(file, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    defer { if descriptor >= 0 { close(descriptor) } }
    var information = stat()
    guard descriptor >= 0, fstat(descriptor, &information) == 0 else {
        throw unreadable(file, "the file cannot be read")
    }
    guard information.st_mode & S_IFMT == S_IFREG else {
        throw unreadable(file, "this is not a regular file")
    }
    let size = Int64(information.st_size)
    guard size <= Int64(limit) else { throw tooLarge(file, size, limit) }
    var result: [UInt8] = []
    // The first read asks for one byte more than the file's size, to detect a file that grows.
    var room = Int(size) + 1
    while true {
        var count = 0
        let part = [UInt8](unsafeUninitializedCapacity: room) { buffer, filled in
            count = read(descriptor, buffer.baseAddress, room)
            filled = max(count, 0)
        }
        guard count >= 0 else { throw unreadable(file, "the file cannot be read") }
        if count == 0 { return result }
        if result.isEmpty { result = part } else { result += part }
        guard result.count <= limit else { throw tooLarge(file, Int64(result.count), limit) }
        room = 64 * 1024
    }
}

private func unreadable(_ file: String, _ problem: String) -> DiagnosticError {
    DiagnosticError(
        "unreadable-model",
        at: .init(file: file),
        problem,
        fix: "check that it is a regular file, and check its permissions",
        status: .noInput
    )
}

private func tooLarge(_ file: String, _ size: Int64, _ limit: Int) -> DiagnosticError {
    DiagnosticError(
        "too-large",
        at: .init(file: file),
        "the file is too large to be read (\(size) bytes)",
        expected:
            "at most \(limit) bytes, about 100 times the size of the largest known model",
        fix: "check that the file is a model"
    )
}
