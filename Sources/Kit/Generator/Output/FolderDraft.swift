import Foundation
import Synchronization

/// A folder that is written next to its destination while files are still being generated, and
/// renamed when it is complete. The destination has all files or does not exist. Ends with
/// ``complete(with:)`` or ``discard()``.
package final class FolderDraft: Sendable {
    private let folder: URL
    private let place: String
    private let descriptor: Int32
    private let state = Mutex(State())

    private struct State {
        /// Given, and not yet written.
        var waiting: [GeneratedFile] = []
        /// Whether some thread is writing the waiting data.
        var isWriting = false
        var names: Set<String> = []
        var hasFailed = false
    }

    /// Nil if the destination exists, or nothing can be written next to it.
    ///
    /// - Parameter makesParents: whether to create missing parent folders; they are kept.
    /// - Throws: where they cannot be made.
    package init?(of folder: OutputFolder, makesParents: Bool = false) throws {
        self.folder = URL(fileURLWithPath: folder.path)
        if FileManager.default.fileExists(atPath: folder.path) { return nil }
        let parent = self.folder.deletingLastPathComponent().path
        if makesParents {
            try FileManager.default.createDirectory(
                atPath: parent,
                withIntermediateDirectories: true
            )
        }
        // Hidden, so that no build takes it for sources should this process be killed.
        place = "\(parent)/.\(self.folder.lastPathComponent).cdgen-\(getpid())"
        guard mkdir(place, 0o777) == 0 else { return nil }
        descriptor = open(place, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    }

    deinit { close(descriptor) }

    /// Writes the file, and those that others add meanwhile: the system makes one at a time in a
    /// folder, and a second thread would spend its time waiting for the first. When every call has
    /// returned, all is written. What goes wrong is told at the end.
    package func add(_ file: GeneratedFile) {
        let isOther = state.withLock { state in
            state.waiting.append(file)
            defer { state.isWriting = true }
            return state.isWriting
        }
        if isOther { return }
        while let file = next() { write(file) }
    }

    /// nil, and nobody writes any more, where nothing waits.
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

    /// Writes the remaining `files`, removes all others, and renames the folder. Returns false if
    /// the destination exists; then, and after an error, nothing is left.
    ///
    /// - Throws: where not everything could be written.
    func complete(with files: [GeneratedFile]) throws -> Bool {
        let added = state.withLock { $0.names }
        for file in files where !added.contains(file.name) { write(file) }
        for name in added.subtracting(files.map(\.name)) { unlink("\(place)/\(name)") }
        let hasFailed = state.withLock { $0.hasFailed }
        if !hasFailed, rename(place, folder.path) == 0 { return true }
        discard()
        if hasFailed { throw CocoaError(.fileWriteUnknown) }
        return false
    }

    /// Takes all that was written away.
    package func discard() {
        try? FileManager.default.removeItem(atPath: place)
    }
}

/// Returns whether all of it was written. A path that is not absolute begins at `folder`, a descriptor.
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
