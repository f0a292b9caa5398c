import Diagnostics
import Generator
import JSON
import QueryCompiler
import QueryForm
import QueryLanguage
import QueryWords
import Schema

/// A query that a person is editing, as a form or as text, and the studio's answer to the latest
/// change.
struct Update {
    let model: AttachedModel
    var form: QueryForm
    /// The text that the person typed; nil if the form was changed instead.
    let typed: String?
    /// The values that the person typed for parameters, keyed by the parameter's name.
    let values: [String: String]

    var view = RowsView(nil)

    /// Time limit for finding the rows that the page shows, in seconds.
    let rowsLimit: Double
    /// A function that returns whether a client is still waiting for the answer.
    var isWanted: () -> Bool = { true }

    var findings: [QueryFinding] = []
    var text = ""
    var tree: PredicateNode?
    var noForm: NoForm?
    /// Whether the typed text or the changed form could be parsed.
    var isReadable = true

    /// Reads the query and returns the answer for the page.
    mutating func answer() -> JSONNode {
        read()
        let ranges = isReadable && noForm == nil ? form.conditionRanges(in: text) : []
        var members: [JSONNode.Member] = []
        let query = isReadable ? compiled() : nil
        members.append(.init("form", isReadable && noForm == nil ? form.json : .null))
        members.append(.init("noForm", JSONNode(noForm?.message)))
        // If the changed form could not be parsed, there is no text.
        members.append(.init("text", isReadable || typed != nil ? JSONNode(text) : .null))
        if let query { members += results(query) }
        findings.sort { ($0.start ?? -1) < ($1.start ?? -1) }
        let left = findings.count - StudioLimits.findings
        if left > 0 {
            findings.removeLast(left)
            findings.append(QueryFinding("\(counted(left, "more finding")) not listed"))
        }
        members.append(.init("findings", JSONNode(findings.map { $0.json(text, ranges) })))
        return JSONNode(.object(members))
    }

    // MARK: - Text and form

    private mutating func read() {
        guard let typed else {
            do throws(FormError) {
                let made = try form.tree()
                text = made?.text ?? ""
                // The text is parsed again, to get the position of each part in the text.
                tree = made.map { readPredicate(text).node ?? $0 }
            } catch {
                isReadable = false
                var finding = QueryFinding(error.error)
                // Removes the range, because it refers to the text of one condition, not of the
                // whole query.
                (finding.start, finding.end) = (nil, nil)
                finding.condition = error.condition
                findings.append(finding)
            }
            return
        }
        text = typed
        form.conditions = FormGroup()
        if typed.utf8.count > StudioLimits.text {
            isReadable = false
            findings.append(
                QueryFinding(
                    "the text has \(typed.utf8.count) bytes; the limit is \(StudioLimits.text)",
                    fix: "split the text into several queries"
                )
            )
            return
        }
        if typed.allSatisfy(\.isWhitespace) { return }
        let reading = readPredicate(typed)
        findings += reading.warnings.map { QueryFinding($0, .warning) }
        guard let node = reading.node else {
            isReadable = false
            findings += reading.errors.map { QueryFinding($0) }
            return
        }
        tree = node
        do throws(NoForm) {
            form.conditions = try FormGroup(reading: node)
        } catch {
            noForm = error
        }
    }

    // MARK: - The query

    private mutating func compiled() -> CompiledQuery? {
        let request = QueryRequest(entity: form.entity, predicate: tree, sorts: form.sorts)
        do {
            let source = QuerySource(text: text, file: "text")
            let query = try compile(request, in: model.schema, source: source)
            findings += query.warnings.map { QueryFinding($0, in: text) }
            return query
        } catch let error as DiagnosticError {
            findings += error.diagnostics.map { QueryFinding($0, in: text) }
        } catch {
            findings.append(QueryFinding("\(error)"))
        }
        return nil
    }

    private mutating func results(_ query: CompiledQuery) -> [JSONNode.Member] {
        let unfit = form.findings(in: model.schema, remainder: query.remainder)
        findings += unfit.map { QueryFinding($0.problem, fix: $0.fix, part: $0.key) }
        var members: [JSONNode.Member] = [.init("sentence", JSONNode(sentence(of: query)))]
        let trial = Trial(query, of: self)
        do throws(PredicateTextError) {
            members += try trial.results()
        } catch {
            findings.append(
                QueryFinding("the rows cannot be shown: \(error.problem)", part: "rows")
            )
        }
        members.append(.init("parameters", trial.parameters))
        if unfit.isEmpty, let code = code(query) { members += code }
        return members
    }

    /// Returns an English sentence that describes the query, split at the names of parameters. The
    /// elements at odd indexes are these names.
    private func sentence(of query: CompiledQuery) -> [String] {
        // Separator: the last private-use character, which a literal is unlikely to contain.
        let mark: Unicode.Scalar = "\u{10FFFD}"
        let records = QueryWords.sentence(for: query.request, in: model.schema, mark: mark)
        let parts = form.shape.sentence(records).unicodeScalars
            .split(separator: mark, omittingEmptySubsequences: false)
        return parts.map { String($0) }
    }

    private mutating func code(_ query: CompiledQuery) -> [JSONNode.Member]? {
        let name = form.name ?? freeName
        var context = QueryContext(
            name: name,
            query: query,
            schema: model.schema,
            source: model.source,
            options: model.project.options
        )
        let problems = context.problems
        findings += problems.map { QueryFinding($0.problem, fix: $0.fix) }
        let problem = model.problem(ofName: name) ?? context.nameProblem
        if let problem {
            findings.append(
                QueryFinding(
                    problem,
                    fix: "give the query another name: a letter followed by letters and digits",
                    part: "name"
                )
            )
        }
        if !problems.isEmpty || problem != nil { return nil }
        let backend = context.options.backend
        let other: GenerationOptions.Backend = backend == .store ? .coredata : .store
        let swift = generate(context, form.shape).text
        context.options.backend = other
        let problemOfOther = context.coreDataProblem.map { "// No method: \($0).\n" }
        let members: [JSONNode.Member] = [
            .init("swift", JSONNode(swift)),
            .init("backend", JSONNode(backend.rawValue)),
            .init("otherBackend", JSONNode(other.rawValue)),
            .init("otherSwift", JSONNode(problemOfOther ?? generate(context, form.shape).text)),
            .init("call", JSONNode(call(name, query))),
        ]
        context.options.backend = .store
        let sql = Generator.sql(context, form.shape)
        // The SQL is always that of `CacheStore`, because Core Data generates its SQL itself.
        return members + [
            .init("sql", JSONNode(sql)),
            .init("plan", JSONNode(model.plan(of: sql).map { JSONNode($0) })),
        ]
    }

    /// The suggested name, with a number if the model's code already has a file of that name.
    private var freeName: String {
        let name = suggestedName
        let numbered = (2...99).lazy.map { "\(name)\($0)" }
        if model.problem(ofName: name) == nil { return name }
        return numbered.first { model.problem(ofName: $0) == nil } ?? name
    }

    /// A suggested name for the query, such as `citiesMatching`, `allCities`,
    /// `numberOfCitiesMatching` or `averagePopulationOfAllCities`.
    var suggestedName: String {
        let plural = pluralName(form.entity).filter { $0 != "`" }
        let isAll = form.conditions.conditions.isEmpty && tree == nil
        let records = isAll ? "all" + upperCamel(plural) : plural + "Matching"
        let of = "Of" + upperCamel(records)
        switch form.result {
        case .list: return records
        case .first: return "first" + of
        case .count: return "number" + of
        case .attribute(let name): return lowerCamel(name) + of
        case .aggregate(let op, let name):
            return (aggregateWords[op] ?? "number") + upperCamel(name) + of
        }
    }

    /// Returns Swift code that calls the query.
    private func call(_ name: String, _ query: CompiledQuery) -> String {
        let arguments = query.parameters.map { parameter in
            let name = propertyName(parameter.name)
            return "\(name.filter { $0 != "`" }): \(name)"
        }
        return
            "try await manager.\(propertyName(name))(\(arguments.joined(separator: ", ")))"
    }
}

func isMethodName(_ name: String) -> Bool { isSwiftName(name) && name.count <= 100 }
