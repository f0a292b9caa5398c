import Diagnostics
import Foundation
import Zip

/// Files inside a ZIP file, unpacked in memory.
struct ZipParts {
    private(set) var parts: [String: [UInt8]] = [:]

    /// Maximum number of bytes of all unpacked parts together, far more than a study's spreadsheet
    /// needs.
    static let limit = 256 << 20

    /// - Parameter wanted: a function that returns whether to unpack the file at a path. The other
    ///   files are skipped.
    init(_ data: Data, file: String, wanted: (String) -> Bool) throws(DiagnosticError) {
        guard let library = LibArchive.library else { throw Self.noLibrary(file) }
        var (found, name, total): ([String: [UInt8]], String, Int) = ([:], "", 0)
        do throws(ZipProblem) {
            try library.contents(of: Array(data)) { _, path throws(ZipProblem) in
                guard let path, wanted(path) else { return false }
                name = path
                found[name] = []
                return true
            } piece: { bytes throws(ZipProblem) in
                total += bytes.count
                guard total <= Self.limit else {
                    throw ZipProblem("the unpacked contents are larger than 256 MiB")
                }
                found[name, default: []] += bytes
            }
        } catch { throw Self.refusal(file, error.words) }
        parts = found
    }

    private static func noLibrary(_ file: String) -> DiagnosticError {
        DiagnosticError(
            "no-libarchive",
            at: .init(file: file),
            "libarchive, which reads spreadsheets, is not installed",
            fix: "install \(LibArchive.packages), or save the sheet as CSV",
            status: .unavailable
        )
    }

    private static func refusal(_ file: String, _ problem: String) -> DiagnosticError {
        DiagnosticError(
            "no-spreadsheet",
            at: .init(file: file),
            "cannot be unpacked: \(problem)",
            expected: "an XLSX workbook",
            fix: "open the file in a spreadsheet program and save it again, or save the sheet as "
                + "CSV"
        )
    }
}
