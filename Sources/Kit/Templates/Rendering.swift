import Diagnostics
package import Generator
import Stencil

extension TemplateSet {
    /// Returns `files` together with the files that the templates generate from the model. A file
    /// from a template replaces the file with the same name in `files`, and belongs to the same
    /// module as that file.
    ///
    /// - Throws: `DiagnosticError` with a diagnostic for each template that cannot be rendered.
    package func applied(
        to files: [GeneratedFile],
        of model: TemplateModel
    ) throws -> [GeneratedFile] {
        let renderer = TemplateRenderer(set: self, model: model, loader: TemplateCache(self))
        var made: [GeneratedFile] = []
        var problems: [Diagnostic] = []
        for source in sources where source.subject != .none {
            do {
                made += try renderer.render(source).compactMap { $0 }
            } catch {
                problems += error.diagnostics
            }
        }
        if !problems.isEmpty { throw DiagnosticError(problems) }
        let names = Set(made.map { $0.name.lowercased() })
        let ofInterface = Set(files.filter(\.isInterface).map { $0.name.lowercased() })
        for index in made.indices {
            made[index].isInterface = ofInterface.contains(made[index].name.lowercased())
        }
        return files.filter { !names.contains($0.name.lowercased()) } + made
    }
}

/// A renderer for a set of templates. It is not `Sendable`, because Stencil's templates are
/// classes.
private struct TemplateRenderer {
    let set: TemplateSet
    let model: TemplateModel
    let loader: TemplateCache

    func render(_ source: TemplateSet.Source) throws(DiagnosticError) -> [GeneratedFile?] {
        let pattern = String(source.name.dropLast(TemplateSet.suffix.count))
            .replacing("{model}", with: model.context.name)
        switch source.subject {
        case .none: return []
        case .model: return [try file(source, pattern) { _ in [:] }]
        case .entity:
            return try model.entities.map { entity throws(DiagnosticError) in
                let name = pattern.replacing("{entity}", with: entity.context.type)
                return try file(source, name) { ["entity": record(entity, $0)] }
            }
        case .query:
            return try model.queries.map { query throws(DiagnosticError) in
                let name = pattern.replacing("{query}", with: query.file)
                return try file(source, name) { ["query": record(query, $0)] }
            }
        }
    }

    /// Renders one template into a file; returns nil if the result contains only white space.
    private func file(
        _ source: TemplateSet.Source,
        _ name: String,
        _ values: (TemplateFaults) -> [String: Any]
    ) throws(DiagnosticError) -> GeneratedFile? {
        let faults = TemplateFaults()
        var context = values(faults)
        context["model"] = record(model, faults)
        let text: String
        do {
            text = try loader.environment.renderTemplate(name: source.name, context: context)
        } catch {
            throw DiagnosticError([diagnostic(error, source)])
        }
        if !faults.found.isEmpty {
            throw DiagnosticError(faults.found.map { diagnostic($0, source) })
        }
        if text.allSatisfy(\.isWhitespace) { return nil }
        let ended = text.hasSuffix("\n") ? text : text + "\n"
        guard name.hasSuffix(".swift") else { return GeneratedFile(name: name, text: ended) }
        let body = ended.drop { $0.isNewline }
        return GeneratedFile(name: name, text: "\(head(of: model.context.source))\n\n\(body)")
    }

    private func diagnostic(_ error: any Error, _ source: TemplateSet.Source) -> Diagnostic {
        guard let error = error as? TemplateSyntaxError else {
            return set.problem("template", source.name, nil, "\(error)")
        }
        // If templates include other templates, the innermost one has the error.
        let token = error.stackTrace.first ?? error.token
        let name = token?.sourceMap.filename ?? source.name
        return set.problem("template", name, loader.place(of: token, in: name), error.reason)
    }

    /// Returns a diagnostic for an unknown field. Its position is the first tag that uses the
    /// field.
    private func diagnostic(
        _ fault: TemplateFaults.Fault,
        _ source: TemplateSet.Source
    ) -> Diagnostic {
        let place = place(of: ".\(fault.member)", from: source)
        let article = fault.kind == "entity" || fault.kind == "identity" ? "an" : "a"
        return set.problem(
            "unknown-field",
            place.name,
            place.place,
            "\"\(fault.member)\" is not a template field of \(article) \(fault.kind)",
            fix: suggestion(for: fault.member, among: fault.known)
        )
    }

    private func place(
        of text: String,
        from source: TemplateSet.Source
    ) -> (name: String, place: TemplateTags.Place?) {
        for candidate in [source] + set.sources {
            let tag = TemplateTags(candidate.text).tags.first { tag in
                tag.text.ranges(of: text).contains { range in
                    let next = tag.text[range.upperBound...].first
                    return next.map { !$0.isLetter && !$0.isNumber && $0 != "_" } ?? true
                }
            }
            if let tag { return (candidate.name, tag.place) }
        }
        return (source.name, nil)
    }
}

/// A loader that loads each template only once, and that finds the position of an error in a loaded
/// template. It searches the template for the tag object that the error contains, and compares
/// objects by identity (`===`). If the error concerns only a part of a tag, Stencil creates a new
/// object, so the loader searches for the text of the part instead.
private final class TemplateCache: Loader {
    private let set: TemplateSet
    private var loaded: [String: Template] = [:]

    init(_ set: TemplateSet) { self.set = set }

    var environment: Environment {
        Environment(loader: self, extensions: [textFilters(), safeParts()], trimBehaviour: .smart)
    }

    func loadTemplate(name: String, environment: Environment) throws -> Template {
        if let template = loaded[name] { return template }
        guard let source = set.sources.first(where: { $0.name == name }) else {
            throw TemplateSyntaxError("the folder contains no template \"\(name)\"")
        }
        let template = Template(templateString: source.text, environment: environment, name: name)
        loaded[name] = template
        return template
    }

    func place(of token: Token?, in name: String) -> TemplateTags.Place? {
        guard let token, let template = loaded[name],
            let source = set.sources.first(where: { $0.name == name })
        else { return nil }
        let tags = template.tokens.filter { $0.kind != .text }
        let places = TemplateTags(source.text).tags
        guard let index = tags.firstIndex(where: { $0 === token }) else {
            // If the error is in a part of a tag, Stencil creates a new token for this part. Every
            // tag that contains the part has the same error, so the first one is reported.
            return places.first { $0.text.contains(token.contents) }?.place
        }
        return index < places.count ? places[index].place : nil
    }
}

/// Returns text filters that Stencil does not have.
private func textFilters() -> Extension {
    let filters = Extension()
    filters.registerFilter("upperFirst") { value in
        (value as? String).map { $0.prefix(1).uppercased() + $0.dropFirst() }
    }
    filters.registerFilter("lowerFirst") { value in
        (value as? String).map { $0.prefix(1).lowercased() + $0.dropFirst() }
    }
    filters.registerFilter("plain") { value in (value as? String).map(plain) }
    filters.registerFilter("literal") { value in (value as? String).map(swiftLiteral) }
    return filters
}
