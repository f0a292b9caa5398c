import Foundation

/// A failed system call, with the path of the file concerned.
package struct SystemFault: LocalizedError {
    package var path: String
    package var code: Int32

    package init(_ path: String, _ code: Int32 = errno) { (self.path, self.code) = (path, code) }

    package var words: String { String(cString: strerror(code)) }
    package var errorDescription: String? { path.isEmpty ? words : "\(path): \(words)" }
}
