package import Foundation

/// Version of `evalrun` and `cdgen`, which are released together.
package enum ToolVersion {
    /// The version as `MAJOR.MINOR.PATCH`. `Scripts/package` reads it from this line.
    package static let number = "0.2.0"

    /// ``number`` and a commit. An installed tool states the commit from which it was built. A tool
    /// in a Git checkout states the checked-out commit. Any other tool states only the number.
    package static var description: String {
        let folder = executable.deletingLastPathComponent()
        if let build = BuildRecord.installed(beside: folder) {
            return "\(number) (\(build.commit))"
        }
        guard let commit = checkedOutCommit(above: folder) else { return number }
        return "\(number) (checkout at \(commit))"
    }

    /// Path of the running program, with symbolic links resolved.
    package static var executable: URL {
        #if os(Linux)
            URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
        #else
            (Bundle.main.executableURL ?? URL(fileURLWithPath: CommandLine.arguments[0]))
                .resolvingSymlinksInPath()
        #endif
    }

    /// Returns the first twelve digits of the checked-out commit; nil if there is no checkout. The
    /// checkout is the nearest folder that contains `.git`: `folder` or a folder above it.
    static func checkedOutCommit(above folder: URL) -> String? {
        var folder = folder
        while !FileManager.default.fileExists(atPath: folder.appending(path: ".git").path) {
            guard folder.path != "/" else { return nil }
            folder.deleteLastPathComponent()
        }
        let git = folder.appending(path: ".git")
        guard let head = text(git.appending(path: "HEAD")) else { return nil }
        guard head.hasPrefix("ref: ") else { return String(head.prefix(12)) }
        let name = String(head.dropFirst("ref: ".count))
        if let loose = text(git.appending(path: name)) { return String(loose.prefix(12)) }
        let packed = text(git.appending(path: "packed-refs"))?.split(separator: "\n") ?? []
        return packed.first { $0.hasSuffix(" \(name)") }.map { String($0.prefix(12)) }
    }

    private static func text(_ file: URL) -> String? {
        (try? String(contentsOf: file, encoding: .utf8))?
            .trimmingCharacters(in: .whitespacesAndNewlines)
    }
}

/// Information about the build of the installed tools. `Scripts/install` writes it to the file
/// `share/evalrun/build`, one `key value` pair per line.
package struct BuildRecord: Sendable, Hashable {
    package var commit: String
    /// First line of `swiftc --version`. Only the same version of the compiler can link the
    /// CacheStore library that is installed with the tools.
    package var compiler: String

    package static func installed(beside folder: URL) -> BuildRecord? {
        let file = folder.deletingLastPathComponent().appending(path: "share/evalrun/build")
        guard let text = try? String(contentsOf: file, encoding: .utf8) else { return nil }
        return BuildRecord(text: text)
    }

    package init?(text: String) {
        var values: [Substring: Substring] = [:]
        for line in text.split(separator: "\n") {
            let parts = line.split(separator: " ", maxSplits: 1)
            if parts.count == 2 { values[parts[0]] = parts[1] }
        }
        guard let commit = values["commit"], let compiler = values["compiler"] else { return nil }
        self.commit = String(commit)
        self.compiler = String(compiler)
    }
}
