import Diagnostics
import Foundation
import Parallel

/// Planned changes to the files of one folder. All lists of names are in alphabetical order.
package struct WritePlan: Sendable {
    package var folder: OutputFolder
    /// A draft of the folder, to which files may already have been written; nil if there is no
    /// draft.
    package var draft: FolderDraft?
    /// The files to write: those that are missing from the folder, or whose contents there differ.
    package var written: [GeneratedFile] = []
    package var unchanged: [String] = []
    /// The files to delete: unedited files of an earlier run that are no longer generated.
    package var removed: [String] = []
    /// Files of an earlier run that are no longer generated but are left in place, because they
    /// were edited or no manifest lists them.
    package var kept: [String] = []
    /// Edited files that would be overwritten.
    package var edited: [String] = []
    package var manifest: Manifest
    /// Whether no earlier run is known, because the folder has no valid manifest of the model.
    package var isFirst: Bool

    /// Whether the folder already matches the plan. Edited files that are no longer generated are
    /// kept; they do not affect the result.
    package var isUpToDate: Bool { written.isEmpty && removed.isEmpty }
}

/// Compares `files` with the contents of `folder`.
///
/// - Parameter draft: a draft of `folder`, which becomes the folder when the plan is carried out.
/// - Throws: `DiagnosticError` if the folder contains a file that has the name of one of `files`
///   but was not made by cdgen.
package func plan(
    _ files: [GeneratedFile],
    for folder: OutputFolder,
    source: String,
    input: String = "",
    remarks: [String]? = [],
    draft: FolderDraft? = nil
) throws -> WritePlan {
    let files = files.sorted { $0.name < $1.name }
    let isThere = FileManager.default.fileExists(atPath: folder.path)
    let before = folder.manifest(of: source)
    let manifest = Manifest(
        source: source,
        input: input,
        remarks: remarks,
        files: Dictionary(concurrently(files) { ($0.name, quickHash($0.text)) }) { first, _ in first
        }
    )
    var plan = WritePlan(folder: folder, draft: draft, manifest: manifest, isFirst: before == nil)
    var foreign: [Diagnostic] = []
    if isThere, folder.isFolder(Manifest.name(for: source)) {
        foreign.append(inTheWay("\(folder.path)/\(Manifest.name(for: source))"))
    }
    for file in files {
        let old = isThere ? folder.hash(file.name) : nil
        if old == manifest.files[file.name] {
            plan.unchanged.append(file.name)
            continue
        }
        plan.written.append(file)
        if old == nil,
            !isThere || !FileManager.default.fileExists(atPath: "\(folder.path)/\(file.name)")
        {
            continue
        }
        let known = before?.files[file.name]
        if known != nil, known == old { continue }
        // Only a Swift file names its model in the first line. Any other file counts as generated
        // by cdgen only while its hash is unchanged.
        if let problem = folder.problem(with: file.name, of: source) {
            foreign.append(problem)
        } else if known != nil {
            plan.edited.append(file.name)
        }
    }
    if !foreign.isEmpty { throw DiagnosticError(foreign, status: .cannotCreate) }
    for (name, hash) in (before?.files ?? [:]).sorted(by: { $0.key < $1.key })
    where manifest.files[name] == nil {
        guard let found = folder.hash(name) else { continue }
        if found == hash {
            plan.removed.append(name)
        } else {
            plan.kept.append(name)
            plan.manifest.files[name] = hash
        }
    }
    if before == nil { plan.kept += unrecorded(in: folder, besides: manifest, source) }
    return plan
}

private func inTheWay(_ path: String) -> Diagnostic {
    Diagnostic(
        "not-ours",
        at: .init(file: path),
        "this item already exists, and cdgen did not generate it",
        fix: "rename or move it; nothing was written"
    )
}

extension OutputFolder {
    fileprivate func isFolder(_ name: String) -> Bool { FileKind(at: "\(path)/\(name)") == .folder }

    /// Returns a diagnostic for an existing file that must not be overwritten: the file cannot be
    /// read, or its first line does not state that it was made from the model `source`. Returns nil
    /// for any other file.
    fileprivate func problem(with name: String, of source: String) -> Diagnostic? {
        let place = "\(path)/\(name)"
        guard FileManager.default.isReadableFile(atPath: place) else {
            return Diagnostic(
                "not-ours",
                at: .init(file: place),
                "the file cannot be read, so cdgen cannot verify that it generated the file",
                fix: "make the file readable, or move it; nothing was written"
            )
        }
        guard let text = text(name), let maker = GeneratedFile.maker(of: text) else {
            return inTheWay(place)
        }
        if maker == source { return nil }
        return Diagnostic(
            "of-another-model",
            at: .init(file: place),
            "the file was generated from another model, \(maker)",
            fix: """
                use a separate folder for each model, or remove the files of \(maker) if that model \
                no longer exists; nothing was written
                """
        )
    }
}

/// Returns the names of generated files that state the model `source` in their first line but are
/// not listed in `manifest`. Files of queries have a different first line and are left out.
private func unrecorded(
    in folder: OutputFolder,
    besides manifest: Manifest,
    _ source: String
) -> [String] {
    let listed = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    let ofModel = head(of: source) + "\n"
    return listed.sorted().filter { name in
        name.hasSuffix(".swift") && manifest.files[name] == nil
            && folder.text(name)?.hasPrefix(ofModel) == true
    }
}

extension WritePlan {
    /// Carries out the plan. Each file is replaced as a whole, and the manifest is written last. A
    /// missing folder is created; if there is a `draft`, it becomes the folder.
    ///
    /// - Throws: `DiagnosticError` if the folder cannot be written. If writing fails halfway, some
    ///   files may already have been written.
    package func carryOut(recordsManifest: Bool = true) throws {
        let text = manifest.text
        let name = Manifest.name(for: manifest.source)
        let isRecorded = !recordsManifest || folder.text(name) == text
        let isThere = FileManager.default.fileExists(atPath: folder.path)
        if isThere { draft?.discard() }
        if isUpToDate, isRecorded { return }
        do {
            if recordsManifest, !isThere,
                let draft = try draft ?? FolderDraft(of: folder, makesParents: true),
                try draft.complete(with: written + [GeneratedFile(name: name, text: text)])
            {
                return
            }
            try FileManager.default.createDirectory(
                atPath: folder.path,
                withIntermediateDirectories: true
            )
            for file in written { try replace("\(folder.path)/\(file.name)", with: file.text) }
            for name in removed {
                try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            }
            if !isRecorded { try replace("\(folder.path)/\(name)", with: text) }
        } catch {
            throw DiagnosticError(
                "cannot-write",
                at: .init(file: folder.path),
                "the files cannot be written",
                fix: "check that the folder is writable and the disk has room",
                status: .cannotCreate
            )
        }
    }
}

/// Writes `text` to a temporary file and renames that file to `path`, so that `path` never names a
/// partly written file.
private func replace(_ path: String, with text: String) throws {
    let temporary = path + ".cdgen-new"
    guard write(text, to: temporary, in: AT_FDCWD), rename(temporary, path) == 0 else {
        unlink(temporary)
        throw CocoaError(.fileWriteUnknown)
    }
}

/// Writes `files` into `folder` without a manifest. Used for single files and in tests.
///
/// - Returns: the plan that was carried out.
@discardableResult
package func write(_ files: [GeneratedFile], to folder: String, source: String) throws -> WritePlan
{
    let folder = OutputFolder(path: folder)
    var plan = try plan(files, for: folder, source: source)
    // Files that a complete run has written to the folder are kept.
    plan.removed = []
    try plan.carryOut(recordsManifest: false)
    return plan
}
