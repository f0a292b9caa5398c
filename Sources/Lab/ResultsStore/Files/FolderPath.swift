package import Foundation

/// Returns whether `path` is the relative path of a file in a folder. Such a path has no empty
/// component and no component `.` or `..`, so it cannot lead out of the folder.
///
/// A results file of another lab may contain any path.
package func isInsideFolder(_ path: String) -> Bool {
    !path.utf8.contains(0)
        && components(of: path, omittingEmpty: false).allSatisfy { !["", ".", ".."].contains($0) }
}

/// Returns the components of a path. Compares bytes, as the file system does: a `String` treats a
/// slash and a following combining character as one character.
func components(of path: String, omittingEmpty: Bool = true) -> [String] {
    path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: omittingEmpty)
        .map { String(Substring($0)) }
}

/// Returns `path`, or throws an error if it leads out of the folder to which it is relative.
func inFolder(_ path: String) throws -> String {
    if isInsideFolder(path) { return path }
    throw damaged("a stored file has the path \"\(path)\", which leads out of its folder")
}

/// Returns the end of the names of a session's workspaces. It follows the participant code.
package func workspaceEnding(_ session: UUID) -> String {
    "-\(session.uuidString.prefix(8).lowercased())"
}
