import Diagnostics
package import Foundation

/// Operations on whole folders.
package enum FileTree {
    /// Removes the file or folder at `url`, including a folder's contents at any depth. Does
    /// nothing if there is none. Symbolic links are not followed.
    package static func remove(_ url: URL) throws { try remove(url.path, in: AT_FDCWD) }

    package static func remove(_ path: UnsafePointer<CChar>, in folder: Int32) throws {
        if unlinkat(folder, path, 0) == 0 || errno == ENOENT || errno == ENOTDIR { return }
        let words = String(cString: path)
        guard errno == EISDIR || errno == EPERM else { throw SystemFault(words) }
        guard let found = openFolder(path, in: folder) else { throw SystemFault(words) }
        defer { close(found) }
        // Number of deeply nested folders that were moved up into this folder, because removing
        // them in place would need one descriptor per level.
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

    private static func clear(_ folder: Int32, top: Int32, depth: Int, _ moved: inout Int) throws {
        // A participant may have made the folder read-only.
        _ = fchmod(folder, 0o700)
        while true {
            let names = try entries(of: folder, upTo: 1000).filter {
                // The next pass removes the folders that were moved up.
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

    /// Returns the name of a file or folder as a string.
    ///
    /// - Parameter name: a name that ends with a NUL.
    private static func words(_ name: [CChar]) -> String {
        String(decoding: name.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    /// Returns the names of entries in a folder, each ending with a NUL. Stops after `limit` names.
    static func entries(of folder: Int32, upTo limit: Int) throws -> [[CChar]] {
        var names: [[CChar]] = []
        try eachEntry(of: folder) { name, _ in
            names.append(Array(UnsafeBufferPointer(start: name, count: strlen(name) + 1)))
            return names.count < limit
        }
        return names
    }

    /// Calls `body` with the name and the type (`d_type`) of each entry of a folder until `body`
    /// returns false. The entries `.` and `..` are skipped.
    package static func eachEntry(
        of folder: Int32,
        _ body: (UnsafePointer<CChar>, UInt8) throws -> Bool
    ) throws {
        // The stream gets a separate descriptor, because `closedir` closes the descriptor and
        // reading must start at the folder's first entry.
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
}

extension FileTree {
    /// Creates the folder at `url` and its missing parents. Does nothing if the folder exists.
    package static func makeFolder(_ url: URL) throws(SystemFault) {
        if mkdir(url.path, 0o777) == 0 { return }
        let code = errno
        if FileKind(at: url.path) == .folder { return }
        guard code == ENOENT, url.path != "/" else {
            throw SystemFault(url.path, code == EEXIST ? ENOTDIR : code)
        }
        try makeFolder(url.deletingLastPathComponent())
        guard mkdir(url.path, 0o777) == 0 || errno == EEXIST else { throw SystemFault(url.path) }
    }

    /// Writes all of `bytes` to an open file.
    ///
    /// - Parameter path: path of the file, for the error.
    package static func write(
        _ bytes: Data,
        to file: Int32,
        _ path: String
    ) throws(SystemFault) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(file, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { throw SystemFault(path) }
            rest = rest.dropFirst(count)
        }
    }
}
