import Foundation

/// Descriptions of the differences between two workspaces.
enum SnapshotChanges {
    /// Maximum number of changed lines listed for a file. Above this limit, only the number of
    /// changed lines is given.
    static let limit = 120

    /// Lists the changed files, each with its changed lines, marked with `+` or `-`. Files in the
    /// old snapshot come first, then new files, then hidden files. Hidden files, large files and
    /// files that are not text are listed without lines.
    static func words(from old: [String: Data], to new: [String: Data]) -> String {
        let added = Set(new.keys).subtracting(old.keys)
        let paths =
            old.keys.filter { !isHidden($0) }.sorted()
            + added.filter { !isHidden($0) }.sorted()
            + added.union(old.keys).filter(isHidden).sorted()
        return paths.compactMap { path -> String? in
            let (before, after) = (old[path], new[path])
            guard before != after else { return nil }
            let verb = before == nil ? "new" : after == nil ? "removed" : "changed"
            if isHidden(path) { return "\(path): \(verb)" }
            guard let before = text(before), let after = text(after) else {
                return "\(path): \(verb)"
            }
            let lines = changed(before, after)
            guard lines.count <= limit else {
                return "\(path): \(verb), \(lines.count) lines differ"
            }
            return (["\(path): \(verb)"] + lines.map { "    " + $0 }).joined(separator: "\n")
        }.joined(separator: "\n")
    }

    private static func isHidden(_ path: String) -> Bool {
        path.split(separator: "/").contains { $0.hasPrefix(".") }
    }

    /// Returns the lines of a file. Nil if the file is too large or not text.
    private static func text(_ data: Data?) -> [String]? {
        guard let data, !data.isEmpty else { return [] }
        guard data.count < 200_000, var text = String(data: data, encoding: .utf8),
            !text.contains("\0")
        else { return nil }
        if text.hasSuffix("\n") { text.removeLast() }
        return text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    }

    private static func changed(_ old: [String], _ new: [String]) -> [String] {
        new.difference(from: old).map { change -> (place: Int, isNew: Bool, line: String) in
            switch change {
            case .remove(let offset, let line, _): (offset, false, "- " + line)
            case .insert(let offset, let line, _): (offset, true, "+ " + line)
            }
        }.sorted { ($0.place, $0.isNew ? 1 : 0) < ($1.place, $1.isNew ? 1 : 0) }.map(\.line)
    }
}
