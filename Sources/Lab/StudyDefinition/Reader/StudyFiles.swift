import Diagnostics
import Foundation
import YAMLFields

/// The files of a study's folder. Nothing outside the folder is read, even if a path or a symbolic
/// link leads there.
struct StudyFiles {
    enum Kind { case file, folder }

    /// Maximum size of a text file in bytes. Text files are read into memory as a whole; the texts
    /// of real studies are much smaller than this limit.
    static let limit = 1 << 20

    let root: URL
    let findings: DiagnosticList
    private let realRoot: String

    init(root: URL, findings: DiagnosticList) {
        self.root = root
        self.findings = findings
        realRoot = root.resolvingSymlinksInPath().path
    }

    /// Resolves a path in the study. Returns nil after reporting an error.
    ///
    /// - Parameters:
    ///   - name: description of the key that contains the path, such as `"method" of the study`.
    ///     Messages contain this description.
    ///   - fix: the suggested fix if there is nothing at the path; nil to suggest a similar path.
    func resolve(
        _ path: String,
        _ kind: Kind,
        at place: Diagnostic.Place?,
        name: String,
        fix: String? = nil
    ) -> URL? {
        let parts = path.split(separator: "/", omittingEmptySubsequences: false)
        if path.hasPrefix("/") || parts.contains("..") || path.contains("\0") {
            return outside(path, at: place, name: name, "which leads out of the study's folder")
        }
        let url = root.appending(path: path)
        guard let type = type(of: url.resolvingSymlinksInPath()) else {
            findings.error(
                "missing-file",
                at: place,
                "\(name) names \(quoted(path)), which is not in the study's folder",
                fix: fix ?? similarPath(to: path, kind)
            )
            return nil
        }
        if !isInside(url) {
            return outside(
                path,
                at: place,
                name: name,
                "which is a link that leads out of the study's folder"
            )
        }
        if type != (kind == .file ? .typeRegular : .typeDirectory) {
            findings.error(
                "wrong-file-type",
                at: place,
                "\(name) names \(quoted(path)), which is \(word(for: type))",
                expected: kind == .file ? "a file" : "a folder"
            )
            return nil
        }
        return url
    }

    /// Returns the text of a file, or nil after reporting an error.
    func text(at url: URL, path: String) -> String? {
        let place = Diagnostic.Place(file: path)
        let bytes: Data
        do {
            let handle = try FileHandle(forReadingFrom: url)
            defer { try? handle.close() }
            bytes = try handle.read(upToCount: Self.limit + 1) ?? Data()
        } catch {
            unreadable(path, at: place)
            return nil
        }
        if bytes.count > Self.limit {
            findings.error(
                "too-large",
                at: place,
                "\(quoted(path)) is larger than 1 MiB",
                expected: "a text file of at most 1 MiB"
            )
            return nil
        }
        guard let text = String(validating: bytes, as: UTF8.self) else {
            let before = String(decoding: validPrefix(of: bytes), as: UTF8.self)
            let lines = before.split(separator: "\n", omittingEmptySubsequences: false)
            findings.error(
                "no-utf8",
                at: .init(
                    file: path,
                    line: lines.count,
                    column: (lines.last?.unicodeScalars.count ?? 0) + 1
                ),
                "\(quoted(path)) is not UTF-8 from this position on",
                fix: "save the file as UTF-8"
            )
            return nil
        }
        return text.first == "\u{FEFF}" ? String(text.dropFirst()) : text
    }

    /// Returns the text of the file that an entry names; empty after reporting an error.
    func prose(_ entry: Entry?) -> Study.Prose {
        guard let entry, let path = entry.text(),
            let url = resolve(path, .file, at: entry.place, name: entry.name),
            let prose = prose(at: url, path: path)
        else { return .init(path: "", text: "") }
        return prose
    }

    private func prose(at url: URL, path: String) -> Study.Prose? {
        guard let text = text(at: url, path: path) else { return nil }
        if text.allSatisfy(\.isWhitespace) {
            findings.error("empty-file", at: .init(file: path), "\(quoted(path)) is empty")
        } else if StudyTemplate.hasPlaceholder(text) {
            findings.note(
                StudyFolder.placeholder,
                at: .init(file: path),
                "this text still contains the placeholder \"Say here\" from evalrun init",
                fix: "write your own text before the first session"
            )
        }
        return .init(path: path, text: text)
    }

    /// Returns the texts that replace `prose` in some conditions, keyed by condition id. Such a
    /// text is in the condition's folder, in a file with the same relative path as `prose`. Nil if
    /// no condition has such a file.
    func proses(_ prose: Study.Prose, _ conditions: [Study.Condition]) -> [String: Study.Prose]? {
        var proses: [String: Study.Prose] = [:]
        for condition in conditions {
            guard let folder = condition.folder, !prose.path.isEmpty else { continue }
            let path = "\(folder)/\(prose.path)"
            let name = "condition \(quoted(condition.id))"
            guard type(of: root.appending(path: path)) != nil,
                let url = resolve(path, .file, at: .init(file: path), name: name)
            else { continue }
            proses[condition.id] = self.prose(at: url, path: path)
        }
        return proses.isEmpty ? nil : proses
    }

    /// Returns the sorted names in a folder of the study. The result is empty if the folder does
    /// not exist.
    func names(in folder: String) -> [String] {
        let url = root.appending(path: folder)
        return ((try? FileManager.default.contentsOfDirectory(atPath: url.path)) ?? []).sorted()
    }

    func isFolder(_ path: String) -> Bool { type(of: root.appending(path: path)) == .typeDirectory }

    private func outside(
        _ path: String,
        at place: Diagnostic.Place?,
        name: String,
        _ why: String
    ) -> URL? {
        findings.error(
            "outside",
            at: place,
            "\(name) names \(quoted(path)), \(why)",
            expected: "a path inside the study's folder",
            fix: "copy the file or folder into the study's folder, and give the path of the copy"
        )
        return nil
    }

    func isInside(_ url: URL) -> Bool {
        let path = url.resolvingSymlinksInPath().path
        return path == realRoot || path.hasPrefix(realRoot + "/")
    }

    func type(of url: URL) -> FileAttributeType? {
        let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
        return attributes?[.type] as? FileAttributeType
    }

    func word(for type: FileAttributeType?) -> String {
        switch type {
        case .typeRegular: "a file"
        case .typeDirectory: "a folder"
        default: "neither a file nor a folder"
        }
    }

    /// Returns a suggestion for a path that does not exist. Each suggested path exists in the
    /// study's folder. The suggestion is the first of these that is possible:
    ///
    /// - the path with slashes instead of backslashes;
    /// - the path with a similar name in place of its first missing component;
    /// - a list of the paths that differ from this path only in that component.
    func similarPath(to path: String, _ kind: Kind) -> String? {
        let wanted: FileAttributeType = kind == .file ? .typeRegular : .typeDirectory
        func exists(_ path: String) -> Bool {
            let url = root.appending(path: path)
            return isInside(url) && type(of: url.resolvingSymlinksInPath()) == wanted
        }
        let slashed = path.replacing("\\", with: "/")
        if slashed != path, exists(slashed) { return "did you mean \(quoted(slashed))?" }
        let parts = path.split(separator: "/").map(String.init)
        let missing = parts.indices.first { index in
            let part = parts[...index].joined(separator: "/")
            return type(of: root.appending(path: part).resolvingSymlinksInPath()) == nil
        }
        guard let missing else { return nil }
        let corrected = { (name: String) in
            (parts[..<missing] + [name] + parts[(missing + 1)...]).joined(separator: "/")
        }
        let names = names(in: parts[..<missing].joined(separator: "/"))
            .filter { exists(corrected($0)) }
        if let near = nearestName(to: parts[missing], among: names) {
            return "did you mean \(quoted(corrected(near)))?"
        }
        return suggestion(for: "", among: names.map(corrected))
    }

    /// Returns a suggested fix for the missing file `name` in `folder`: to rename the file with the
    /// most similar name. Returns nil if no file has a similar name.
    func renaming(to name: String, in folder: String) -> String? {
        nearestName(to: name, among: names(in: folder))
            .map { "rename \(quoted("\(folder)/\($0)")) to \(quoted(name))" }
    }

    private func validPrefix(of bytes: Data) -> Data {
        var (low, high) = (0, bytes.count)
        while low < high {
            let middle = (low + high + 1) / 2
            // `middle` may be inside a character. So that the prefix does not count as invalid,
            // `end` moves back to the character's first byte.
            var end = middle
            while end > 0, end < bytes.count, bytes[bytes.startIndex + end] & 0xC0 == 0x80 {
                end -= 1
            }
            if String(validating: bytes.prefix(end), as: UTF8.self) != nil {
                low = middle
            } else {
                high = middle - 1
            }
        }
        return bytes.prefix(low)
    }

    /// Reports that a file cannot be read, with the operating system's reason. A file is reported
    /// only once.
    func unreadable(_ path: String, at place: Diagnostic.Place? = nil) {
        let handle = open(root.appending(path: path).path, O_RDONLY)
        let why =
            handle < 0
            ? String(cString: strerror(errno)) : "reading failed after the file was opened"
        if handle >= 0 { close(handle) }
        let problem = "\(quoted(path)) cannot be read: \(why)"
        if !findings.all.contains(where: { $0.problem == problem }) {
            findings.error("unreadable", at: place ?? .init(file: path), problem)
        }
    }
}
