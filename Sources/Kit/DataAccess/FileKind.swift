import Foundation

/// Returns the type of the item at `path` in words, such as `a folder`; nil if the item is a
/// regular file or does not exist. Symbolic links are followed.
package func kindUnlessFile(at path: String) -> String? {
    var status = stat()
    guard stat(path, &status) == 0 else { return nil }
    return switch status.st_mode & S_IFMT {
    case S_IFREG: nil
    case S_IFDIR: "a folder"
    case S_IFIFO: "a named pipe"
    case S_IFSOCK: "a socket"
    default: "a device"
    }
}
