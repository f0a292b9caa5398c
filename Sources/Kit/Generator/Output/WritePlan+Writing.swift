import Diagnostics
import Foundation

extension [WritePlan] {
    /// Carries out the plans of this array. Each file is replaced atomically while its folder is
    /// locked. If possible, a missing folder is created from a complete draft, without a lock. A
    /// folder in which nothing changes is not locked either. All existing folders are locked before
    /// anything is written.
    ///
    /// If another run has changed a folder since its plan was made, a new plan for that folder is
    /// made and carried out.
    ///
    /// - Returns: the plans that were carried out.
    /// - Throws: `DiagnosticError` if a folder cannot be written to. In that case, some files may
    ///   already have been written. The next run recognizes them.
    package func carryOut() throws -> [WritePlan] {
        var plans = self
        var locks: [Int: WriteLock] = [:]
        defer { for lock in locks.values { lock.release() } }
        func lockUnlessDone(_ index: Int) throws {
            if try self[index].createFolder() { return }
            locks[index] = try WriteLock(on: self[index].folder.path)
            plans[index] = try self[index].renewed()
        }
        let existing = indices.filter {
            FileManager.default.fileExists(atPath: self[$0].folder.path)
        }
        for index in existing { try lockUnlessDone(index) }
        for index in indices {
            if !existing.contains(index) { try lockUnlessDone(index) }
            if locks[index] != nil { try plans[index].write() }
        }
        return plans
    }
}

extension WritePlan {
    /// Carries out this plan alone.
    ///
    /// - Parameter recordsManifest: if false, only the files in `written` are written. No file is
    ///   removed, and the manifest is not changed.
    package func carryOut(recordsManifest: Bool = true) throws {
        if recordsManifest {
            _ = try [self].carryOut()
            return
        }
        try writeFiles {}
    }

    /// Writes only the files in ``written``, and adds their hashes to the folder's manifest if it
    /// is valid. The next complete run therefore recognizes these files as generated, and removes
    /// them if it does not generate them.
    ///
    /// - Parameter recordsNew: if false, only the hashes of files that the manifest already lists
    ///   are updated.
    package func addFiles(recordsNew: Bool = true) throws {
        try writeFiles {
            guard var record = folder.manifest(of: manifest.source) else { return }
            // Without an input hash, the next complete run does not treat the folder as up to date.
            record.input = ""
            for file in written where recordsNew || record.files[file.name] != nil {
                if let old = folder.hash(file.name), record.isUnedited(file.name, old) {
                    record.earlier[file.name] = old
                }
                record.files[file.name] = manifest.files[file.name]
            }
            try replace(Manifest.name(for: manifest.source), with: record.text)
        }
    }

    /// Writes the files in ``written``. Calls `prepare` first, while the folder is locked.
    private func writeFiles(_ prepare: () throws -> Void) throws {
        if written.isEmpty { return }
        try reportingFaults {
            try FileManager.default.createDirectory(
                atPath: folder.path,
                withIntermediateDirectories: true
            )
            let lock = try WriteLock(on: folder.path)
            defer { lock.release() }
            try prepare()
            for file in written { try replace(file.name, with: file.text) }
        }
    }

    /// Creates a missing folder, if possible from a complete draft. Returns whether the folder now
    /// matches the plan and needs no further changes.
    fileprivate func createFolder() throws -> Bool {
        if FileManager.default.fileExists(atPath: folder.path) {
            draft?.discard()
            return isUpToDate && before == manifest.text
        }
        let record = GeneratedFile(name: Manifest.name(for: manifest.source), text: manifest.text)
        return try reportingFaults {
            if let draft = try draft ?? FolderDraft(of: folder, makesParents: true),
                try draft.complete(with: written + [record])
            {
                return true
            }
            try FileManager.default.createDirectory(
                atPath: folder.path,
                withIntermediateDirectories: true
            )
            return false
        }
    }

    /// Returns this plan if the text of the folder's manifest is still ``before``. If the manifest
    /// has changed, or if ``before`` is nil, returns a new plan for the folder's current contents.
    fileprivate func renewed() throws -> WritePlan {
        if let before, before == folder.text(Manifest.name(for: manifest.source)) { return self }
        return try plan(
            files,
            for: folder,
            source: manifest.source,
            input: manifest.input,
            remarks: manifest.remarks
        )
    }

    /// Writes and removes files in the folder, which must exist.
    fileprivate func write() throws {
        let name = Manifest.name(for: manifest.source)
        if isUpToDate, folder.text(name) == manifest.text { return }
        try reportingFaults {
            removeLeftovers()
            if !isUpToDate {
                var begun = manifest
                begun.earlier = earlier
                try replace(name, with: begun.text)
            }
            for file in written { try replace(file.name, with: file.text) }
            for name in removed {
                try FileManager.default.removeItem(atPath: "\(folder.path)/\(name)")
            }
            try replace(name, with: manifest.text)
        }
    }

    /// Removes the temporary files and drafts of runs that were killed.
    private func removeLeftovers() {
        FolderDraft.removeLeftovers(of: folder)
        let known = folder.manifest(of: manifest.source)?.known ?? [:]
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasSuffix(temporarySuffix) {
            let file = String(name.dropLast(temporarySuffix.count))
            let isOurs =
                known[file] != nil || manifest.files[file] != nil
                || file == Manifest.name(for: manifest.source)
            if isOurs { unlink("\(folder.path)/\(name)") }
        }
    }

    /// Writes `text` to a temporary file and renames that file to `name`. The file `name` is
    /// therefore never incomplete.
    private func replace(_ name: String, with text: String) throws {
        let path = "\(folder.path)/\(name)"
        guard Generator.write(text, to: path + temporarySuffix, in: AT_FDCWD),
            rename(path + temporarySuffix, path) == 0
        else {
            unlink(path + temporarySuffix)
            throw CocoaError(.fileWriteUnknown)
        }
    }

    /// Runs `body`. If it throws an error, throws a `DiagnosticError` instead.
    private func reportingFaults<Value>(_ body: () throws -> Value) throws -> Value {
        do {
            return try body()
        } catch let error as DiagnosticError {
            throw error
        } catch {
            throw DiagnosticError(
                "cannot-write",
                at: .init(file: folder.path),
                "the files cannot be written",
                fix: "check that the folder is writable and the disk has free space",
                status: .cannotCreate
            )
        }
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
