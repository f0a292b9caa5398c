import Foundation

/// Suffix of the names of temporary files. Only a process that has locked the folder writes such
/// files. The suffix is fixed, so the next process overwrites a file that a killed process left.
let temporarySuffix = ".cdgen-new"

/// Writes the file at `path`, or replaces it as a whole and keeps its permissions. The text is on
/// disk when the call returns. The caller must hold a `WriteLock` on the file's folder.
package func replaceFile(at path: String, with text: String) throws {
    let new = path + temporarySuffix
    let descriptor = open(new, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW | O_CLOEXEC, 0o666)
    guard descriptor >= 0 else { throw fault() }
    var old = stat()
    if stat(path, &old) == 0 { _ = fchmod(descriptor, old.st_mode & 0o777) }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: false)
    do {
        defer { close(descriptor) }
        try handle.write(contentsOf: Data(text.utf8))
        guard fsync(descriptor) == 0 else { throw fault() }
    } catch {
        unlink(new)
        throw error
    }
    guard rename(new, path) == 0 else {
        let error = fault()
        unlink(new)
        throw error
    }
}

private func fault() -> POSIXError { POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
