import Dispatch
package import Foundation
package import ResultsStore
import Synchronization

/// Copies of folders.
extension FileTree {
    /// Copies `files` of one folder to another; those that are there already are replaced.
    static func copy(
        _ files: [FolderScan.File],
        from source: OpenFolder,
        to target: OpenFolder
    ) throws {
        try makeFolders(of: files.map(\.path), in: target)
        try inParallel(files) { try copy($0, from: source, to: target) }
    }

    /// Makes the folders that `paths` are in.
    static func makeFolders(of paths: [String], in target: OpenFolder) throws {
        var last = ""
        for path in paths {
            guard let end = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { continue }
            let parent = String(path[..<end])
            if parent != last { try target.makeFolder(parent) }
            last = parent
        }
    }

    /// `work` on each of `inputs`; throws one of the errors.
    static func inParallel<Input: Sendable>(
        _ inputs: [Input],
        _ work: @Sendable (Input) throws -> Void
    ) throws {
        let parts = stride(from: 0, to: inputs.count, by: 500).map {
            inputs[$0..<min($0 + 500, inputs.count)]
        }
        // Each part notes its fault; the first one in order is thrown.
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

    private static func copy(
        _ file: FolderScan.File,
        _ input: Int32,
        _ output: Int32
    ) throws {
        var left = file.state.size
        while left > 0 {
            let count = SystemSymbols.copy(from: input, to: output, Int(left))
            if count < 0, errno == ENOSPC || errno == EDQUOT || errno == EIO {
                throw SystemFault(file.path)
            }
            // The file systems do not do it, or the file is shorter than it was.
            guard count > 0 else { break }
            left -= Int64(count)
        }
        // Copies the rest, and bytes appended since, from the current position.
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

    package static func write(_ bytes: Data, to file: Int32, _ path: String) throws {
        try bytes.withUnsafeBytes { bytes in
            var rest = bytes[...]
            while !rest.isEmpty {
                let count = Foundation.write(
                    file,
                    UnsafeRawBufferPointer(rebasing: rest).baseAddress,
                    rest.count
                )
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { throw SystemFault(path) }
                rest = rest.dropFirst(count)
            }
        }
    }
}
