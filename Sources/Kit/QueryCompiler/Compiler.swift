import QueryLanguage
import Schema

/// A translator of one query into SQL. It stores the tables, bindings and parameters collected so
/// far.
struct Compiler {
    let schema: Schema
    let indexes: [DeclaredIndex]
    /// Names of the variables whose value may be nil or may be a list that contains nil.
    let nullable: Set<String>
    /// Names of the variables whose value is known to be a list.
    let lists: Set<String>
    /// Table names, keyed by entity, for a schema whose entities do not name their parents.
    let tables: [String: String]
    /// Whether the variables have values, so that `$x == nil` needs no type.
    let hasValues: Bool
    private(set) var bindings: [CompiledQuery.Binding] = []
    private(set) var parameters: [CompiledQuery.Parameter] = []
    /// Types of variables that an earlier translation of the predicate found, keyed by name. They
    /// replace types that come from literals.
    var types: [String: ValueType] = [:]
    /// Whether ``types`` has changed, so that the predicate must be translated again.
    private(set) var isOutdated = false
    /// Names of the parameters whose type comes from a literal, as in `$n == 0`.
    private var assumed: Set<String> = []
    /// Names of the variables whose values are the patterns of `MATCHES`.
    var patterns: Set<String> = []
    /// The index of each parameter in `parameters`, keyed by the parameter's name.
    private var parameterPlaces: [String: Int] = [:]
    /// Indexes in `bindings`, keyed by binding. Contains only parameters and the current time.
    private var bindingPlaces: [CompiledQuery.Binding: Int] = [:]
    /// The parameters that a probe finds. A probe is a copy of the compiler that is discarded after
    /// use. It does not add its parameters to `parameters`, because changing that array would copy
    /// all elements of the array.
    private var probed: [CompiledQuery.Parameter] = []
    /// The tables of the query itself, followed by the tables of the open subqueries.
    var scopes: [Scope]
    var errors: [PredicateTextError] = []
    var warnings: [PredicateTextError] = []
    var remainder: PredicateNode?
    var remainderVariables: [String] = []
    /// Whether the compiler is a probe: a copy that determines the type of an expression and is
    /// then discarded.
    var isProbing = false
    private var aliasCount = 0
    /// Number of expressions that may still be translated. The limit is necessary because nested
    /// comparisons can multiply the work: if a comparison has a quantifier over a list, the right
    /// side is translated once for each element.
    private var budget = 500_000

    init(
        schema: Schema,
        entity: Entity,
        indexes: [DeclaredIndex],
        nullable: Set<String> = [],
        lists: Set<String> = [],
        tables: [String: String] = [:],
        hasValues: Bool = false
    ) {
        self.schema = schema
        self.indexes = indexes
        self.nullable = nullable
        self.lists = lists
        self.tables = tables
        self.hasValues = hasValues
        scopes = [Scope(entity: entity, alias: "t0", tables: ["\(sqlName(entity.name)) AS t0"])]
    }

    mutating func newAlias() -> String {
        aliasCount += 1
        return "t\(aliasCount)"
    }

    mutating func order(_ sorts: [QueryRequest.Sort]) throws(PredicateTextError) -> String {
        var terms: [String] = []
        for sort in sorts {
            let keys = sort.path.map(PathKey.name)
            if let position = toManyPosition(keys[...], in: 0) {
                throw PredicateTextError(
                    "to-many-key",
                    SourceRange(),
                    "\"\(sort.path[position])\" is to-many, but a sort key needs one value for each record",
                    fix: "sort by an attribute, or add a derived attribute and sort by it"
                )
            }
            let column = try column(keys[...], in: 0, SourceRange(), isStored: true)
            terms.append(column.sql + (sort.isDescending ? " DESC" : ""))
        }
        let identity = "t0.\(sqlName(scopes[0].entity.identityColumn))"
        if !terms.contains(identity), !terms.contains(identity + " DESC") { terms.append(identity) }
        return terms.joined(separator: ", ")
    }

    // MARK: - Conditions

    /// Translates a predicate to an SQL condition. Adds parts that SQL cannot express to
    /// `remainder`. Returns nil if SQL can express no part.
    mutating func whole(_ predicate: PredicateNode) -> String? {
        guard case .and(let parts) = predicate else { return part(predicate, isAlone: true) }
        let terms = parts.compactMap { part($0, isAlone: false) }
        return terms.isEmpty ? nil : balanced(terms, " AND ")
    }

    /// Translates one operand of the top-level AND. If SQL cannot express the operand, adds the
    /// operand to `remainder`, which is evaluated in memory, and returns nil. Without this operand,
    /// the SQL still selects every matching row, because it contains the other operands of the AND.
    /// Other parts of a predicate cannot be left out of the SQL. For an invalid operand, records an
    /// error and returns nil.
    ///
    /// - Parameter isAlone: whether the operand is the whole predicate.
    private mutating func part(_ predicate: PredicateNode, isAlone: Bool) -> String? {
        // The state to restore after a failure. Copying the whole compiler for each part would be
        // slow.
        let before = (bindings.count, parameters.count, scopes, aliasCount, errors.count)
        do throws(PredicateTextError) {
            let term = try condition(predicate)
            if case .comparison = predicate { return term }
            return isAlone ? term : "(\(term))"
        } catch {
            dropBindings(after: before.0, before.1)
            (scopes, aliasCount) = (before.2, before.3)
            if error.id != Self.inMemory {
                // The errors of the failed part are kept, unlike its bindings.
                errors.append(error)
                return nil
            }
            errors.removeLast(errors.count - before.4)
            do throws(PredicateTextError) {
                try checkKeys(of: predicate)
                try checkTypes(of: predicate)
            } catch {
                errors.append(error)
                return nil
            }
            remainder = remainder.map { .and([$0, predicate]) } ?? predicate
            warnings.append(error)
            return nil
        }
    }

    mutating func condition(_ predicate: PredicateNode) throws(PredicateTextError) -> String {
        switch predicate {
        case .constant(let value): return value ? "TRUE" : "FALSE"
        case .comparison(let comparison):
            let known = parameters.count
            let term = try self.comparison(comparison)
            if isFixed(comparison.left), isFixed(comparison.right) {
                assumed.formUnion(parameters[known...].map(\.name))
            }
            return term
        // If the inner condition is NULL in SQL, it counts as false, so this predicate is true.
        case .not(let inner): return "(\(try condition(inner))) IS NOT TRUE"
        case .and(let parts): return try joined(parts, " AND ")
        case .or(let parts): return try joined(parts, " OR ")
        }
    }

    private mutating func joined(
        _ parts: [PredicateNode],
        _ separator: String
    ) throws(PredicateTextError) -> String {
        if parts.isEmpty { return separator == " AND " ? "TRUE" : "FALSE" }
        var terms: [String] = []
        var first: PredicateTextError?
        for part in parts {
            do throws(PredicateTextError) {
                let term = try condition(part)
                if case .comparison = part { terms.append(term) } else { terms.append("(\(term))") }
            } catch {
                // Every part is checked, so that all errors are reported at once. Throws the error
                // of the first invalid part. If all parts are valid, throws the first error that
                // a part has no SQL form.
                if let known = first, known.id != Self.inMemory {
                    if error.id != Self.inMemory { errors.append(error) }
                } else {
                    first = first.map { error.id == Self.inMemory ? $0 : error } ?? error
                }
            }
        }
        if let first { throw first }
        return balanced(terms, separator)
    }

    /// Joins the terms with `separator` into a balanced tree. SQLite rejects expressions nested
    /// deeper than 1,000 operators. In a chain without parentheses, the depth equals the length.
    private func balanced(_ terms: [String], _ separator: String) -> String {
        if terms.count <= 64 { return terms.joined(separator: separator) }
        let middle = terms.count / 2
        let halves = [terms[..<middle], terms[middle...]].map { balanced(Array($0), separator) }
        return "(\(halves[0]))\(separator)(\(halves[1]))"
    }

    // MARK: - Limits

    mutating func spend(_ range: SourceRange) throws(PredicateTextError) {
        budget -= 1
        if budget < 0 {
            throw PredicateTextError(
                "too-large",
                range,
                "this predicate is too large for one query",
                fix: "split the predicate into several queries"
            )
        }
        if bindings.count > Self.bindingLimit {
            throw PredicateTextError(
                "too-large",
                range,
                "this predicate has more than \(Self.bindingLimit) values, the limit for one query",
                fix: "put the values into a list, and use IN with a variable for the list"
            )
        }
    }

    /// Maximum number of bound values in one SQL statement: the default of SQLite's
    /// SQLITE_MAX_VARIABLE_NUMBER.
    private static let bindingLimit = 32_766

    /// Returns `body(sql)` or, if `sql` is long, equivalent SQL. The equivalent SQL computes `sql`
    /// in a subquery as the column `v`, and contains `body("v")`. This keeps the SQL short if
    /// nested calls of `body` repeat their argument.
    func once(_ sql: String, _ body: (String) -> String) -> String {
        if sql.utf8.count <= 256 { return body(sql) }
        return "(SELECT \(body("v")) FROM (SELECT \(sql) AS v))"
    }

    // MARK: - Bindings

    mutating func bound(_ binding: CompiledQuery.Binding) -> String {
        if isProbing { return "?" }
        switch binding {
        case .literal: break
        case .parameter, .now:
            if let index = bindingPlaces[binding] { return "?\(index + 1)" }
            bindingPlaces[binding] = bindings.count
        }
        bindings.append(binding)
        return "?\(bindings.count)"
    }

    private mutating func dropBindings(after bindingCount: Int, _ parameterCount: Int) {
        for binding in bindings[bindingCount...] { bindingPlaces[binding] = nil }
        for parameter in parameters[parameterCount...] { parameterPlaces[parameter.name] = nil }
        bindings.removeLast(bindings.count - bindingCount)
        parameters.removeLast(parameters.count - parameterCount)
    }

    /// Returns whether the expression consists only of literals and variables, so that no key
    /// determines its type.
    private func isFixed(_ node: ExpressionNode) -> Bool {
        if case .variable(let name) = node.kind { return !scopes.contains { $0.variable == name } }
        return node.isConstant || !node.parts.isEmpty && node.parts.allSatisfy(isFixed)
    }

    /// Returns the type of a variable; nil if it is not known yet.
    func variableType(_ name: String) -> ValueType? { knownParameter(name)?.type ?? types[name] }

    func knownParameter(_ name: String) -> CompiledQuery.Parameter? {
        parameterPlaces[name].map { parameters[$0] } ?? probed.first { $0.name == name }
    }

    /// Adds the parameter unless a parameter with the same name is already known.
    mutating func note(_ parameter: CompiledQuery.Parameter) {
        if isProbing { return probed.append(parameter) }
        if parameterPlaces[parameter.name] != nil { return }
        parameterPlaces[parameter.name] = parameters.count
        parameters.append(parameter)
    }

    mutating func parameter(
        _ name: String,
        _ type: ValueType,
        isList: Bool = false,
        _ range: SourceRange
    ) throws(PredicateTextError) -> String {
        if type == .attribute(.transformable) {
            throw comparedCollection("$\(name) is compared with a collection", range)
        }
        let wanted = CompiledQuery.Parameter(name: name, type: type, isList: isList)
        if let known = knownParameter(name), known.isList == isList, known.type != type,
            assumed.contains(name), types[name] == nil
        {
            types[name] = type
            isOutdated = true
        } else if let known = knownParameter(name) {
            guard known.isList == isList, known.type == type || areOfOneTable(known.type, type)
            else {
                let isAlike = known.words == wanted.words
                let types = [known, wanted].map { isAlike ? $0.exactWords : $0.words }
                    .joined(separator: " and ")
                throw PredicateTextError(
                    "variable-type",
                    range,
                    "$\(name) is compared with values of two types, \(types)",
                    fix: "use a separate variable for each type"
                )
            }
        } else {
            note(wanted)
        }
        return bound(.parameter(name))
    }

    func comparedCollection(_ problem: String, _ range: SourceRange) -> PredicateTextError {
        PredicateTextError(
            "not-comparable",
            range,
            "\(problem), but the store can compare collections only with nil",
            fix: "compare the collection with nil"
        )
    }

    // MARK: - Evaluation in memory

    static let inMemory = "evaluated-in-memory"

    func inMemory(_ what: String, _ range: SourceRange) -> PredicateTextError {
        PredicateTextError(
            Self.inMemory,
            range,
            "\(what) cannot be expressed in SQL: this part is evaluated in memory, row by row"
        )
    }
}

/// The tables that a query or a subquery reads.
struct Scope {
    /// Entity of the rows.
    var entity: Entity
    /// Alias of the entity's table.
    var alias: String
    /// FROM clause: the first table, followed by its joins.
    var tables: [String]
    /// The alias of the table at the end of each joined path, keyed by the path.
    var joined: [[String]: String] = [:]
    /// Condition that joins the subquery's rows to a row of the outer query; nil for the outermost
    /// query.
    var link: String?
    /// Name, without the dollar sign, of the variable that denotes one row of the subquery. Nil
    /// if there is no such variable.
    var variable: String?

    var source: String { tables.joined(separator: "\n") }

    /// Joins the tables of `inner` to the tables of this scope, with the condition `link`. The
    /// scope then represents the rows of `inner`, with the entity, the alias and the joined paths
    /// of `inner`. Paths joined earlier are forgotten, because they start at rows of the previous
    /// entity.
    mutating func join(_ inner: Scope, on link: String) {
        tables += ["JOIN \(inner.tables[0]) ON \(link)"] + inner.tables.dropFirst()
        (entity, alias, joined) = (inner.entity, inner.alias, inner.joined)
    }

    /// Joins the table of `entity` under the name `alias`. The rows of this scope are then the
    /// records of `entity` whose identity is `value`. If there is no such record, the columns are
    /// NULL.
    mutating func lead(to entity: Entity, _ alias: String, whose value: String) {
        let match = "\(alias).\(sqlName(entity.identityColumn)) = \(value)"
        tables.append("LEFT JOIN \(sqlName(entity.name)) AS \(alias) ON \(match)")
        (self.entity, self.alias, joined) = (entity, alias, [:])
    }

    /// Returns `FROM … WHERE …` with the join condition ``link`` and with `condition`.
    func clause(_ condition: String? = nil) -> String {
        let terms = [link, condition.map { "(\($0))" }].compactMap { $0 }
        let filter = terms.isEmpty ? "" : " WHERE \(terms.joined(separator: " AND "))"
        return "FROM \(tables.joined(separator: " "))\(filter)"
    }
}
