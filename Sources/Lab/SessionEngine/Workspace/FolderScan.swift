import Foundation
package import ResultsStore

/// A listing of a folder's files for a snapshot. Some entries, such as symbolic links and files
/// above the size limit, cannot be in a snapshot. They are listed as omissions, each with a reason.
/// The reasons are part of the snapshot's hash, so their wording must not change.
package struct FolderScan: Sendable {
    package struct Limits: Sendable {
        /// Maximum number of bytes of one file; `total` limits the bytes of all files together.
        var file: Int64 = 64 << 20
        var total: Int64 = 512 << 20
        /// Maximum number of entries of one folder; `entries` limits the entries of all folders
        /// together.
        var folder = 100_000
        var entries = 200_000
        var depth = 64

        /// Limits that do not restrict the sizes of files.
        package static let anySize = Limits(file: .max, total: .max)
    }

    package struct File: Sendable {
        package var path: String
        package var state: FileState
    }

    static let symbolicLink = "is a symbolic link"

    /// The files, sorted by the bytes of their paths.
    package private(set) var files: [File] = []
    package private(set) var omissions: [Snapshot.Omission] = []
    /// Omitted paths as C strings, because some are not valid UTF-8.
    private(set) var others: [[CChar]] = []
    /// Name of a file that is open in vim, Emacs or Kate and may have unsaved changes. The editor's
    /// swap or lock file in the same folder reveals it. Nil if no such file was found.
    private(set) var edited: String?

    /// Whether the folder has more entries than the limits allow.
    package private(set) var isCut = false

    private let limits: Limits
    private var seen = 0
    private var pending: [(path: String, depth: Int)] = [("", 0)]

    /// - Parameters:
    ///   - isIgnored: a function that returns whether to skip an entry with this name. If the entry
    ///     is a folder, everything in it is skipped too.
    ///   - links: paths at which a symbolic link is expected; such a link is not an omission.
    package init(
        _ folder: OpenFolder,
        limits: Limits = Limits(),
        links: Set<String> = [],
        isIgnored: (String) -> Bool
    ) throws {
        self.limits = limits
        var next = 0
        // Breadth-first: if the limits cut the listing, it contains the folders near the root,
        // whose files identify a project.
        while next < pending.count {
            let (path, depth) = pending[next]
            next += 1
            let found = openat(
                folder.descriptor,
                path.isEmpty ? "." : path,
                O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC
            )
            guard found >= 0 else {
                let fault = SystemFault(path)
                if path.isEmpty { throw fault }
                omit(path, reason: fault.words)
                continue
            }
            defer { close(found) }
            do { try read(found, path, depth, links, isIgnored) } catch let fault as SystemFault {
                omit(path, reason: fault.words)
            }
        }
        leaveOutLargest()
        files.sort { strcmp($0.path, $1.path) < 0 }
    }

    private mutating func read(
        _ folder: Int32,
        _ path: String,
        _ depth: Int,
        _ links: Set<String>,
        _ isIgnored: (String) -> Bool
    ) throws {
        var (kept, more) = (0, 0)
        try FileTree.eachEntry(of: folder) { bytes, _ in
            guard let name = String(validatingCString: bytes) else {
                omit(raw: path, bytes, reason: "the name is not UTF-8")
                return true
            }
            if edited == nil { edited = Self.fileEdited(behind: name) }
            if isIgnored(name) { return true }
            guard kept < limits.folder, seen < limits.entries else {
                more += 1
                return true
            }
            (kept, seen) = (kept + 1, seen + 1)
            var found = stat()
            // The entry was removed while the folder was read.
            guard fstatat(folder, name, &found, AT_SYMLINK_NOFOLLOW) == 0 else { return true }
            note(found, at: path.isEmpty ? name : "\(path)/\(name)", depth, links)
            return true
        }
        guard more > 0 else { return }
        isCut = true
        omissions.append(
            .init(path: path.isEmpty ? "." : path, size: nil, reason: "\(more) more entries")
        )
    }

    private mutating func note(_ found: stat, at path: String, _ depth: Int, _ links: Set<String>) {
        switch found.st_mode & S_IFMT {
        case S_IFDIR:
            if depth + 1 >= limits.depth || path.utf8.count > 3000 {
                omit(path, reason: "is nested too deep")
            } else {
                pending.append((path, depth + 1))
            }
        case S_IFREG:
            let state = FileState(found)
            if state.size > limits.file {
                omit(path, size: state.size, reason: "is larger than \(size(limits.file))")
            } else {
                files.append(File(path: path, state: state))
            }
        case S_IFLNK where links.contains(path): break
        case S_IFLNK: omit(path, reason: Self.symbolicLink)
        case S_IFIFO: omit(path, reason: "is a named pipe")
        case S_IFSOCK: omit(path, reason: "is a socket")
        default: omit(path, reason: "is a device")
        }
    }

    /// Omits the largest files until the total size is within the limit.
    private mutating func leaveOutLargest() {
        var total = files.reduce(Int64(0)) { $0 + $1.state.size }
        guard total > limits.total else { return }
        let reason = "all files together are larger than \(size(limits.total))"
        for file in files.sorted(by: { $0.state.size > $1.state.size }) {
            if total <= limits.total { break }
            total -= file.state.size
            omit(file.path, size: file.state.size, reason: reason)
        }
        let omitted = Set(omissions.map { Array($0.path.utf8) })
        files.removeAll { omitted.contains(Array($0.path.utf8)) }
    }

    /// Removes from the listing all files for which `isForeign` returns true.
    package mutating func leaveOut(where isForeign: (String) -> Bool) {
        files.removeAll { isForeign($0.path) }
    }

    mutating func omit(_ path: String, size: Int64? = nil, reason: String) {
        omissions.append(.init(path: path, size: size, reason: reason))
        others.append(Array(path.utf8CString))
    }

    private mutating func omit(raw folder: String, _ name: UnsafePointer<CChar>, reason: String) {
        let folder = folder.isEmpty ? "" : folder + "/"
        let bytes = UnsafeBufferPointer(start: name, count: strlen(name) + 1)
        others.append(Array(folder.utf8CString.dropLast()) + bytes)
        let words = bytes.dropLast().map { UInt8(bitPattern: $0) }.map { byte in
            (0x20..<0x7F).contains(byte) && byte != UInt8(ascii: "\\")
                ? String(UnicodeScalar(byte))
                : "\\x" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
        omissions.append(.init(path: folder + words.joined(), size: nil, reason: reason))
    }

    private func size(_ bytes: Int64) -> String {
        bytes < 1 << 20 ? "\(bytes >> 10) KiB" : "\(bytes >> 20) MiB"
    }

    private static func fileEdited(behind name: String) -> String? {
        guard name.utf8.first == UInt8(ascii: ".") else { return nil }
        if name.hasPrefix(".#") { return String(name.dropFirst(2)) }
        let suffix = [".swp", ".kate-swp"].first { name.hasSuffix($0) }
        // vim's swap file of a new file without a name is `.swp`.
        return suffix.map { suffix in
            name == suffix ? "a new file" : String(name.dropFirst().dropLast(suffix.count))
        }
    }
}
