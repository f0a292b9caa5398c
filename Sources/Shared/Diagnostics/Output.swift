import Foundation

/// Standard output and standard error, which may be closed, or a file on a full disk.
package enum Output {
    /// Writes words for a person to standard output at once, in a pipe too: ``inert``.
    package static func write(_ text: String) throws(DiagnosticError) {
        try write(bytes: text.inert.utf8)
    }

    /// Writes data as they are.
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

    /// Writes a line to standard error, ``inert``. Where that cannot be, nobody can be told.
    package static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line.inert + "\n").utf8))
    }
}
