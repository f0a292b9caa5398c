import Foundation

/// The owner of a folder in which sources must not be generated. The raw value is used in messages.
enum FolderOwner: String {
    case model = "a model package"
    case repository = "which belongs to a version control system"
    case xcode = "which belongs to Xcode"
}

/// Returns the nearest folder, among `url` and its parents, that belongs to another tool; nil if
/// none of them does.
func keptFolder(around url: URL) -> (path: String, owner: FolderOwner)? {
    var url = url
    while url.path != "/" {
        if let owner = owner(of: url) { return (url.path, owner) }
        url.deleteLastPathComponent()
    }
    return nil
}

private func owner(of folder: URL) -> FolderOwner? {
    // Some file systems ignore letter case.
    let name = folder.lastPathComponent.lowercased()
    let repositories = [".git", ".hg", ".svn", ".bzr", ".jj", "_darcs", "cvs"]
    if repositories.contains(name) || isGitFolder(folder) { return .repository }
    switch (name as NSString).pathExtension {
    case "xcdatamodeld", "xcdatamodel", "xcmappingmodel": return .model
    case "xcodeproj", "xcworkspace", "xcassets", "xcframework", "framework":
        return .xcode
    default: return nil
    }
}

/// Whether the folder is a Git directory. Its name does not matter. A bare repository may have any
/// name, and so may a directory to which a `.git` file or `GIT_DIR` refers.
private func isGitFolder(_ folder: URL) -> Bool {
    ["HEAD", "objects", "refs"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
}
