import ContentHash
import Diagnostics
import Foundation
import YAMLFields

extension StudyFiles {
    /// Returns the SHA-256 hash of every file in the study's folder, keyed by relative path. Treats
    /// a symbolic link to a file as that file, because results files cannot contain links.
    ///
    /// Leaves out files that evalrun itself wrote, and all files in folders for which
    /// ``Study/isOnlyOutput(_:at:)`` is true. At any depth, also leaves out files and folders whose
    /// names match the project's `ignore` or are always ignored.
    func hashes(of study: Study) -> [String: String] {
        var hashes: [String: String] = [:]
        let ignore = Ignore(names: study.project.ignore + Ignore.always)
        visit("", of: study, ignoring: ignore) { hashes[$0] = $1 }
        return hashes
    }

    private func visit(
        _ folder: String,
        of study: Study,
        ignoring: Ignore,
        _ body: (String, String) -> Void
    ) {
        let names: [String]
        do {
            let url = root.appending(path: folder)
            names = try FileManager.default.contentsOfDirectory(atPath: url.path).sorted()
        } catch {
            return unreadable(folder.isEmpty ? "." : folder)
        }
        let isInMaterials = study.isInMaterials(folder)
        let output = OutputFolder(source(folder, names), isInMaterials: isInMaterials)
        if study.isOnlyOutput(output, at: folder) {
            if isInMaterials { noteOutput(folder) }
            return
        }
        for name in names where !ignoring.matches(name) {
            let path = folder.isEmpty ? name : "\(folder)/\(name)"
            if output.contains(name), !study.holdsMaterials(path) {
                if isInMaterials, !name.hasPrefix(".") { noteOutput(path) }
                continue
            }
            let url = root.appending(path: path)
            switch type(of: url) {
            case .typeDirectory:
                visit(path, of: study, ignoring: ignoring, body)
            case .typeSymbolicLink:
                visit(link: path, body)
            case .typeRegular:
                hash(path, body)
            case let other:
                findings.error(
                    "wrong-file-type",
                    at: .init(file: path),
                    "\(quoted(path)) is \(word(for: other))",
                    fix: "move this file out of the study's folder"
                )
            }
        }
    }

    /// Adds a note that a file or folder among the study's files is left out, because evalrun wrote
    /// it.
    private func noteOutput(_ path: String) {
        findings.note(
            "output-in-study",
            at: .init(file: path),
            "was written by evalrun, so it is not part of the study",
            fix: "move the file out of the study's folder"
        )
    }

    private func source(_ folder: String, _ names: [String]) -> OutputFolder.Source {
        let url = root.appending(path: folder)
        return .init(
            names: Set(names),
            list: { self.names(in: folder.isEmpty ? $0 : "\(folder)/\($0)") },
            open: { name in
                let file = url.appending(path: name).resolvingSymlinksInPath()
                guard isInside(file), type(of: file) == .typeRegular,
                    let handle = try? FileHandle(forReadingFrom: file)
                else { return nil }
                return { range in
                    try? handle.seek(toOffset: UInt64(range.lowerBound))
                    return Array((try? handle.read(upToCount: range.count)) ?? Data())
                }
            }
        )
    }

    private func visit(link path: String, _ body: (String, String) -> Void) {
        let url = root.appending(path: path)
        guard isInside(url) else {
            return findings.error(
                "outside",
                at: .init(file: path),
                "\(quoted(path)) is a link that leads out of the study's folder",
                expected: "a file, a folder, or a link to a file of the study",
                fix: "replace the link with a copy of its target"
            )
        }
        let target = type(of: url.resolvingSymlinksInPath())
        if target == .typeRegular { return hash(path, body) }
        findings.error(
            "wrong-file-type",
            at: .init(file: path),
            "\(quoted(path)) is a link to "
                + (target == .typeDirectory ? "a folder" : "a missing or special file"),
            expected: "a file, a folder, or a link to a file of the study",
            fix: "replace the link with a copy of its target, or add the link's name to "
                + "\"ignore\" of the project"
        )
    }

    private func hash(_ path: String, _ body: (String, String) -> Void) {
        do { body(path, sha256(try Data(contentsOf: root.appending(path: path)))) } catch {
            unreadable(path)
        }
    }
}
