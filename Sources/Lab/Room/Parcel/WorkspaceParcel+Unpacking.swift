package import Diagnostics
import Foundation
import SessionEngine
import Zip

extension WorkspaceParcel {
    /// Replaces the project's files with those of a zip file. Project files that are not in the zip
    /// file are deleted. Files with an ignored name, the study's symbolic links and evalrun's own
    /// files are kept.
    ///
    /// The new files are written to a new folder, which is then exchanged with the workspace. If
    /// the process is killed during the replacement, the workspace has either all old or all new
    /// files.
    ///
    /// - Parameters:
    ///   - mayReplaceAll: whether the files may replace none of the project's files, because they
    ///     certainly belong to the project: the participant may have moved all of them.
    ///   - step: called after each step.
    /// - Throws: `DiagnosticError` with the name of the entry that is refused; the workspace is
    ///   unchanged in that case.
    @discardableResult
    package func unpack(
        _ zip: [UInt8],
        mayReplaceAll: Bool = false,
        step: (ParcelStep) -> Void = { _ in }
    ) throws(DiagnosticError) -> ParcelFiles {
        let (files, folders) = try contents(of: zip)
        // The zip file is empty, for example, or is one of another project.
        if files.isEmpty || !mayReplaceAll, deletesAll(files) { throw Self.noFiles }
        let replacement = ParcelReplacement(self)
        do {
            try replacement.recover()
            try replacement.replace(by: files, folders, step)
        } catch {
            throw Self.fault(root, "the workspace could not be replaced", error)
        }
        return ParcelFiles(count: files.count, bytes: files.reduce(0) { $0 + $1.bytes.count })
    }

    /// Completes or undoes a replacement that an earlier process began but did not finish.
    /// Afterwards, the workspace has either the old or the new project files, never a mix. Files whose
    /// names are ignored are always kept.
    package func recover() throws(DiagnosticError) {
        do { try ParcelReplacement(self).recover() } catch {
            throw Self.fault(root, "the workspace could not be repaired", error)
        }
    }

    /// A file to be unpacked.
    struct Content: Sendable {
        var path: String
        /// Whether the owner may execute the file. Nil if the zip file does not contain
        /// permissions.
        var isExecutable: Bool?
        var bytes: [UInt8] = []
    }

    /// Reads all files of a zip file into memory, so that nothing is written if the zip file is
    /// invalid. Returns the files, and the paths of the folders to create.
    func contents(
        of zip: [UInt8]
    ) throws(DiagnosticError) -> (files: [Content], folders: Set<String>) {
        guard zip.count <= limits.zip else { throw Self.zipTooLarge(zip.count, limits) }
        let library = try Self.library()
        let directory: ZipDirectory
        do throws(ZipProblem) { directory = try ZipDirectory(zip) } catch {
            throw Self.refusal(error)
        }
        let names = try ParcelNames(directory, self, top: try outerFolder(directory))
        var (files, total, entries): ([Content], Int, Int) = ([], 0, 0)
        var refused: DiagnosticError?
        do throws(ZipProblem) {
            try library.contents(of: zip) { number, name throws(ZipProblem) in
                entries += 1
                try Self.require(number, name, in: directory)
                guard let file = names.files[number] else { return false }
                files.append(file)
                return true
            } piece: { bytes throws(ZipProblem) in
                let last = files.count - 1
                total += bytes.count
                if files[last].bytes.count + bytes.count > limits.file {
                    refused = Self.tooLarge(files[last].path, limits)
                } else if total > limits.total {
                    let largest = files.max { $0.bytes.count < $1.bytes.count }
                    refused = Self.tooMuch(largest?.path ?? "", limits)
                }
                if refused != nil { throw ZipProblem("its contents are larger than the limits") }
                files[last].bytes += bytes
            }
        } catch { throw refused ?? Self.refusal(error) }
        guard entries == directory.entries.count, files.count == names.files.count else {
            throw Self.refusal(ZipProblem("the central directory is damaged"))
        }
        return (files, names.folders)
    }

    /// Checks that an entry's name, as read by libarchive, equals its name in the zip file's
    /// central directory. Skips names that are not ASCII, because libarchive may convert them.
    ///
    /// - Throws: `ZipProblem` if the names differ, or if the central directory has no such entry.
    private static func require(
        _ number: Int,
        _ name: String?,
        in directory: ZipDirectory
    ) throws(ZipProblem) {
        guard directory.entries.indices.contains(number) else {
            throw ZipProblem("the central directory is damaged")
        }
        let entry = directory.entries[number]
        guard entry.name.allSatisfy({ $0 < 0x80 }) else { return }
        var expected = entry.name
        if entry.isFolder, expected.last != UInt8(ascii: "/") { expected.append(UInt8(ascii: "/")) }
        guard let name, Array(name.utf8) == entry.name || Array(name.utf8) == expected else {
            throw ZipProblem(
                entry.words,
                "has different names in the local header and the central directory"
            )
        }
    }

    /// Returns the zip file's top-level folder if the participant packed a folder instead of its
    /// contents; otherwise nil. The folder's name is stripped from all paths.
    ///
    /// The folder must contain all entries except the Finder's metadata. It must not exist in the
    /// workspace, and its name must not be ignored. At least one of its files must also exist in
    /// the workspace, at the same path without the folder's name.
    private func outerFolder(_ directory: ZipDirectory) throws(DiagnosticError) -> String? {
        guard let top = try ParcelNames.top(directory), !isIgnored(top), !isThere(top) else {
            return nil
        }
        let names = directory.entries.lazy.filter { !$0.isFolder }
            .map { entry in
                let rest = entry.name.drop { $0 != UInt8(ascii: "/") }.dropFirst()
                return String(decoding: rest, as: UTF8.self)
            }
        return names.contains { isThere($0) } ? top : nil
    }

    /// Returns whether the workspace has files of the project, and `files` replaces none of them.
    private func deletesAll(_ files: [Content]) -> Bool {
        guard let folder = try? OpenFolder(root) else { return false }
        let paths = Set(files.map(\.path))
        do {
            let present = try scan(folder).files
            return !present.isEmpty && !present.contains { paths.contains($0.path) }
        } catch {
            // The files exceed the limits, for example, so they cannot be listed.
            return !paths.contains { isThere($0) }
        }
    }

    private func isThere(_ path: String) -> Bool {
        ParcelReplacement.exists(root.appendingPathComponent(path))
    }
}
