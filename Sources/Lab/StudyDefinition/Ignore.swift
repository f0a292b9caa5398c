/// Names of files and folders to ignore at any depth: complete names, or suffixes written as
/// `*.swp`.
package struct Ignore: Sendable {
    /// Names that never belong to a study or to a workspace's snapshot.
    package static let always = [".build", ".git", ".swiftpm", ".DS_Store"]

    private var names: Set<String> = []
    private var suffixes: [String] = []

    package init(names: [String]) {
        for name in names {
            if name.hasPrefix("*") {
                suffixes.append(String(name.dropFirst()))
            } else {
                self.names.insert(name)
            }
        }
    }

    package func matches(_ name: String) -> Bool {
        names.contains(name) || suffixes.contains { name.hasSuffix($0) }
    }
}
