import Diagnostics
import Foundation
import Generator
import JSON
import LoopbackServer
import QueryForm

/// The queries that are saved in a project, each as a form in `Queries/<name>.json`.
package struct SavedQueries: Sendable {
    let project: Project

    package static let folder = "Queries"

    var names: [String] { Self.names(inProject: project.root) }

    /// Returns the names of the queries that are saved in the project's folder `path`. Ignores other
    /// files, such as `.#some.json`, which an editor creates while `some.json` is open.
    package static func names(inProject path: String) -> [String] {
        let found =
            (try? FileManager.default.contentsOfDirectory(atPath: "\(path)/\(folder)")) ?? []
        return found.filter { $0.hasSuffix(".json") }.map { String($0.dropLast(5)) }
            .filter(isMethodName).sorted()
    }

    /// Returns another saved query whose code is in the same Swift file as that of `name`; nil if
    /// there is none. File names are compared without letter case, because some file systems ignore
    /// case.
    func other(inFileOf name: String) -> String? {
        let file = queryFileName(name).lowercased()
        return names.first { $0 != name && queryFileName($0).lowercased() == file }
    }

    func path(of name: String) throws(HTTPFault) -> String {
        guard isMethodName(name) else {
            throw HTTPFault(
                422,
                "\"\(name.prefix(100))\" is not a valid name for a query",
                fix: "use a letter followed by letters and digits"
            )
        }
        return try project.inside("\(Self.folder)/\(name).json")
    }

    func open(_ name: String) throws -> FormFile {
        let path = try path(of: name)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw HTTPFault(404, "the project has no query \"\(name)\"")
        }
        guard let text = String(validating: data, as: UTF8.self) else {
            throw HTTPFault(
                422,
                "\(project.relative(path)) is not UTF-8 text",
                fix: "save the file as UTF-8"
            )
        }
        return try FormFile(text, file: project.relative(path))
    }

    /// Saves the form as the project's query `name`.
    ///
    /// - Parameter known: the form that the page last read from the query's file; nil if it has
    ///   read none. If the file still contains this form, the file is replaced even if `replacing`
    ///   is false.
    /// - Returns: the file's path relative to the project's folder.
    func save(
        _ form: QueryForm,
        as name: String,
        replacing: Bool,
        _ known: JSONNode?
    ) throws -> String {
        let path = try path(of: name)
        var form = form
        form.name = name
        let text = form.json.text
        let folder = (path as NSString).deletingLastPathComponent
        do {
            try FileManager.default.createDirectory(
                atPath: folder,
                withIntermediateDirectories: true
            )
        } catch { throw cannotWrite(path) }
        // Another page may save a query of this name at the same time.
        let lock = try WriteLock(on: folder)
        defer { lock.release() }
        let old = FileManager.default.contents(atPath: path)
        if let old, !replacing, old != Data(text.utf8), !isSame(old, known) {
            throw HTTPFault(
                409,
                known == nil
                    ? "the project already has a query \"\(name)\""
                    : "\(project.relative(path)) has changed since it was opened",
                fix: "save again to replace the file, or choose another name"
            )
        }
        do {
            try replaceFile(at: path, with: text)
        } catch { throw cannotWrite(path) }
        return project.relative(path)
    }

    private func cannotWrite(_ path: String) -> HTTPFault {
        HTTPFault(
            500,
            "\(project.relative(path)) cannot be written",
            fix: "check that the folder is writable and the disk has free space"
        )
    }

    private func isSame(_ data: Data, _ known: JSONNode?) -> Bool {
        guard let known, let form = try? FormFile(known, text: "", file: "").form,
            let text = String(validating: data, as: UTF8.self),
            let old = try? FormFile(text, file: "").form
        else { return false }
        return old == form
    }
}
