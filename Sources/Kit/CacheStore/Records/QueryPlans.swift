import DataAccess
import Diagnostics
import Foundation
import QueryCompiler
import QueryLanguage
import Schema

/// Cache of compiled queries.
final class QueryPlans: Sendable {
    private struct Key: Hashable {
        var entity: String
        /// Text of the filter's predicate; nil if there is no filter or the predicate is a tree.
        var text: ExactText?
        /// Tree of a typed query's predicate. Compared strings are replaced by variables, so
        /// queries that differ only in strings share a plan.
        var tree: PredicateNode?
        var orderBy: [DataQuery.SortKey]
        /// The names of the filter's variables that are nil or contain nil. The SQL of `IN` depends
        /// on them.
        var nullable: Set<String>
        /// The names of the filter's variables that are lists. The SQL of `CONTAINS` depends on
        /// them.
        var lists: Set<String>
    }

    let model: StoreModel
    private let schema: Schema
    private let indexes: [DeclaredIndex]
    /// Name of the table of each entity, keyed by entity.
    private let tables: [String: String]
    private let lock = NSLock()
    // Read and written only under `lock`.
    nonisolated(unsafe) private var plans: [Key: QueryPlan] = [:]

    /// The names of the entities whose records change when a table is written, keyed by the table's
    /// name. If a table has no entry, it stores only the records of the entity with the same name.
    /// The entry is empty for a table that enforces the deletion rule `deny`, because the rows of
    /// that table are deleted before the commit.
    private let written: [String: Set<String>]

    init(_ model: StoreModel) {
        self.model = model
        schema = Schema(model)
        indexes = declaredIndexes(model)
        tables = Dictionary(model.entities.map { ($0.name, $0.tableName) }) { first, _ in first }
        written = entitiesOfOtherTables(model)
    }

    /// Returns the entities whose records are stored in these tables, or whose relationships are
    /// stored in these join tables.
    func entities(in tables: Set<String>) -> Set<String> {
        guard tables.contains(where: { written[$0] != nil }) else { return tables }
        return tables.reduce(into: []) { $0.formUnion(written[$1] ?? [$1]) }
    }

    /// Returns the query's plan from the cache; compiles the query if it is not in the cache.
    ///
    /// - Throws: `StoreError.badQuery` if the query does not fit the model. The error lists every
    ///   problem.
    func plan(for query: DataQuery, of entity: EntityDescription) throws -> QueryPlan {
        var key = Key(
            entity: entity.name,
            orderBy: query.orderBy,
            nullable: query.filter?.nullable ?? [],
            lists: query.filter?.lists ?? []
        )
        switch query.filter?.source {
        case .text(let text): key.text = ExactText(text)
        case .tree(let tree): key.tree = tree
        case nil: break
        }
        if let known = lock.withLock({ plans[key] }) { return known }
        let plan = QueryPlan(try compiled(query, entity), entity)
        lock.withLock {
            // Without a limit, filters that are never repeated would fill the memory.
            if plans.count > 500 { plans = [:] }
            plans[key] = plan
        }
        return plan
    }

    private func compiled(
        _ query: DataQuery,
        _ entity: EntityDescription
    ) throws -> CompiledQuery {
        let request = QueryRequest(
            entity: entity.name,
            predicate: try query.filter?.tree(),
            sorts: try query.sortKeys().map {
                QueryRequest.Sort(
                    path: $0.path.split(separator: ".", omittingEmptySubsequences: false)
                        .map(String.init),
                    isDescending: $0.isDescending
                )
            }
        )
        do {
            return try compile(
                request,
                in: schema,
                source: QuerySource(
                    text: query.filter?.text ?? "",
                    file: "filter",
                    sorts: "orderBy"
                ),
                indexes: indexes,
                nullable: query.filter?.nullable ?? [],
                lists: query.filter?.lists ?? [],
                tables: tables,
                hasValues: true
            )
        } catch let error as DiagnosticError {
            throw StoreError.badQuery(error.description)
        }
    }
}

/// Returns the names of the entities whose records change when a table is written, keyed by the
/// table's name; see ``QueryPlans/written``.
private func entitiesOfOtherTables(_ model: StoreModel) -> [String: Set<String>] {
    var found: [String: Set<String>] = [:]
    var families: [String: Set<String>] = [:]
    for entity in model.entities {
        families[entity.tableName, default: []].insert(entity.name)
        found["\(entity.tableName):denials"] = []
    }
    for (table, family) in families where family != [table] { found[table] = family }
    for entity in model.entities {
        for relationship in entity.relationships {
            guard let join = relationship.join else { continue }
            let other = model.entity(named: relationship.destination)?.tableName
            for table in [entity.tableName, other ?? relationship.destination] {
                found[join.table, default: []].formUnion(families[table] ?? [table])
            }
        }
    }
    return found
}

/// Returns the first column of each index that the model's SQL creates. SQLite can use an index
/// only if a condition compares the first column.
private func declaredIndexes(_ model: StoreModel) -> [DeclaredIndex] {
    let statements = model.statements.filter { $0.hasPrefix("CREATE INDEX") }
    let foldings: [ComparisonOptions] = [
        [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
    ]
    if statements.isEmpty { return [] }
    return model.entities.flatMap { entity in
        entity.attributes.flatMap { attribute in
            foldings.compactMap { folding in
                let index = DeclaredIndex(
                    entity: entity.name,
                    attribute: attribute.name,
                    folding: folding
                )
                let start = " ON \(quoted(entity.name)) (\(index.expression)"
                let isMade = statements.contains {
                    $0.hasSuffix(start + ")") || $0.contains(start + ", ")
                }
                return isMade ? index : nil
            }
        }
    }
}

extension Schema {
    /// Creates a schema for the query compiler from a model.
    init(_ model: StoreModel) {
        self.init(name: model.name, entities: model.entities.map { Entity($0, in: model) })
    }
}

extension Entity {
    fileprivate init(_ entity: EntityDescription, in model: StoreModel) {
        self.init(
            name: entity.name,
            attributes: entity.attributes.map(Attribute.init),
            relationships: entity.relationships.map { Relationship($0, of: entity, in: model) },
            userInfo: [IdentityRule.userInfoKey: entity.identity]
        )
    }
}

extension Attribute {
    fileprivate init(_ attribute: AttributeDescription) {
        self.init(
            name: attribute.name,
            type: AttributeType(rawValue: attribute.kind.rawValue) ?? .binary,
            isOptional: attribute.isOptional
        )
        // The description does not contain the element type, so an arbitrary collection class is
        // used. Without a class, the compiler would treat the attribute as bytes.
        if attribute.kind == .transformable { customClass = "[String]" }
    }
}

extension Relationship {
    fileprivate init(
        _ relationship: RelationshipDescription,
        of entity: EntityDescription,
        in model: StoreModel
    ) {
        let inverse: String? =
            switch relationship.storage {
            case .inverse(let column): column
            case .none: nil
            case .column:
                model.entity(named: relationship.destination)?.relationships.first {
                    $0.destination == entity.name && $0.storage == .inverse(relationship.name)
                }?.name
            }
        self.init(
            name: relationship.name,
            destination: relationship.destination,
            isToMany: relationship.isToMany,
            isOptional: relationship.isOptional,
            inverse: inverse
        )
        storage = RelationshipStorage(relationship)
    }
}
