import Diagnostics
import Foundation
import Parallel

/// Planned changes to the files of one folder. All lists of names are in alphabetical order.
package struct WritePlan: Sendable {
    package var folder: OutputFolder
    /// A draft of the folder; nil if there is no draft. The draft may already contain files.
    package var draft: FolderDraft?
    /// The generated files to write: they are missing from the folder or have different contents
    /// there.
    package var written: [GeneratedFile] = []
    package var unchanged: [String] = []
    /// The files to delete: unedited files of an earlier run that are no longer generated.
    package var removed: [String] = []
    /// Files of an earlier run that are no longer generated but are left in place, because they
    /// were edited or no manifest lists them.
    package var kept: [String] = []
    /// Files that the user edited and that this plan would overwrite.
    package var edited: [String] = []
    package var manifest: Manifest
    /// The current hashes of the files to be replaced or removed, keyed by file name. Edited files
    /// are left out.
    var earlier: [String: String] = [:]
    /// All generated files.
    let files: [GeneratedFile]
    /// The text of the folder's manifest when the plan was made. Nil if the folder had no valid
    /// manifest. Also nil if the manifest is from an unfinished run, which may have changed more
    /// files after the plan was made.
    let before: String?
    /// Whether the folder has no valid manifest of the model, so that no earlier run is known.
    package var isFirst: Bool

    /// Whether the folder already matches the plan. Edited files that are no longer generated are
    /// kept; they do not affect the result.
    package var isUpToDate: Bool { written.isEmpty && removed.isEmpty }
}

/// Compares `files` with the contents of `folder`, and returns a plan for writing `files`.
///
/// - Parameter draft: a draft of `folder`, which becomes the folder when the plan is carried out.
/// - Throws: `DiagnosticError` if one of `files` would replace a file that cdgen did not generate
///   from the model `source`.
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
    let record = folder.text(Manifest.name(for: source))
    let before = record.flatMap { Manifest(text: $0, of: source) }
    let known = before?.known ?? [:]
    let manifest = Manifest(
        source: source,
        input: input,
        remarks: remarks,
        files: Dictionary(concurrently(files) { ($0.name, quickHash($0.text)) }) { first, _ in first
        }
    )
    var plan = WritePlan(
        folder: folder,
        draft: draft,
        manifest: manifest,
        files: files,
        before: before?.earlier.isEmpty == true ? record : nil,
        isFirst: before == nil
    )
    // If the file system ignores case, a file whose new name differs only in case is still the same
    // file. It must not be removed under its old name.
    let lowercased = Dictionary(known.keys.map { ($0.lowercased(), $0) }) { first, _ in first }
    var renamed: Set<String> = []
    var foreign: [Diagnostic] = []
    if isThere, folder.isFolder(Manifest.name(for: source)) {
        foreign.append(inTheWay("\(folder.path)/\(Manifest.name(for: source))"))
    }
    for file in files {
        let old = isThere ? folder.hash(file.name) : nil
        var knownName = file.name
        if known[file.name] == nil, let name = lowercased[file.name.lowercased()],
            folder.isSame(name, file.name)
        {
            renamed.insert(name)
            knownName = name
        }
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
        if let old, before?.isUnedited(knownName, old) == true {
            plan.earlier[file.name] = old
            continue
        }
        // Only a Swift file names its model in the first line. Any other file counts as generated
        // by cdgen only while its hash is unchanged.
        if let problem = folder.problem(with: file.name, of: source) {
            foreign.append(problem)
        } else if known[knownName] != nil {
            plan.edited.append(file.name)
        } else {
            plan.earlier[file.name] = old
        }
    }
    if !foreign.isEmpty { throw DiagnosticError(foreign, status: .cannotCreate) }
    for (name, hash) in known.sorted(by: { $0.key < $1.key })
    where manifest.files[name] == nil && !renamed.contains(name) {
        guard let found = folder.hash(name) else { continue }
        if before?.isUnedited(name, found) == true {
            plan.removed.append(name)
            plan.earlier[name] = found
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
        "this file or folder already exists, and cdgen did not generate it",
        fix: "rename or move this file or folder; nothing was written"
    )
}

extension OutputFolder {
    fileprivate func isFolder(_ name: String) -> Bool { FileKind(at: "\(path)/\(name)") == .folder }

    /// Returns whether both names lead to the same file.
    fileprivate func isSame(_ name: String, _ other: String) -> Bool {
        var (first, second) = (stat(), stat())
        return stat("\(path)/\(name)", &first) == 0 && stat("\(path)/\(other)", &second) == 0
            && first.st_dev == second.st_dev && first.st_ino == second.st_ino
    }

    /// Returns a diagnostic if an existing file must not be overwritten; otherwise nil. cdgen must
    /// not overwrite a file that it cannot read, or whose first line does not state that it was
    /// generated from the model `source`.
    fileprivate func problem(with name: String, of source: String) -> Diagnostic? {
        let place = "\(path)/\(name)"
        guard FileManager.default.isReadableFile(atPath: place) else {
            return Diagnostic(
                "not-ours",
                at: .init(file: place),
                "the file cannot be read, so cdgen cannot verify that it generated the file",
                fix: "make the file readable, or move the file; nothing was written"
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
                use a separate folder for each model; if the model \(maker) no longer exists, remove \
                the files generated from it; nothing was written
                """
        )
    }
}

/// Returns the names of Swift files in the folder that `manifest` does not list. Includes only
/// files whose first line states that they were generated from the model `source`. Files of queries
/// have a different first line and are left out.
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
