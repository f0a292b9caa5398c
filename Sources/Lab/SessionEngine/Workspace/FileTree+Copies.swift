import Dispatch
import Foundation
import ResultsStore
import Synchronization

/// Copying files between folders.
extension FileTree {
    /// Copies `files` from one folder to another, replacing existing files.
    static func copy(
        _ files: [FolderScan.File],
        from source: OpenFolder,
        to target: OpenFolder
    ) throws {
        try makeFolders(of: files.map(\.path), in: target)
        try inParallel(files) { try copy($0, from: source, to: target) }
    }

    /// Creates the parent folders of `paths`.
    static func makeFolders(of paths: [String], in target: OpenFolder) throws {
        var last = ""
        for path in paths {
            guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let parent = String(path[..<end])
            if parent != last { try target.makeFolder(parent) }
            last = parent
        }
    }

    /// Runs `work` on each of `inputs`. Batches of 500 inputs run in parallel. If several batches
    /// fail, throws the error of the batch that comes first in `inputs`.
    static func inParallel<Input: Sendable>(
        _ inputs: [Input],
        _ work: @Sendable (Input) throws -> Void
    ) throws {
        let parts = stride(from: 0, to: inputs.count, by: 500).map {
            inputs[$0..<min($0 + 500, inputs.count)]
        }
        // Errors by batch number.
        let faults = Mutex<[Int: any Error]>([:])
        DispatchQueue.concurrentPerform(iterations: parts.count) { part in
            do { for input in parts[part] { try work(input) } } catch {
                faults.withLock { $0[part] = error }
            }
        }
        if let fault = faults.withLock({ $0.min { $0.key < $1.key } }) { throw fault.value }
    }

    private static func copy(
        _ file: FolderScan.File,
        from source: OpenFolder,
        to target: OpenFolder
    ) throws {
        let flags = O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC
        let input = openat(source.descriptor, file.path, flags)
        guard input >= 0 else { throw SystemFault(file.path) }
        defer { close(input) }
        try target.make(file.path, mode: file.state.mode) { output in
            try copy(file, input, output)
        }
    }

    private static func copy(_ file: FolderScan.File, _ input: Int32, _ output: Int32) throws {
        var left = file.state.size
        while left > 0 {
            let count = SystemSymbols.copy(from: input, to: output, Int(left))
            if count < 0, errno == ENOSPC || errno == EDQUOT || errno == EIO {
                throw SystemFault(file.path)
            }
            // The file systems do not support `copy_file_range`, or the file has become shorter.
            guard count > 0 else { break }
            left -= Int64(count)
        }
        // Copies the rest from the current position, including bytes that were appended meanwhile.
        try withUnsafeTemporaryAllocation(byteCount: 1 << 16, alignment: 16) { buffer in
            while true {
                let count = Foundation.read(input, buffer.baseAddress, buffer.count)
                if count < 0, errno == EINTR { continue }
                guard count >= 0 else { throw SystemFault(file.path) }
                if count == 0 { return }
                let part = UnsafeRawBufferPointer(rebasing: buffer[..<count])
                try write(Data(part), to: output, file.path)
            }
        }
    }
}
