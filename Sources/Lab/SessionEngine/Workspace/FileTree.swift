import Dispatch
package import Foundation
import Synchronization

/// Work on whole folders.
package enum FileTree {
    /// Removes what is at `url`, a folder with all that is in it, however deep. Does nothing where
    /// there is nothing; symbolic links are not followed.
    package static func remove(_ url: URL) throws { try remove(url.path, in: AT_FDCWD) }

    static func remove(_ path: UnsafePointer<CChar>, in folder: Int32) throws {
        if unlinkat(folder, path, 0) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        let words = String(cString: path)
        guard errno == EISDIR || errno == EPERM else { throw SystemFault(words) }
        guard let found = openFolder(path, in: folder) else { throw SystemFault(words) }
        defer { close(found) }
        // What is too deep for one descriptor a level is moved up to here.
        var moved = 0
        repeat {
            moved = 0
            try clear(found, top: found, depth: 0, &moved)
        } while moved > 0
        guard unlinkat(folder, path, AT_REMOVEDIR) == 0 else { throw SystemFault(words) }
    }

    private static func openFolder(_ name: UnsafePointer<CChar>, in folder: Int32) -> Int32? {
        let flags = O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
        var found = openat(folder, name, flags)
        if found < 0, errno == EACCES, fchmodat(folder, name, 0o700, 0) == 0 {
            found = openat(folder, name, flags)
        }
        return found < 0 ? nil : found
    }

    private static func clear(
        _ folder: Int32,
        top: Int32,
        depth: Int,
        _ moved: inout Int
    ) throws {
        // A participant may have made it read-only.
        _ = fchmod(folder, 0o700)
        while true {
            let names = try entries(of: folder, upTo: 1000).filter {
                // Folders that were moved up wait for the next pass.
                depth > 0 || moved == 0 || !words($0).hasPrefix(deep)
            }
            if names.isEmpty { return }
            for name in names {
                if unlinkat(folder, name, 0) == 0 || errno == ENOENT { continue }
                guard errno == EISDIR || errno == EPERM else { throw SystemFault(words(name)) }
                if depth == 100 {
                    guard renameat(folder, name, top, "\(deep)\(UUID().uuidString)") == 0 else {
                        throw SystemFault(words(name))
                    }
                    moved += 1
                    continue
                }
                guard let child = openFolder(name, in: folder) else {
                    throw SystemFault(words(name))
                }
                defer { close(child) }
                try clear(child, top: top, depth: depth + 1, &moved)
                guard unlinkat(folder, name, AT_REMOVEDIR) == 0 else {
                    throw SystemFault(words(name))
                }
            }
        }
    }

    private static let deep = ".evalrun-deep-"

    /// - Parameter name: ends in a NUL.
    private static func words(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Names in a folder, each ending in a NUL; at most about `limit` of them.
    static func entries(of folder: Int32, upTo limit: Int) throws -> [[CChar]] {
        var names: [[CChar]] = []
        try eachEntry(of: folder) { name, _ in
            names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
            return names.count < limit
        }
        return names
    }

    /// Gives each name and its `d_type` to `body` until that returns false.
    static func eachEntry(
        of folder: Int32,
        _ body: (UnsafePointer<CChar>, UInt8) throws -> Bool
    ) throws {
        // The stream closes its descriptor, and reads from the beginning.
        let own = openat(folder, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard own >= 0 else { throw SystemFault("") }
        guard let stream = fdopendir(own) else {
            close(own)
            throw SystemFault("")
        }
        defer { closedir(stream) }
        while let entry = readdir(stream) {
            let goesOn = try withUnsafePointer(to: &entry.pointee.d_name) {
                try $0.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    if strcmp(name, ".") == 0 || strcmp(name, "..") == 0 { return true }
                    return try body(name, UInt8(entry.pointee.d_type))
                }
            }
            guard goesOn else { return }
        }
    }

    static func write(_ bytes: Data, to file: Int32, _ path: String) throws {
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

// MARK: - Copies

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
        // The rest, and what a file has gained since, from where the copy has come to.
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
