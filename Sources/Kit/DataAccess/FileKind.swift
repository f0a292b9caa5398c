import Foundation

/// Checks that the item at `path` is a regular file or does not exist. Symbolic links are followed.
///
/// - Throws: `StoreError.notAFile` for any other item. The error states the item's type in words,
///   such as `a folder`.
package func checkIsFile(at path: String) throws(StoreError) {
    var status = stat()
    guard stat(path, &status) == 0 else { return }
    let kind: String? =
        switch status.st_mode & S_IFMT {
        case S_IFREG: nil
        case S_IFDIR: "a folder"
        case S_IFIFO: "a named pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
    if let kind { throw .notAFile(path: path, kind: kind) }
}
