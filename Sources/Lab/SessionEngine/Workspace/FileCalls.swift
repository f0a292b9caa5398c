package import Foundation
import ResultsStore

/// Metadata of a regular file. If the metadata is unchanged, the file's bytes are assumed to be
/// unchanged. A change within the resolution of the file system's clock can go unnoticed.
package struct FileState: Sendable, Hashable {
    var device: UInt64
    var inode: UInt64
    package var size: Int64
    /// Modification time in nanoseconds since 1970. `changed` is the status-change time in the same
    /// unit.
    var modified: Int64
    var changed: Int64
    /// Permission bits.
    package var mode: Int

    init(_ found: stat) {
        device = UInt64(truncatingIfNeeded: found.st_dev)
        inode = UInt64(truncatingIfNeeded: found.st_ino)
        size = Int64(found.st_size)
        mode = Int(found.st_mode & 0o7777)
        #if os(Linux)
            (modified, changed) = (Self.nanoseconds(found.st_mtim), Self.nanoseconds(found.st_ctim))
        #else
            modified = Self.nanoseconds(found.st_mtimespec)
            changed = Self.nanoseconds(found.st_ctimespec)
        #endif
    }

    private static func nanoseconds(_ time: timespec) -> Int64 {
        Int64(time.tv_sec) &* 1_000_000_000 &+ Int64(time.tv_nsec)
    }
}

/// An open folder. Paths are relative to this folder. If the last component of a path is a symbolic
/// link, the link is not followed.
package final class OpenFolder: Sendable {
    package let descriptor: Int32
    let path: String

    package init(_ url: URL) throws {
        path = url.path
        descriptor = open(url.path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
        guard descriptor >= 0 else { throw SystemFault(url.path) }
    }

    deinit { close(descriptor) }

    /// Returns the status of the entry at `path`. Nil if there is no entry or its status cannot be
    /// read.
    package func status(_ path: String) -> stat? {
        var found = stat()
        guard fstatat(descriptor, path, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return nil }
        return found
    }

    /// Reads a regular file of at most `limit` bytes. If the path is a named pipe, throws
    /// immediately instead of waiting.
    package func read(_ path: String, upTo limit: Int64) throws -> (bytes: Data, state: FileState) {
        let file = openat(
            descriptor,
            path,
            O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
        )
        guard file >= 0 else { throw SystemFault(path) }
        defer { close(file) }
        var found = stat()
        guard fstat(file, &found) == 0 else { throw SystemFault(path) }
        guard found.st_mode & S_IFMT == S_IFREG else { throw SystemFault(path, EINVAL) }
        guard Int64(found.st_size) <= limit else { throw SystemFault(path, EFBIG) }
        // The buffer is one byte larger than the file. The end of an unchanged file is then found
        // without enlarging the buffer.
        var bytes = Data(count: Int(found.st_size) + 1)
        var count = 0
        while true {
            if count == bytes.count { bytes.count = min(bytes.count * 2, Int(limit) + 1) }
            let got = bytes.withUnsafeMutableBytes {
                Foundation.read(file, $0.baseAddress.map { $0 + count }, $0.count - count)
            }
            if got < 0, errno == EINTR { continue }
            guard got >= 0 else { throw SystemFault(path) }
            if got == 0 { break }
            count += got
            guard count <= limit else { throw SystemFault(path, EFBIG) }
        }
        bytes.count = count
        return (bytes, FileState(found))
    }

    /// Creates the folder at `path` and its missing parents. If an entry at one of these paths is
    /// not a folder, removes the entry, so that nothing is written through a symbolic link.
    package func makeFolder(_ path: String) throws {
        var prefix = ""
        for part in path.split(separator: "/") {
            prefix += prefix.isEmpty ? String(part) : "/\(part)"
            if let found = status(prefix) {
                if found.st_mode & S_IFMT == S_IFDIR { continue }
                try FileTree.remove(prefix, in: descriptor)
            }
            guard mkdirat(descriptor, prefix, 0o755) == 0 else { throw SystemFault(prefix) }
        }
    }

    /// Creates a new file at `path` and passes its descriptor to `body`. An existing entry is
    /// removed.
    package func make(_ path: String, mode: Int, _ body: (Int32) throws -> Void) throws {
        let flags = O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC
        var file = openat(descriptor, path, flags, 0o600)
        if file < 0, errno == EEXIST {
            try FileTree.remove(path, in: descriptor)
            file = openat(descriptor, path, flags, 0o600)
        }
        guard file >= 0 else { throw SystemFault(path) }
        do {
            try body(file)
            guard fchmod(file, mode_t(mode & 0o777)) == 0 else { throw SystemFault(path) }
        } catch {
            close(file)
            throw error
        }
        guard close(file) == 0 else { throw SystemFault(path) }
    }

    /// Replaces the file at `path`. The bytes are written to a new file, which is renamed to `path`
    /// once it is complete.
    package func replace(_ path: String, with bytes: Data, mode: Int) throws {
        let parent = path.lastIndex(of: "/").map { String(path[..<$0]) } ?? ""
        try makeFolder(parent)
        let new = (parent.isEmpty ? "" : parent + "/") + ".evalrun-new"
        try make(new, mode: mode) { try FileTree.write(bytes, to: $0, path) }
        if status(path).map({ $0.st_mode & S_IFMT == S_IFDIR }) == true {
            try FileTree.remove(path, in: descriptor)
        }
        guard renameat(descriptor, new, descriptor, path) == 0 else { throw SystemFault(path) }
    }

    /// Flushes the folder's whole file system to disk.
    package func synchronizeFileSystem() throws {
        guard SystemSymbols.synchronize(descriptor) else { throw SystemFault(path) }
    }

    /// Flushes the folder's directory entries to disk.
    package func synchronize() throws {
        guard fsync(descriptor) == 0 else { throw SystemFault(path) }
    }
}

/// System calls that the C library declares only as GNU extensions.
enum SystemSymbols {
    private typealias Synchronize = @convention(c) (Int32) -> Int32
    private typealias CopyRange =
        @convention(c) (
            Int32, UnsafeMutableRawPointer?, Int32, UnsafeMutableRawPointer?, Int, UInt32
        ) -> Int

    private static let syncfs = dlsym(nil, "syncfs").map { unsafeBitCast($0, to: Synchronize.self) }
    private static let copyRange = dlsym(nil, "copy_file_range").map {
        unsafeBitCast($0, to: CopyRange.self)
    }

    static func synchronize(_ descriptor: Int32) -> Bool {
        if let syncfs { return syncfs(descriptor) == 0 }
        sync()
        return true
    }

    /// Copies bytes in the kernel, sharing storage (reflink) if the file system supports it.
    /// Returns the number of copied bytes, or -1 after an error.
    static func copy(from source: Int32, to target: Int32, _ count: Int) -> Int {
        guard let copyRange else {
            errno = ENOSYS
            return -1
        }
        return copyRange(source, nil, target, nil, count, 0)
    }
}
