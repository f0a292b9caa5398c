import Foundation

/// Standard output and standard error. Writing to one of them fails if it is closed, or if it is a
/// file on a full disk.
package enum Output {
    /// Writes the ``inert`` form of `text` to standard output, for a person to read. The text is
    /// not buffered, even if the output is a pipe.
    package static func write(_ text: String) throws(DiagnosticError) {
        try write(bytes: text.inert.utf8)
    }

    /// Writes bytes to standard output, unchanged.
    package static func write(bytes: some Sequence<UInt8>) throws(DiagnosticError) {
        do { try FileHandle.standardOutput.write(contentsOf: Data(bytes)) } catch {
            throw DiagnosticError(
                "output",
                at: .init(file: "standard output"),
                "the text cannot be written",
                fix: "check that the disk has space",
                status: .inputOutput
            )
        }
    }

    /// Writes a line to standard error as ``inert`` text. If that fails, the error is ignored,
    /// because there is no other output for reporting it.
    package static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line.inert + "\n").utf8))
    }
}
