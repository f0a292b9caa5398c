import CArchive
import Diagnostics
import Foundation

/// Files inside a zip file, unpacked in memory.
struct ZipParts {
    private(set) var parts: [String: [UInt8]] = [:]

    /// Bytes of all parts together; more than a spreadsheet of a study ever has.
    static let limit = 256 << 20

    /// - Parameter wanted: paths that are unpacked; the others are passed over.
    init(_ data: Data, file: String, wanted: (String) -> Bool) throws(DiagnosticError) {
        let library = try LibArchive.opened(for: file).functions
        guard let archive = library.readNew() else { throw ZipParts.refusal(file, "") }
        defer { _ = library.readFree(archive) }
        _ = library.supportZip(archive)
        let bytes = Array(data)
        var found: [String: [UInt8]] = [:]
        let problem = bytes.withUnsafeBytes { buffer -> String? in
            let words = {
                library.errorString(archive).map { String(cString: $0) } ?? "it is damaged"
            }
            guard library.openMemory(archive, buffer.baseAddress, buffer.count) == ARCHIVE_OK
            else { return words() }
            var (entry, total): (OpaquePointer?, Int) = (nil, 0)
            while true {
                let status = library.nextHeader(archive, &entry)
                if status == ARCHIVE_EOF { return nil }
                guard status == ARCHIVE_OK || status == ARCHIVE_WARN else { return words() }
                guard let name = library.pathname(entry).map({ String(cString: $0) }), wanted(name)
                else { continue }
                var part: [UInt8] = []
                var chunk = [UInt8](repeating: 0, count: 1 << 16)
                while true {
                    let count = chunk.withUnsafeMutableBytes {
                        library.readData(archive, $0.baseAddress, $0.count)
                    }
                    if count == 0 { break }
                    guard count > 0 else { return words() }
                    total += count
                    guard total <= ZipParts.limit else { return "it unpacks to more than 256 MiB" }
                    part += chunk.prefix(count)
                }
                found[name] = part
            }
        }
        if let problem { throw ZipParts.refusal(file, problem) }
        parts = found
    }

    private static func refusal(_ file: String, _ problem: String) -> DiagnosticError {
        DiagnosticError(
            "no-spreadsheet",
            at: .init(file: file),
            "cannot be unpacked: \(problem)",
            expected: "an XLSX workbook",
            fix: "open it in a spreadsheet and save it again, or save the sheet as CSV"
        )
    }
}
