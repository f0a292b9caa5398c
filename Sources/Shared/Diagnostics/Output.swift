import Foundation

/// Standard output and standard error. Writing to them can fail: they may be closed, or may be
/// files on a full disk.
package enum Output {
    /// Writes text for a person to standard output, without buffering. Terminal control characters
    /// are replaced (see ``inert``).
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

    /// Writes a line to standard error, with terminal control characters replaced (see ``inert``).
    /// Ignores write errors, because there is no other output on which to report them.
    package static func complain(_ line: String) {
        try? FileHandle.standardError.write(contentsOf: Data((line.inert + "\n").utf8))
    }
}
