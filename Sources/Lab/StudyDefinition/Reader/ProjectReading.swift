import Diagnostics
import YAMLFields

extension StudyReading {
    func project(_ fields: Fields) -> Study.Project {
        guard fields["project"] != nil else { return .none }
        let project = fields["project"].flatMap { Fields($0, .project) }
        let folder = project?.optionalText("folder") ?? "project"
        _ = files.resolve(
            folder,
            .folder,
            at: project?["folder"]?.place ?? fields["project"]?.place,
            name: "\"folder\" of the project"
        )
        let ignore = project?.texts("ignore", allowEmpty: true) ?? []
        // "*" stands for an empty suffix, which would match every name.
        for name in ignore
        where name == "*" || name.contains("/") || name.dropFirst().contains("*") {
            findings.error(
                "wrong-ignore",
                at: project?["ignore"]?.place,
                "\"ignore\" of the project contains \(quoted(name))",
                expected: "a name without \"/\", or a suffix such as \"*.swp\""
            )
        }
        warnOfShellSyntax(in: project?["build"])
        warnOfShellSyntax(in: project?["open"])
        return .init(
            folder: folder,
            links: project.map(links) ?? [:],
            tools: project?.texts("tools", allowEmpty: true) ?? [],
            build: project?.texts("build") ?? [],
            ignore: ignore,
            open: project?.texts("open", allowEmpty: true) ?? []
        )
    }

    private func links(_ project: Fields) -> [String: String] {
        guard let entry = project["links"] else { return [:] }
        var links: [String: String] = [:]
        let pairs = entry.pairs(expected: "a path, or \"{store}\"") {
            "the target of link \(quoted($0))"
        }
        for (key, target) in pairs {
            let path = key.scalar ?? ""
            let parts = path.split(separator: "/", omittingEmptySubsequences: false)
            if parts.contains("") || parts.contains("..") {
                findings.error(
                    "outside",
                    at: key.place,
                    "the path of a link is \(quoted(path))",
                    expected: "a path inside the workspace, without \"..\""
                )
            }
            if let text = target.text() {
                warnOfPlaceholders(in: text, known: ["store"], at: target.place)
                links[path] = text
            }
        }
        return links
    }

    /// Warns of misspelled placeholders, such as `{scrach}` for `{scratch}`. Other text in braces
    /// is not reported, because it may be part of a command.
    func warnOfPlaceholders(in text: String, known: [String], at place: Diagnostic.Place) {
        for piece in text.split(separator: "{").dropFirst(text.hasPrefix("{") ? 0 : 1) {
            guard let end = piece.firstIndex(of: "}") else { continue }
            let name = String(piece[..<end])
            if !known.contains(name), let near = nearestName(to: name, among: known) {
                findings.warning(
                    "unknown-placeholder",
                    at: place,
                    "the placeholder \"{\(name)}\" is not defined",
                    fix: "did you mean \"{\(near)}\"?"
                )
            }
        }
    }
}
