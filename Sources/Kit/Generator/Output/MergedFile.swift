package import Diagnostics

/// Merges `files` into one file, for build systems that must know all output files in advance. The
/// merged file contains each import once, then the other contents of each file in the order of
/// `files`.
///
/// - Throws: `DiagnosticError` if one of `files` is not a Swift file.
package func merged(
    _ files: [GeneratedFile],
    named name: String,
    of source: String
) throws(DiagnosticError) -> GeneratedFile {
    if let other = files.first(where: { !$0.name.hasSuffix(".swift") }) {
        throw DiagnosticError(
            "not-swift",
            at: .init(file: other.name),
            "a template generates this file, which is not Swift and cannot be merged into \(name)",
            fix: "specify a folder as the output, or remove the template"
        )
    }
    let parts = files.map(FileParts.init)
    let imports = united(parts.flatMap(\.imports))
    let bodies = zip(files, parts).map { file, part in
        let text = [part.remarks.drop { $0 == "//" }.joined(separator: "\n"), part.body]
        let mark = "// MARK: - \(file.name.dropLast(6))"
        return ([mark] + text.filter { !$0.isEmpty }).joined(separator: "\n\n")
    }
    let whole = [head(of: source), imports.joined(separator: "\n")] + bodies
    return GeneratedFile(name: name, text: whole.joined(separator: "\n\n") + "\n")
}

/// Returns one import for each module, in alphabetical order. If a module is imported several
/// times, the import with the widest access level is returned.
private func united(_ imports: [Substring]) -> [Substring] {
    func width(_ line: Substring) -> Int {
        line.hasPrefix("public ") ? 2 : line.hasPrefix("package ") ? 1 : 0
    }
    let widest = Dictionary(imports.map { ($0.module, $0) }) { width($0) >= width($1) ? $0 : $1 }
    return widest.sorted { $0.key < $1.key }.map(\.value)
}

/// The parts of a file: the comment at the top, the imports, and the body.
private struct FileParts {
    /// The comment at the top of the file, except the first line, which is the same in all files to
    /// be merged.
    var remarks: [Substring] = []
    var imports: [Substring] = []
    var body = ""

    init(_ file: GeneratedFile) {
        // A template can have Windows line endings. Swift treats CR LF as one character.
        let text = file.text.replacing("\r\n", with: "\n")
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)[...]
        if lines.first?.hasPrefix(GeneratedFile.mark) == true { lines = lines.dropFirst() }
        // Only comments above the imports are about the file.
        if lines.contains(where: \.isImport) {
            remarks = Array(lines.prefix { $0.hasPrefix("//") })
            lines = lines.dropFirst(remarks.count)
        }
        while let line = lines.first, line.isEmpty || line.isImport {
            if line.isImport { imports.append(line) }
            lines = lines.dropFirst()
        }
        while lines.last?.isEmpty == true { lines.removeLast() }
        body = lines.joined(separator: "\n")
    }
}

extension Substring {
    fileprivate var isImport: Bool {
        hasPrefix("import ") || hasPrefix("public import ") || hasPrefix("package import ")
    }

    /// The text of an import after the keyword `import`: the module's name and any text that
    /// follows it.
    fileprivate var module: Substring {
        firstRange(of: "import ").map { self[$0.upperBound...] } ?? self
    }
}
