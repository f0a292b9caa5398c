import Diagnostics
import Foundation

/// A folder of Stencil templates. Each template at the top level generates files, whose names are
/// derived from the name of the template. Templates in subfolders, and templates whose names begin
/// with `_`, can only be included in other templates.
package struct TemplateSet: Sendable {
    struct Source: Sendable {
        /// Path relative to the folder. Other templates use this path to include this template.
        var name: String
        var text: String
        /// The kind of value for which the template is rendered, such as entities. The template is
        /// rendered once for each value of this kind.
        var subject: Subject
    }

    enum Subject: String, Sendable, CaseIterable {
        case model, entity, query
        /// The template is not rendered on its own. It can only be included in other templates.
        case none
    }

    /// The path of the folder as the caller gave it.
    package var folder: String
    /// All templates, sorted by name.
    private(set) var sources: [Source] = []

    static let suffix = ".stencil"

    /// Creates the set of templates in `folder`.
    ///
    /// - Throws: `DiagnosticError` with all errors in the folder and its templates, except those
    ///   that only rendering can find.
    package init(folder: String) throws {
        self.folder = folder
        try requireFolder(at: folder, "no-templates", "the templates folder does not exist")
        var problems: [Diagnostic] = []
        for name in TemplateSet.names(in: folder) {
            guard let data = FileManager.default.contents(atPath: "\(folder)/\(name)"),
                let text = String(validating: data, as: UTF8.self)
            else {
                problems.append(problem("unreadable", name, nil, "the template is not UTF-8 text"))
                continue
            }
            let subject = subject(of: name, &problems)
            sources.append(Source(name: name, text: text, subject: subject))
        }
        if sources.isEmpty, problems.isEmpty {
            problems.append(
                Diagnostic(
                    "no-templates",
                    at: .init(file: folder),
                    "the folder contains no templates",
                    expected: "files whose names end in \(TemplateSet.suffix)"
                )
            )
        }
        problems += sources.flatMap(check)
        problems += circles()
        if !problems.isEmpty { throw DiagnosticError(problems) }
    }

    /// The names and texts of all templates. A change of this value means that a template has
    /// changed.
    package var fingerprint: String {
        sources.map { "\($0.name)\u{0}\($0.text)" }.joined(separator: "\u{1}")
    }

    /// Returns the relative path of every template in `folder` and its subfolders. The folder may be
    /// a symbolic link. Leaves out the files that archives made on macOS have in addition to each
    /// file (`._a.stencil`), and the lock files of editors (`.#a.stencil`).
    package static func names(in folder: String) -> [String] {
        let folder = resolvedPath(folder)
        let all = (try? FileManager.default.subpathsOfDirectory(atPath: folder)) ?? []
        return all.filter { path in
            let name = path.split(separator: "/").last ?? ""
            return name.hasSuffix(suffix) && !name.hasPrefix("._") && !name.hasPrefix(".#")
        }
        .sorted()
    }

    func problem(
        _ id: String,
        _ name: String,
        _ place: TemplateTags.Place?,
        _ text: String,
        expected: String? = nil,
        fix: String? = nil
    ) -> Diagnostic {
        Diagnostic(
            id,
            at: .init(file: "\(folder)/\(name)", line: place?.line, column: place?.column),
            text,
            expected: expected,
            fix: fix
        )
    }

    private func subject(of name: String, _ problems: inout [Diagnostic]) -> Subject {
        if name.contains("/") || name.hasPrefix("_") { return .none }
        let placeholders = name.split(separator: "{", omittingEmptySubsequences: false)
            .dropFirst().compactMap { part in
                part.firstIndex(of: "}").map { part[..<$0] }
            }
        let found = placeholders.map { Subject(rawValue: String($0)) ?? .none }
        if found.contains(.none) || found.contains(.entity) && found.contains(.query) {
            problems.append(
                problem(
                    "template-name",
                    name,
                    nil,
                    "the file name contains an unknown placeholder, or contains both {entity} and {query}",
                    expected:
                        "{entity}, {query} or {model} in the name, as in {entity}+Sample.swift.stencil"
                )
            )
        }
        return found.contains(.entity) ? .entity : found.contains(.query) ? .query : .model
    }
}

// Checks of templates before they are rendered.
extension TemplateSet {
    private func check(_ source: Source) -> [Diagnostic] {
        let tags = TemplateTags(source.text)
        var problems: [Diagnostic] = []
        if let place = tags.unclosed {
            problems.append(problem("open-tag", source.name, place, "this tag is not closed"))
        }
        for tag in tags.tags where tag.kind != "#" {
            func report(_ id: String, _ text: String, fix: String? = nil) {
                problems.append(problem(id, source.name, tag.place, text, fix: fix))
            }
            if tag.text.allSatisfy(\.isWhitespace) { report("empty-tag", "this tag is empty") }
            if let name = tag.included, !sources.contains(where: { $0.name == name }) {
                report(
                    "unknown-template",
                    "the folder contains no template \"\(name)\"",
                    fix: suggestion(for: name, among: sources.map(\.name))
                )
            }
            // Stencil crashes if the last element of an empty list is requested.
            if tag.text.replacing("forloop.last", with: "").contains(".last") {
                report(
                    "last-element",
                    "a template cannot read the last element of a list",
                    fix: "use forloop.last in a loop"
                )
            }
            // Stencil recurses into brackets and conditions until the stack overflows.
            if tag.text.count(where: { "([".contains($0) }) > 50 || tag.words.count > 500 {
                report(
                    "long-tag",
                    "this tag has more than 50 opening brackets or 500 words",
                    fix: "write several shorter tags"
                )
            }
            // Stencil creates an array of all numbers in a range.
            if let end = tag.greatestEnd, end > 1_000_000 {
                report(
                    "long-range",
                    "a range must begin and end between -1000000 and 1000000",
                    fix: "use smaller numbers"
                )
            }
            // The check for templates that extend themselves needs the name before rendering.
            if tag.kind == "%", tag.words.first == "extends", tag.included == nil {
                report(
                    "unknown-template",
                    "\"extends\" needs the name of a template as a literal",
                    fix: "write the name in quotes"
                )
            }
            if let name = unknownRoot(tag) {
                report(
                    "unknown-field",
                    "\"\(name)\" is not a template value",
                    fix: suggestion(for: name, among: Array(roots))
                )
            }
        }
        return problems
    }

    /// The names that may begin a `{{ … }}` tag: the values that are passed to templates, and the
    /// loop variables of all templates. Every template may use every loop variable, because an
    /// included template can read the loop variables of the including template.
    private var roots: Set<String> {
        var names: Set = ["model", "entity", "query", "forloop", "block", "true", "false"]
        for source in sources {
            for tag in TemplateTags(source.text).tags where tag.kind == "%" {
                guard let index = tag.words.firstIndex(of: "for"),
                    let end = tag.words.firstIndex(of: "in")
                else { continue }
                for word in tag.words[tag.words.index(after: index)..<max(end, index + 1)] {
                    names.formUnion(word.split(separator: ",").map(String.init))
                }
            }
        }
        return names
    }

    private func unknownRoot(_ tag: TemplateTags.Tag) -> String? {
        guard tag.kind == "{" else { return nil }
        let text = tag.text.drop { $0.isWhitespace }
        guard text.first?.isLetter == true else { return nil }
        let name = String(text.prefix { $0.isLetter || $0.isNumber || $0 == "_" })
        return roots.contains(name) ? nil : name
    }

    /// Returns a diagnostic for each tag by which a template includes itself, either directly or
    /// through other templates. The rendering of such a template would never end.
    private func circles() -> [Diagnostic] {
        var includes: [String: [TemplateTags.Tag]] = [:]
        for source in sources {
            includes[source.name] = TemplateTags(source.text).tags.filter { $0.included != nil }
        }
        func reaches(_ name: String, _ target: String, _ seen: inout Set<String>) -> Bool {
            if name == target { return true }
            if !seen.insert(name).inserted { return false }
            for tag in includes[name] ?? [] where reaches(tag.included ?? "", target, &seen) {
                return true
            }
            return false
        }
        return sources.flatMap { source in
            (includes[source.name] ?? []).compactMap { tag -> Diagnostic? in
                var seen: Set<String> = []
                guard let name = tag.included, reaches(name, source.name, &seen) else { return nil }
                let other = name == source.name ? "" : " through \"\(name)\""
                return problem(
                    "template-circle",
                    source.name,
                    tag.place,
                    "this template includes itself\(other), so rendering would never end"
                )
            }
        }
    }
}
