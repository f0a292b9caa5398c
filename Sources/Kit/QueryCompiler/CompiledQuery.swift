package import Diagnostics
package import QueryLanguage
package import Schema

/// A query that has not yet been checked against a model.
package struct QueryRequest: Sendable, Hashable {
    package struct Sort: Sendable, Hashable {
        package var path: [String]
        package var isDescending: Bool

        package init(path: [String], isDescending: Bool = false) {
            self.path = path
            self.isDescending = isDescending
        }
    }

    package var entity: String
    package var predicate: PredicateNode?
    package var sorts: [Sort]

    package init(entity: String, predicate: PredicateNode? = nil, sorts: [Sort] = []) {
        self.entity = entity
        self.predicate = predicate
        self.sorts = sorts
    }
}

/// A query that has been checked against a model and translated into SQL. The SQL contains a
/// placeholder for every value.
package struct CompiledQuery: Sendable, Hashable {
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var type: ValueType
        /// Whether the parameter is a list of values of `type`, as in `IN $name`. A list is bound
        /// as JSON text.
        package var isList: Bool

        package init(name: String, type: ValueType, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isList = isList
        }
    }

    package enum Binding: Sendable, Hashable {
        /// The value of the query parameter with this name.
        case parameter(String)
        case literal(Literal)
        /// The date and time at which the query is executed.
        case now
    }

    package var entity: Entity
    /// The request from which the query was compiled, for backends that do not use SQL.
    package var request: QueryRequest
    /// The alias of the entity's own table in the SQL: `t0`.
    package var alias: String
    /// FROM clause: the entity's own table and the joined tables.
    package var source: String
    /// WHERE condition; nil if the query selects every row.
    package var condition: String?
    /// ORDER BY clause. It always contains the identity, so that no two records have the same
    /// position.
    package var order: String
    /// The values for the placeholders `?1`, `?2` and so on.
    package var bindings: [Binding]
    /// The parameters in the order of their first use.
    package var parameters: [Parameter]
    /// Names of the variables whose values are the patterns of `MATCHES` in the condition.
    package var patterns: Set<String>
    /// The part of the predicate that SQL cannot express; nil if there is none. It is evaluated in
    /// memory for each row.
    package var remainder: PredicateNode?
    /// The variables in `remainder`. A variable is also in `parameters` if the predicate determines
    /// its type.
    package var remainderVariables: [String]
    /// Warnings about parts that are evaluated in memory, and about full table scans that an index
    /// would avoid.
    package var warnings: [Diagnostic]
}

/// The type of a value in a query.
package enum ValueType: Sendable, Hashable {
    case attribute(AttributeType)
    /// The identity of a record of `entity`, with the type of the identity's value.
    case identity(entity: String, AttributeType)

    package var stored: AttributeType {
        switch self {
        case .attribute(let type), .identity(_, let type): type
        }
    }
}
