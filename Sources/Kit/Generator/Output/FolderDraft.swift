import Foundation
import Synchronization

/// A temporary folder next to the destination folder. Each generated file is written to it
/// immediately, while other files are still being generated. The complete draft is then renamed to
/// the destination, so that the destination never contains only some of the files. The user of a
/// draft must call ``complete(with:)`` or ``discard()`` at the end.
package final class FolderDraft: Sendable {
    private let folder: URL
    private let place: String
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        /// The added files that are not yet written.
        var waiting: [GeneratedFile] = []
        /// Whether a thread is writing the waiting files.
        var isWriting = false
        var names: Set<String> = []
        var hasFailed = false
    }

    /// Creates the temporary folder, which ``complete(with:)`` later renames to `folder`. Returns
    /// nil if `folder` already exists, or if no folder can be created in its parent folder.
    ///
    /// - Parameter makesParents: whether to create missing parent folders. ``discard()`` does not
    ///   remove them.
    /// - Throws: an error if the parent folders cannot be created.
    package init?(of folder: OutputFolder, makesParents: Bool = false) throws {
        self.folder = URL(fileURLWithPath: folder.path)
        if FileManager.default.fileExists(atPath: folder.path) { return nil }
        let (parent, start) = Self.place(of: folder)
        if makesParents {
            try FileManager.default.createDirectory(
                atPath: parent,
                withIntermediateDirectories: true
            )
        }
        Self.removeLeftovers(of: folder)
        place = "\(parent)/\(start)\(getpid())"
        guard mkdir(place, 0o777) == 0 else { return nil }
        descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        // Shows other processes that the draft is in use.
        _ = flock(descriptor, LOCK_EX | LOCK_NB)
    }

    /// Returns the folder that contains a draft, and the beginning of the draft's name. The rest of
    /// the name is the process ID. The name begins with a period, so that no build compiles the
    /// files in a draft left by a killed process.
    private static func place(of folder: OutputFolder) -> (parent: String, start: String) {
        let url = URL(fileURLWithPath: folder.path)
        return (url.deletingLastPathComponent().path, ".\(url.lastPathComponent).cdgen-")
    }

    /// Removes the drafts of `folder` that killed processes have left.
    static func removeLeftovers(of folder: OutputFolder) {
        let (parent, start) = place(of: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: parent)) ?? []
        for name in names where name.hasPrefix(start) {
            guard let process = pid_t(name.dropFirst(start.count)),
                // After a restart of a container, this process can have the id of the killed one.
                process == getpid() || kill(process, 0) != 0 && errno == ESRCH
            else { continue }
            let descriptor = open("\(parent)/\(name)", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            defer { close(descriptor) }
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { continue }
            try? FileManager.default.removeItem(atPath: "\(parent)/\(name)")
        }
    }

    deinit { close(descriptor) }

    /// Adds a file to the draft. If another thread is already writing files, that thread also
    /// writes this file; otherwise this thread writes it. More than one writing thread would not be
    /// faster, because the system creates one file at a time in a folder. When every call of `add`
    /// has returned, all files are written. ``complete(with:)`` reports failures.
    package func add(_ file: GeneratedFile) {
        let isOther = state.withLock { state in
            state.waiting.append(file)
            defer { state.isWriting = true }
            return state.isWriting
        }
        if isOther { return }
        while let file = next() { write(file) }
    }

    /// Returns the next file to write. If no file is waiting, clears `isWriting` and returns nil.
    private func next() -> GeneratedFile? {
        state.withLock { state in
            state.isWriting = !state.waiting.isEmpty
            return state.waiting.popLast()
        }
    }

    private func write(_ file: GeneratedFile) {
        let isWritten = Generator.write(file.text, to: file.name, in: descriptor)
        state.withLock {
            $0.names.insert(file.name)
            if !isWritten { $0.hasFailed = true }
        }
    }

    /// Completes the draft so that it contains exactly `files`, and renames it to the destination
    /// folder. Writes files that were not added before, and removes added files that are not in
    /// `files`.
    ///
    /// - Returns: false if the draft cannot be renamed, for example because the destination exists.
    ///   In that case, and after an error, the draft is removed.
    /// - Throws: an error if a file could not be written.
    func complete(with files: [GeneratedFile]) throws -> Bool {
        let added = state.withLock { $0.names }
        for file in files where !added.contains(file.name) { write(file) }
        for name in added.subtracting(files.map(\.name)) { unlink("\(place)/\(name)") }
        let hasFailed = state.withLock { $0.hasFailed }
        if !hasFailed, rename(place, folder.path) == 0 {
            _ = flock(descriptor, LOCK_UN)
            return true
        }
        discard()
        if hasFailed { throw CocoaError(.fileWriteUnknown) }
        return false
    }

    /// Removes the draft and its files.
    package func discard() { try? FileManager.default.removeItem(atPath: place) }
}

/// Writes the text to a file, and returns whether all of it was written. `folder` is the file
/// descriptor of a folder; a relative path starts at this folder.
func write(_ text: String, to path: String, in folder: Int32) -> Bool {
    var text = text
    let descriptor = openat(folder, path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    guard descriptor >= 0 else { return false }
    let isWritten = text.withUTF8 { bytes in
        var done = 0
        while done < bytes.count {
            let count = write(descriptor, bytes.baseAddress?.advanced(by: done), bytes.count - done)
            if count <= 0 { return false }
            done += count
        }
        return true
    }
    return close(descriptor) == 0 && isWritten
}
