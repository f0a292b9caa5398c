import ContentHash
import Diagnostics
import Foundation

extension StudyFiles {
    /// Every file of the folder: relative path → SHA-256, of a symbolic link's destination where
    /// it is one. Names that `ignore` matches are left out at any depth.
    func hashes(ignoring ignore: [String]) -> [String: String] {
        var hashes: [String: String] = [:]
        visit("", ignoring: Ignore(names: ignore + Ignore.always)) { hashes[$0] = $1 }
        return hashes
    }

    private func visit(_ folder: String, ignoring: Ignore, _ body: (String, String) -> Void) {
        let names: [String]
        do {
            let url = root.appending(path: folder)
            names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        } catch {
            return unreadable(folder.isEmpty ? "." : folder)
        }
        for name in names where !ignoring.matches(name) {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            let url = root.appending(path: path)
            switch type(of: url) {
            case .typeDirectory:
                visit(path, ignoring: ignoring, body)
            case .typeSymbolicLink:
                if isInside(url) {
                    let target = try? FileManager.default.destinationOfSymbolicLink(
                        atPath: url.path
                    )
                    body(path, sha256(Array((target ?? "").utf8)))
                } else {
                    _ = outside(
                        path,
                        at: .init(file: path),
                        name: "the study",
                        "a link that leaves it"
                    )
                }
            case .typeRegular:
                do { body(path, sha256(try Data(contentsOf: url))) } catch {
                    unreadable(path)
                }
            case let other:
                findings.error(
                    "wrong-file-type",
                    at: .init(file: path),
                    "\(quoted(path)) is \(word(for: other))",
                    fix: "remove it from the study's folder"
                )
            }
        }
    }
}
