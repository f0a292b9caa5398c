import Diagnostics

/// Returns the lines of `diagnostics` for a manifest, with `{model}` as the path of the model. In
/// this way the manifest does not depend on the current folder. Returns nil if a diagnostic is
/// about another file.
func remarks(_ diagnostics: [Diagnostic], of model: String) -> [String]? {
    let folder = withoutSlashes(model)
    var kept: [Diagnostic] = []
    for var diagnostic in diagnostics {
        if let file = diagnostic.place?.file, file.hasPrefix(folder) {
            diagnostic.place?.file = modelMark + file.dropFirst(folder.count)
        } else if let file = diagnostic.place?.file,
            file.contains("/") || file.hasSuffix(".json")
        {
            return nil
        }
        kept.append(diagnostic)
    }
    if kept.isEmpty { return [] }
    return render(kept).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
}

/// Prints the diagnostics that ``remarks(_:of:)`` returned, with the path of the model.
func say(remarks: [String], of model: String) {
    if remarks.isEmpty { return }
    let folder = withoutSlashes(model)
    let lines = remarks.map { line in
        line.hasPrefix(modelMark) ? folder + line.dropFirst(modelMark.count) : line
    }
    Output.complain(lines.joined(separator: "\n"))
}

private let modelMark = "{model}"

private func withoutSlashes(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
}
