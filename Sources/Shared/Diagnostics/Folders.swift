import Foundation

/// - Throws: `DiagnosticError` where there is no folder at `path`: with `problem` and what is expected
///   there.
package func requireFolder(
    at path: String,
    _ id: String,
    _ problem: String,
    expected: String? = nil
) throws {
    var isFolder: ObjCBool = false
    if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder), isFolder.boolValue {
        return
    }
    throw DiagnosticError(id, at: .init(file: path), problem, expected: expected, status: .noInput)
}
