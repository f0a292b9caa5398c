/// Returns whether `path` is the relative path of a file in a folder. Such a path has no empty
/// component and no component `.` or `..`, so it cannot lead out of the folder.
///
/// A results file of another lab may contain any path.
func isInsideFolder(_ path: String) -> Bool {
    !path.utf8.contains(0)
        && path.split(separator: "/", omittingEmptySubsequences: false)
            .allSatisfy { !["", ".", ".."].contains($0) }
}

/// Returns `path`, or throws an error if it leads out of the folder to which it is relative.
func inFolder(_ path: String) throws -> String {
    if isInsideFolder(path) { return path }
    throw damaged("a stored file has the path \"\(path)\", which leads out of its folder")
}
