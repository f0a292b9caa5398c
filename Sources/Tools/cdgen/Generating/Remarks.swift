import Diagnostics

/// Returns the diagnostics as lines for a manifest. Replaces the path of the model with `{model}`,
/// so that the manifest does not depend on the current folder. Returns nil if a diagnostic refers
/// to a file outside the model.
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

/// Prints lines that ``remarks(_:of:)`` has returned. Replaces `{model}` with the path of the
/// model.
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
