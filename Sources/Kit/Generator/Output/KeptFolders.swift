import Foundation

/// The owner of a folder into which no code may be generated. Messages contain the raw value.
enum FolderOwner: String {
    case model = "a model package"
    case repository = "which belongs to a version control system"
    case xcode = "which belongs to Xcode"
}

/// Searches `url` and then its parents for a folder into which no code may be generated: a model
/// package, or a folder that belongs to another tool. Returns the first one found; nil if there is
/// none.
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

/// Returns whether the folder contains the data of a Git repository. The name of such a folder may
/// differ from `.git`: the repository may be bare, or a `.git` file may refer to the folder.
private func isGitFolder(_ folder: URL) -> Bool {
    ["HEAD", "objects", "refs"].allSatisfy {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent($0).path)
    }
}
