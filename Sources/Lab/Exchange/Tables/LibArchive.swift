import CArchive
import Diagnostics
import Foundation

/// libarchive, opened at first use: evalrun starts without it.
struct LibArchive: Sendable {
    let functions: libarchive

    /// The library of this process.
    ///
    /// - Throws: `DiagnosticError` if it is not installed.
    static func opened(for file: String) throws(DiagnosticError) -> LibArchive {
        guard let library else {
            throw DiagnosticError(
                "no-libarchive",
                at: .init(file: file),
                "libarchive, which reads spreadsheets, is not installed",
                fix:
                    "install libarchive13 (Debian) or libarchive (Homebrew), or save the sheet as CSV",
                status: .unavailable
            )
        }
        return library
    }

    private static let library: LibArchive? = {
        let names = [
            "libarchive.so.13", "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib",
            "/usr/local/opt/libarchive/lib/libarchive.13.dylib", "libarchive.2.dylib",
        ]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        return LibArchive(Symbols(handle: handle))
    }()

    private struct Symbols {
        let handle: UnsafeMutableRawPointer

        func callAsFunction<Function>(_ name: String) -> Function? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
        }
    }

    /// Nil if the library lacks a function.
    private init?(_ symbol: Symbols) {
        functions = libarchive(
            readNew: symbol("archive_read_new"),
            supportZip: symbol("archive_read_support_format_zip"),
            openMemory: symbol("archive_read_open_memory"),
            nextHeader: symbol("archive_read_next_header"),
            readData: symbol("archive_read_data"),
            readFree: symbol("archive_read_free"),
            errorString: symbol("archive_error_string"),
            pathname: symbol("archive_entry_pathname_utf8")
        )
        guard functions.readNew != nil, functions.pathname != nil else { return nil }
    }
}
