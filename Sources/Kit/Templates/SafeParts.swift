import Stencil

/// Returns replacements for Stencil's tag `include` and its filters `indent` and `filter`, which
/// crash for some arguments.
func safeParts() -> Extension {
    let parts = Extension()
    parts.registerTag("include") { _, token in try IncludeTag(token) }
    parts.registerFilter("indent") { value, arguments in
        if let width = arguments.first as? Int, !(0...1000).contains(width) {
            throw TemplateSyntaxError("the width of \"indent\" is \(width); use 0 to 1000")
        }
        // The default environment has Stencil's own filter, which this filter calls.
        let own = Environment()
        let names = arguments.indices.map { "argument\($0)" }
        var values: [String: Any] = [:]
        values["value"] = value
        for (name, argument) in zip(names, arguments) { values[name] = argument }
        let list = names.isEmpty ? "" : ":" + names.joined(separator: ",")
        return try own.compileFilter("value|indent\(list)")
            .resolve(Context(dictionary: values, environment: own))
    }
    parts.registerFilter("filter") { value, arguments, context in
        guard let value else { return nil }
        guard arguments.count == 1, let filters = arguments[0] as? String else {
            throw TemplateSyntaxError(
                "\"filter\" takes one argument: a string that lists the filters to apply"
            )
        }
        if filters.split(separator: "|").contains(where: isFilter) {
            throw TemplateSyntaxError("\"filter\" cannot apply itself; use other filters")
        }
        let expression = try context.environment.compileFilter("$0|\(filters)")
        return try context.push(dictionary: ["$0": value]) { try expression.resolve(context) }
    }
    return parts
}

private func isFilter(_ text: Substring) -> Bool {
    text.drop { $0.isWhitespace }.prefix { $0.isLetter } == "filter"
}

/// A tag that includes another template. The depth of inclusion is limited. Endless inclusion
/// cannot be detected before rendering, because the name of the included template may be computed.
private final class IncludeTag: NodeType {
    let token: Token?
    private let template: Variable
    /// Name of the value that is passed to the template; nil if there is none.
    private let given: String?

    private static let limit = 50
    private static let depthKey = "include depth"

    init(_ token: Token) throws {
        let parts = token.components
        guard (2...3).contains(parts.count) else {
            throw TemplateSyntaxError(
                "\"include\" takes the name of a template and, optionally, a value for it"
            )
        }
        self.token = token
        template = Variable(parts[1])
        given = parts.count == 3 ? parts[2] : nil
    }

    func render(_ context: Context) throws -> String {
        guard let name = try template.resolve(context) as? String else {
            throw TemplateSyntaxError("\"\(template.variable)\" is not the name of a template")
        }
        let depth = context[Self.depthKey] as? Int ?? 0
        if depth == Self.limit {
            throw TemplateSyntaxError(
                "templates include each other more than \(Self.limit) levels deep"
            )
        }
        let included = try context.environment.loadTemplate(name: name)
        var values = given.flatMap { context[$0] as? [String: Any] } ?? [:]
        values[Self.depthKey] = depth + 1
        do {
            return try context.push(dictionary: values) { try included.render(context) }
        } catch let error as TemplateSyntaxError {
            // The innermost tag comes first.
            let tokens = error.stackTrace + (error.token.map { [$0] } ?? [])
            throw TemplateSyntaxError(reason: error.reason, stackTrace: tokens)
        }
    }
}
