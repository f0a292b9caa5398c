import CArchive
import Foundation

/// The library libarchive. It is loaded on first use, so that evalrun also runs without it.
package struct LibArchive: Sendable {
    let functions: libarchive

    /// The loaded library; nil if it is not installed.
    package static let library: LibArchive? = {
        let names = [
            "libarchive.so.13", "/opt/homebrew/opt/libarchive/lib/libarchive.13.dylib",
            "/usr/local/opt/libarchive/lib/libarchive.13.dylib", "libarchive.2.dylib",
        ]
        guard let handle = names.lazy.compactMap({ dlopen($0, RTLD_NOW) }).first else { return nil }
        return LibArchive(Symbols(handle: handle))
    }()

    /// The packages that contain the library, for a message.
    package static let packages = "libarchive13 (Debian) or libarchive (Homebrew)"

    private struct Symbols {
        let handle: UnsafeMutableRawPointer

        func callAsFunction<Function>(_ name: String) -> Function? {
            dlsym(handle, name).map { unsafeBitCast($0, to: Function.self) }
        }
    }

    /// Loads the library's functions by calling `symbol` with their names. Returns nil if one of
    /// three representative functions is missing.
    private init?(_ symbol: Symbols) {
        functions = libarchive(
            readNew: symbol("archive_read_new"),
            supportZip: symbol("archive_read_support_format_zip"),
            openMemory: symbol("archive_read_open_memory"),
            nextHeader: symbol("archive_read_next_header"),
            readData: symbol("archive_read_data"),
            readFree: symbol("archive_read_free"),
            errorString: symbol("archive_error_string"),
            pathname: symbol("archive_entry_pathname_utf8"),
            readOption: symbol("archive_read_set_format_option"),
            writeNew: symbol("archive_write_new"),
            writeZip: symbol("archive_write_set_format_zip"),
            writeOpenMemory: symbol("archive_write_open_memory"),
            writeHeader: symbol("archive_write_header"),
            writeData: symbol("archive_write_data"),
            writeClose: symbol("archive_write_close"),
            writeFree: symbol("archive_write_free"),
            entryNew: symbol("archive_entry_new"),
            entryFree: symbol("archive_entry_free"),
            setPathname: symbol("archive_entry_set_pathname"),
            setSize: symbol("archive_entry_set_size"),
            setFileType: symbol("archive_entry_set_filetype"),
            setPermissions: symbol("archive_entry_set_perm"),
            setModified: symbol("archive_entry_set_mtime")
        )
        guard functions.readNew != nil, functions.pathname != nil, functions.setModified != nil
        else { return nil }
    }

    func words(_ archive: OpaquePointer?) -> String {
        functions.errorString(archive).map { String(cString: $0) } ?? "the zip file is damaged"
    }
}
