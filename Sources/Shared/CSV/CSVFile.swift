package import Diagnostics
package import Foundation

extension CSVTable {
    /// Creates a table from the file at `url`. `name` is the path as the user typed it, for
    /// diagnostics.
    package init(url: URL, name: String) throws(DiagnosticError) {
        let place = Diagnostic.Place(file: name)
        guard let kind = FileKind(at: url.path) else {
            throw DiagnosticError("no-file", at: place, "there is no such file", status: .noInput)
        }
        guard kind == .file else {
            throw DiagnosticError(
                "not-a-file",
                at: place,
                "is a folder",
                expected: "a CSV file",
                status: .noInput
            )
        }
        guard let data = FileManager.default.contents(atPath: url.path) else {
            throw DiagnosticError(
                "unreadable",
                at: place,
                "the file cannot be read",
                fix: "check its permissions",
                status: .noPermission
            )
        }
        try self.init(bytes: data, file: name)
    }
}
