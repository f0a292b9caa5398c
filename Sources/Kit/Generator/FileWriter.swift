import Diagnostics
import Foundation

/// What writing files did; names are in alphabetical order.
package struct WriteSummary: Sendable, Hashable {
    package var written: [String] = []
    package var unchanged: [String] = []
    /// Files of an earlier run that the model no longer makes. They are left where they are.
    package var stale: [String] = []
}

/// Writes `files` into `folder`, which is made where it is not there. A file whose text is already
/// right is not touched; each other one is replaced atomically.
///
/// - Throws: `DiagnosticError`, before anything is written, when a file of that name is not
///   cdgen's own; and when the folder cannot be written.
package func write(_ files: [GeneratedFile], to folder: String, source: String) throws
    -> WriteSummary
{
    let existing = files.map { file in (file, try? text(at: "\(folder)/\(file.name)")) }
    let foreign = existing.filter { $0.1.map { !$0.hasPrefix(GeneratedFile.mark) } == true }
    if !foreign.isEmpty {
        throw DiagnosticError(
            foreign.map { file, _ in
                Diagnostic(
                    "not-ours",
                    at: .init(file: "\(folder)/\(file.name)"),
                    "a file that cdgen did not make is in the way",
                    fix: "rename or move it; nothing was written"
                )
            },
            status: .cannotCreate
        )
    }
    var summary = WriteSummary()
    do {
        try FileManager.default.createDirectory(
            atPath: folder,
            withIntermediateDirectories: true
        )
        for (file, old) in existing {
            if old == file.text {
                summary.unchanged.append(file.name)
            } else {
                try Data(file.text.utf8).write(
                    to: URL(fileURLWithPath: "\(folder)/\(file.name)"),
                    options: .atomic
                )
                summary.written.append(file.name)
            }
        }
    } catch {
        throw DiagnosticError(
            "cannot-write",
            at: .init(file: folder),
            "the files cannot be written",
            fix: "check that the folder is writable and the disk has room",
            status: .cannotCreate
        )
    }
    summary.stale = stale(in: folder, besides: Set(files.map(\.name)), source)
    return summary
}

/// Files of the same model that a run made and this one did not; queries are not counted.
private func stale(in folder: String, besides names: Set<String>, _ source: String) -> [String] {
    let listed = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let ofModel = head(of: source) + "\n"
    return listed.sorted().filter { name in
        name.hasSuffix(".swift") && !names.contains(name)
            && (try? text(at: "\(folder)/\(name)"))?.hasPrefix(ofModel) == true
    }
}

private func text(at path: String) throws -> String {
    try String(contentsOfFile: path, encoding: .utf8)
}
