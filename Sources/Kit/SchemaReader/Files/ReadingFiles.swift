import Diagnostics
import Foundation

/// Sizes above this are refused unread. The largest of 2,867 models in public repositories has
/// 145 kB.
let largestModel = 64 * 1024 * 1024

/// The bytes of the version in `folder`.
///
/// - Throws: `DiagnosticError` where there is no file to read, or one that holds no XML model.
func contents(ofVersion folder: String) throws -> [UInt8] {
    let file = folder + "/contents"
    guard FileManager.default.fileExists(atPath: file) else { throw missingContents(folder) }
    let data = try Data(contents: file, limit: largestModel)
    let isBinary = data.starts(with: Array("bplist".utf8)) || data.starts(with: [4, 11])
    guard !isBinary else {
        throw DiagnosticError(
            "binary-model",
            at: .init(file: file),
            "the model is in a binary format, of which cdgen reads nothing",
            expected: "the XML of Xcode 4 and later",
            fix: "open the model in Xcode and save it with the tools version \"Xcode 4.3\" or later"
        )
    }
    return Array(data)
}

/// Why a version has no `contents` file.
private func missingContents(_ folder: String) -> DiagnosticError {
    let old = ["elements", "layout"].filter {
        FileManager.default.fileExists(atPath: "\(folder)/\($0)")
    }
    if old.isEmpty {
        return DiagnosticError(
            "no-contents",
            at: .init(file: folder),
            "the folder holds no model: the file \"contents\" is missing",
            fix: "restore it from version control",
            status: .noInput
        )
    }
    return DiagnosticError(
        "old-format",
        at: .init(file: "\(folder)/\(old[0])"),
        "the model is in the binary format of Xcode 3 (\(old.joined(separator: " and "))), which only Xcode reads",
        expected: "a file \"contents\" with XML, as Xcode 4 and later write it",
        fix: "open the model in Xcode and save it with the tools version \"Xcode 4.3\" or later"
    )
}

extension Data {
    /// A regular file of at most `limit` bytes.
    ///
    /// - Throws: `DiagnosticError` where it is anything else or cannot be read.
    init(contents file: String, limit: Int) throws {
        let resolved = URL(fileURLWithPath: file).resolvingSymlinksInPath().path
        let attributes = try? FileManager.default.attributesOfItem(atPath: resolved)
        let kind = attributes?[.type] as? FileAttributeType
        guard kind == .typeRegular else {
            throw unreadable(file, "this is not a file that can be read")
        }
        let size = (attributes?[.size] as? NSNumber)?.int64Value ?? 0
        guard size <= Int64(limit) else { throw tooLarge(file, size, limit) }
        do {
            let handle = try FileHandle(forReadingFrom: URL(fileURLWithPath: resolved))
            defer { try? handle.close() }
            // One byte more than allowed, for a file that grows.
            self = try handle.read(upToCount: limit + 1) ?? Data()
        } catch {
            throw unreadable(file, "the file cannot be read")
        }
        guard count <= limit else { throw tooLarge(file, Int64(count), limit) }
    }
}

private func unreadable(_ file: String, _ problem: String) -> DiagnosticError {
    DiagnosticError(
        "unreadable-model",
        at: .init(file: file),
        problem,
        fix: "check what it is and that you may read it",
        status: .noInput
    )
}

private func tooLarge(_ file: String, _ size: Int64, _ limit: Int) -> DiagnosticError {
    DiagnosticError(
        "too-large",
        at: .init(file: file),
        "the file has \(size) bytes and is not read",
        expected:
            "at most \(limit) bytes, some hundred times the largest known model",
        fix: "check that it is a model"
    )
}
