package import Diagnostics
package import Foundation

extension CSVTable {
    /// Creates a table from the file at `url`.
    ///
    /// - Parameters:
    ///   - name: the path that the user typed, for diagnostics.
    ///   - fix: the suggested fix in the error if the file is an XLSX workbook.
    ///   - mayHaveJunk: whether to leave out lines at the end of the file that are not rows of the
    ///     table.
    package init(
        url: URL,
        name: String,
        workbookFix fix: String = "save the sheet as CSV",
        mayHaveJunk: Bool = true
    ) throws(DiagnosticError) {
        let place = Diagnostic.Place(file: name)
        guard let kind = FileKind(at: url.path) else {
            throw DiagnosticError("no-file", at: place, "there is no such file", status: .noInput)
        }
        guard kind == .file else {
            throw DiagnosticError(
                "not-a-file",
                at: place,
                "this is a folder",
                expected: "a CSV file",
                status: .noInput
            )
        }
        try requireRegularFile(at: url.path, name: name)
        guard let data = FileManager.default.contents(atPath: url.path) else {
            throw DiagnosticError(
                "unreadable",
                at: place,
                "the file cannot be read",
                fix: "check the file's permissions",
                status: .noPermission
            )
        }
        // The signatures of a ZIP file, such as XLSX, and of the older XLS format.
        let isZip = data.starts(with: [0x50, 0x4B, 0x03, 0x04])
        guard !isZip, !data.starts(with: [0xD0, 0xCF, 0x11, 0xE0]) else {
            throw DiagnosticError(
                "spreadsheet",
                at: place,
                isZip
                    ? "this is a workbook or another ZIP file, not a CSV file"
                    : "this is a spreadsheet, not a CSV file",
                fix: isZip
                    ? "if the file is a workbook, \(fix); otherwise, unpack the file"
                    : "save the sheet as CSV"
            )
        }
        try self.init(bytes: data, file: name, mayHaveJunk: mayHaveJunk)
    }
}

/// Throws an error if the file at `path` is a pipe or a device, because its data can be read only
/// once. Does nothing if there is no file.
///
/// - Parameter name: the path that the user typed, for the error.
package func requireRegularFile(at path: String, name: String) throws(DiagnosticError) {
    var status = stat()
    guard stat(path, &status) == 0, ![S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
        return
    }
    throw DiagnosticError(
        "not-regular",
        at: .init(file: name),
        "this is not a regular file",
        expected: "a file on disk, because a pipe or a device can be read only once",
        fix: "save the data in a file, and give its name",
        status: .noInput
    )
}
