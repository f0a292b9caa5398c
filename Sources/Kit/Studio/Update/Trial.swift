import Foundation
import Generator
import JSON
import QueryCompiler
import QueryForm
import QueryLanguage
import Schema

/// A trial run of a query on the records of a model, within limits of time and memory.
struct Trial {
    private let update: Update
    private let query: CompiledQuery
    private let records: Records
    /// The values of the parameters as text, keyed by parameter name. Each text was typed by a
    /// person or suggested by the studio.
    private let values: [String: String]
    private let session: EvaluationSession
    /// The value of `now()`, in seconds since 2001-01-01 00:00 UTC.
    private let now = Date().timeIntervalSinceReferenceDate

    init(_ query: CompiledQuery, of update: Update) {
        self.update = update
        self.query = query
        let session = EvaluationSession(
            limit: .seconds(update.rowsLimit),
            isWanted: update.isWanted
        )
        self.session = session
        let records = update.model.records.showing(
            update.tree,
            of: query.entity.name,
            now: now,
            limit: update.rowsLimit / 5
        )
        self.records = records
        let texts = query.parameters.map { parameter in
            let text =
                update.values[parameter.name]
                ?? records.suggestion(
                    for: parameter,
                    in: update.tree,
                    entity: update.form.entity,
                    session: session
                )
            return (parameter.name, text)
        }
        values = Dictionary(texts) { first, _ in first }
    }

    /// The parameters with their values, as the page shows them.
    var parameters: JSONNode {
        JSONNode(
            query.parameters.map { parameter in
                let text = values[parameter.name] ?? ""
                return [
                    "name": JSONNode(parameter.name),
                    "kind": JSONNode(parameter.words),
                    "type": JSONNode(swiftType(parameter)),
                    "path": JSONNode(path(comparedWith: parameter.name)),
                    "value": JSONNode(text),
                    "fits": JSONNode(value(parameter, text) != nil),
                ]
            }
        )
    }

    /// Returns the key path with which the parameter is compared; nil if it is compared with
    /// another expression.
    private func path(comparedWith name: String) -> String? {
        guard case .keyPath(let keys)? = update.tree?.use(of: name)?.other.kind else { return nil }
        return keys.map(\.text).joined(separator: ".")
    }

    private func value(_ parameter: CompiledQuery.Parameter, _ text: String) -> QueryValue? {
        guard let value = parameter.value(text) else { return nil }
        guard case .identity(let entity, _) = parameter.type,
            let column = records.table(entity)?.entity.identityColumn
        else { return value }
        func record(_ value: QueryValue) -> QueryValue {
            let row = records.rows(of: entity, where: column, is: value).first
            return row.map { records.object(entity, $0) } ?? value
        }
        if case .list(let elements) = value { return .list(elements.map(record)) }
        return record(value)
    }

    /// Returns the result of the query on the records, and the effect of each condition. If the
    /// text for a parameter is not a value of the parameter's type, returns an explanation instead.
    ///
    /// - Throws: `PredicateTextError` if the query cannot be evaluated.
    func results() throws(PredicateTextError) -> [JSONNode.Member] {
        var variables: [String: QueryValue] = [:]
        for parameter in query.parameters {
            let text = values[parameter.name] ?? ""
            guard let found = value(parameter, text) else {
                return [.init("uncounted", JSONNode(parameter.refusal(of: text)))]
            }
            variables[parameter.name] = found
        }
        guard let effects = effects(variables) else { return [] }
        do throws(PredicateTextError) {
            let matches = try effects.matches(update.tree)
            let rows = effects.json(update.form, update.tree, matches, update.view)
            if uncounted == nil { return [.init("rows", rows)] + conditions(effects) }
        } catch {
            if uncounted == nil { throw error }
        }
        return [.init("uncounted", JSONNode(uncounted))]
    }

    private func conditions(_ effects: QueryPreview) -> [JSONNode.Member] {
        if update.noForm != nil { return [] }
        let members: [JSONNode.Member] = [
            .init("conditions", each(update.form.conditions.leaves, effects)),
            .init("groups", each(update.form.conditions.groups, effects)),
        ]
        if uncounted == nil { return members }
        return [.init("uncountedConditions", JSONNode(uncounted))]
    }

    private func effects(_ variables: [String: QueryValue]) -> QueryPreview? {
        guard let table = records.table(query.entity.name) else { return nil }
        return QueryPreview(
            records: records,
            table: table,
            variables: variables,
            now: now,
            session: session
        )
    }

    /// The reason why the trial was stopped before all records were counted; nil if it was
    /// completed.
    private var uncounted: String? {
        let limit = Int((update.rowsLimit * 1000).rounded())
        return switch session.cut {
        case nil: nil
        case .time: "evaluation takes longer than \(limit) ms on these records"
        case .memory: "evaluation needs too much memory on these records"
        case .unwanted: "the client no longer waits for the result"
        }
    }

    /// Tries each of the first 40 conditions on its own. For each condition, returns the number of
    /// matching records, and the titles of some records that match and of some that do not.
    private func each(_ conditions: [FormCondition], _ effects: QueryPreview) -> JSONNode {
        let total = effects.table.rows.count
        return JSONNode(
            conditions.prefix(40).map { condition -> JSONNode in
                var own = QueryForm(entity: update.form.entity)
                own.conditions = FormGroup(.all, [condition])
                guard let node = (try? own.tree()) ?? nil,
                    let matches = try? effects.matches(node)
                else { return [:] }
                let away = matches.indices.filter { !matches[$0] }
                return [
                    "keeps": JSONNode(total - away.count),
                    "total": JSONNode(total),
                    "away": JSONNode(effects.words(away)),
                    "kept": JSONNode(effects.words(matches.indices.filter { matches[$0] })),
                ]
            }
        )
    }
}
