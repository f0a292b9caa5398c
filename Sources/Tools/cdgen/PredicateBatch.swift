import Diagnostics
import Foundation

/// Calls `body` for each line of a file, and writes the results to standard output in the same
/// order. Skips blank lines.
func runBatch(_ path: String, _ body: (String) throws -> PredicateOutcome) throws {
    let data: Data
    do {
        data =
            path == "-"
            ? try FileHandle.standardInput.readToEnd() ?? Data()
            : try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
        throw DiagnosticError(
            "unreadable-batch",
            at: Diagnostic.Place(file: path),
            "the file cannot be read",
            fix: "check the path and your permission to read it",
            status: .noInput
        )
    }
    var output = Data()
    for line in data.split(separator: UInt8(ascii: "\n")) {
        let text = String(decoding: line, as: UTF8.self)
        if text.allSatisfy(\.isWhitespace) { continue }
        output.append(contentsOf: try body(text).line.utf8)
        output.append(UInt8(ascii: "\n"))
        if output.count > 1 << 16 {
            try Output.write(bytes: output)
            output.removeAll()
        }
    }
    try Output.write(bytes: output)
}
