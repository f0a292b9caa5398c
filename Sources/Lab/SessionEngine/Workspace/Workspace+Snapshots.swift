import ContentHash
package import Diagnostics
package import Foundation
package import ResultsStore
import StudyDefinition
import Synchronization

extension Workspace {
    /// Returns a snapshot of the current files, and the files' bytes, keyed by content hash.
    ///
    /// - Parameter earlier: a cache of hashes (`known`), and files' bytes, keyed by content hash
    ///   (`bytes`). An unchanged file is not read again if `known` has its hash and `bytes` has its
    ///   bytes.
    package func snapshot(
        since earlier: (known: KnownContents, bytes: [String: Data])? = nil
    ) throws(DiagnosticError) -> (Snapshot, [String: Data]) {
        try attempt("a snapshot could not be taken") {
            try snapshot(of: OpenFolder(root), since: earlier)
        }
    }

    func scan(_ folder: OpenFolder) throws -> FolderScan {
        var scan = try FolderScan(folder, limits: limits, links: Set(project.links.keys)) {
            isIgnored($0)
        }
        scan.leaveOut { isPaper($0) }
        return scan
    }

    func snapshot(
        of folder: OpenFolder,
        since earlier: (known: KnownContents, bytes: [String: Data])? = nil
    ) throws -> (Snapshot, [String: Data]) {
        var scan = try scan(folder)
        let reading = Mutex<Reading>(Reading())
        let limit = limits.file
        try FileTree.inParallel(Array(scan.files.enumerated())) { place, file in
            do {
                let (bytes, state, hash) = try contents(
                    of: file,
                    in: folder,
                    upTo: limit,
                    since: earlier
                )
                reading.withLock {
                    $0.files[place] = .init(
                        path: file.path,
                        mode: state.mode & 0o777,
                        content: hash
                    )
                    $0.bytes[hash] = bytes
                }
            } catch let fault as SystemFault where fault.code != ENOENT {
                reading.withLock { $0.faults[place] = fault }
            } catch is SystemFault {
                // The file was removed after it was listed.
            }
        }
        let read = reading.withLock { $0 }
        for (place, fault) in read.faults.sorted(by: { $0.key < $1.key }) {
            scan.omit(scan.files[place].path, reason: fault.words)
        }
        let files = scan.files.indices.compactMap { read.files[$0] }
        return (Snapshot(files: files, omissions: scan.omissions), read.bytes)
    }

    private func contents(
        of file: FolderScan.File,
        in folder: OpenFolder,
        upTo limit: Int64,
        since earlier: (known: KnownContents, bytes: [String: Data])?
    ) throws -> (Data, FileState, hash: String) {
        if let earlier, let hash = earlier.known.hash(of: file.path, file.state),
            let bytes = earlier.bytes[hash]
        {
            return (bytes, file.state, hash)
        }
        let start = KnownContents.now
        let (bytes, state) = try folder.read(file.path, upTo: limit)
        let hash = sha256(bytes)
        earlier?.known.note(file.path, state, hash, readFrom: start)
        return (bytes, state, hash)
    }

    private struct Reading {
        var files: [Int: Snapshot.File] = [:]
        var bytes: [String: Data] = [:]
        var faults: [Int: SystemFault] = [:]
    }

    /// Returns a reason to suspect that the participant's work was not saved: an editor has a file
    /// open, or nothing has changed since `snapshot`. Nil if neither is true.
    func unsaved(since snapshot: String?) throws(DiagnosticError) -> String? {
        let edited = try attempt("the workspace could not be read") {
            try scan(OpenFolder(root)).edited
        }
        if let edited { return "An editor still has \(edited) open." }
        if try self.snapshot().0.hash == snapshot {
            return "Nothing has changed on the disk since this task started or was last checked."
        }
        return nil
    }
}

extension Snapshot {
    /// A description of the omitted files in one line. Nil if there are none.
    var omissionWords: String? {
        guard let first = omissions.first else { return nil }
        let size = first.size.map { "; its size: \($0 >> 20) MiB" } ?? ""
        let more = omissions.count > 1 ? " and \(omissions.count - 1) more" : ""
        return "omitted from the snapshot: \(first.path) (\(first.reason)\(size))\(more)"
    }
}
