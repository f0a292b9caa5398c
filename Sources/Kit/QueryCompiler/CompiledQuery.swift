package import Diagnostics
package import QueryLanguage
package import Schema

/// A query before it is checked against a model.
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

/// A query that fits its model, as SQL in which every value is bound.
package struct CompiledQuery: Sendable, Hashable {
    package struct Parameter: Sendable, Hashable {
        package var name: String
        package var type: ValueType
        /// Whether it takes a list of such values, for `IN $name`; bound as JSON text.
        package var isList: Bool

        package init(name: String, type: ValueType, isList: Bool = false) {
            self.name = name
            self.type = type
            self.isList = isList
        }
    }

    package enum Binding: Sendable, Hashable {
        /// The parameter of this name.
        case parameter(String)
        case literal(Literal)
        /// The time at which the query runs, as a date.
        case now
    }

    package var entity: Entity
    /// The request, for backends that are not SQL.
    package var request: QueryRequest
    /// The alias under which the entity's own table appears: `t0`.
    package var alias: String
    /// FROM clause: the table and its joins.
    package var source: String
    /// WHERE condition. Nil for every row.
    package var condition: String?
    /// ORDER BY clause. It always ends with the identity, so that the order is total.
    package var order: String
    /// The value of `?1`, `?2` and so on.
    package var bindings: [Binding]
    /// In the order of their first use.
    package var parameters: [Parameter]
    /// Part of the predicate without an SQL form, to be evaluated for each row. Nil if there is
    /// none.
    package var remainder: PredicateNode?
    /// The variables of the remainder. Those whose type nothing in the predicate tells are not among
    /// `parameters`.
    package var remainderVariables: [String]
    /// Warnings: parts that are evaluated in memory, and scans that an index would avoid.
    package var warnings: [Diagnostic]
}

/// The type of a value in a query.
package enum ValueType: Sendable, Hashable {
    case attribute(AttributeType)
    /// The identity of a record of the entity of this name.
    case identity(entity: String, AttributeType)

    package var stored: AttributeType {
        switch self {
        case .attribute(let type), .identity(_, let type): type
        }
    }
}
