import Foundation

/// Whether a path leads to a folder or to a file. Symbolic links are followed.
package enum FileKind: Sendable {
    case folder
    /// Anything that is not a folder: a regular file, a pipe, a device.
    case file

    /// Determines whether `path` leads to a folder or to a file. Returns nil if there is nothing at
    /// `path`, or if the target of a link does not exist.
    package init?(at path: String) {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            return nil
        }
        self = isFolder.boolValue ? .folder : .file
    }
}

/// Checks that there is a folder at `path`.
///
/// - Throws: `DiagnosticError` with `problem` and `expected` if there is no folder.
package func requireFolder(
    at path: String,
    _ id: String,
    _ problem: String,
    expected: String? = nil
) throws {
    if FileKind(at: path) == .folder { return }
    throw DiagnosticError(id, at: .init(file: path), problem, expected: expected, status: .noInput)
}

/// Returns the absolute path without symbolic links. Keeps path components that do not exist yet.
/// Replaces a link with its target even if the target does not exist.
package func resolvedPath(_ path: String) -> String {
    var existing = URL(fileURLWithPath: path).standardizedFileURL.path
    var rest: [String] = []
    // Number of links followed. The limit of 40 stops the loop if links form a cycle.
    var followed = 0
    while FileKind(at: existing) == nil, existing != "/" {
        let folder = (existing as NSString).deletingLastPathComponent
        if followed < 40,
            let target = try? FileManager.default.destinationOfSymbolicLink(atPath: existing)
        {
            followed += 1
            let next = target.hasPrefix("/") ? target : "\(folder)/\(target)"
            existing = URL(fileURLWithPath: next).standardizedFileURL.path
        } else {
            rest.append((existing as NSString).lastPathComponent)
            existing = folder
        }
    }
    let resolved = URL(fileURLWithPath: existing).resolvingSymlinksInPath().path
    return rest.reversed().reduce(resolved) { ($0 as NSString).appendingPathComponent($1) }
}
