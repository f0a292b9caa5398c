package import QueryLanguage

/// A query as somebody fills it in: the paper's table of notations, as values.
///
/// The JSON that it is kept in is the module's page <doc:FormFile>.
package struct QueryForm: Sendable, Hashable {
    /// The name of the generated method; nil until somebody gives one.
    package var name: String?
    package var entity: String
    package var conditions: FormGroup
    package var sorts: [FormSort]
    /// At most so many records; nil for all.
    package var limit: Int?
    /// So many records are left out at the beginning.
    package var offset: Int?
    package var result: FormResult

    package init(
        name: String? = nil,
        entity: String,
        conditions: FormGroup = FormGroup(),
        sorts: [FormSort] = [],
        limit: Int? = nil,
        offset: Int? = nil,
        result: FormResult = .list
    ) {
        self.name = name
        self.entity = entity
        self.conditions = conditions
        self.sorts = sorts
        self.limit = limit
        self.offset = offset
        self.result = result
    }
}

package struct FormSort: Sendable, Hashable {
    /// Keys from the entity on.
    package var path: [String]
    package var isDescending: Bool

    package init(_ path: [String], isDescending: Bool = false) {
        self.path = path
        self.isDescending = isDescending
    }
}

/// Result of a query.
package enum FormResult: Sendable, Hashable {
    case list, first, count
    /// The values of one attribute of the entity, one for each record.
    case attribute(String)
    case aggregate(CollectionOperator, attribute: String)
}

/// Conditions of which all or any must hold; none at all holds for every record.
package struct FormGroup: Sendable, Hashable {
    package enum Joining: String, Sendable, Hashable, CaseIterable {
        case all, any
    }

    package var joining: Joining
    package var isNegated: Bool
    package var conditions: [FormCondition]

    package init(
        _ joining: Joining = .all,
        isNegated: Bool = false,
        _ conditions: [FormCondition] = []
    ) {
        self.joining = joining
        self.isNegated = isNegated
        self.conditions = conditions
    }
}

package indirect enum FormCondition: Sendable, Hashable {
    case comparison(FormComparison)
    case code(FormCode)
    case group(FormGroup)
}

/// `attribute compare value`.
package struct FormComparison: Sendable, Hashable {
    /// Keys from the entity on, `country.name` or `cities.@count`, in their parts.
    package var attribute: [String]
    package var `operator`: Comparison.Operator
    package var value: FormValue
    package var isNegated: Bool
    package var ignoresCase: Bool
    package var ignoresDiacritics: Bool
    /// Required matches among the values of a to-many relationship.
    package var quantifier: Comparison.Quantifier?

    package init(
        _ attribute: [String],
        _ operator: Comparison.Operator,
        _ value: FormValue,
        isNegated: Bool = false,
        ignoresCase: Bool = false,
        ignoresDiacritics: Bool = false,
        quantifier: Comparison.Quantifier? = nil
    ) {
        self.attribute = attribute
        self.operator = `operator`
        self.value = value
        self.isNegated = isNegated
        self.ignoresCase = ignoresCase
        self.ignoresDiacritics = ignoresDiacritics
        self.quantifier = quantifier
    }
}

/// Value that an attribute is compared with.
package indirect enum FormValue: Sendable, Hashable {
    case literal(Literal)
    /// Seconds since 2001-01-01 00:00 UTC, whole ones.
    case date(Int64)
    /// The present time, or so many days after it; before it if negative.
    case now(days: Int64)
    /// A value that the caller of the method gives, without the dollar.
    case parameter(String)
    case attribute([String])
    /// None of the elements is a list or an attribute.
    case list([FormValue])
}

/// A condition as predicate text, for conditions that the fields of a comparison can't express.
package struct FormCode: Sendable, Hashable {
    package var text: String
    package var isNegated: Bool

    package init(_ text: String, isNegated: Bool = false) {
        self.text = text
        self.isNegated = isNegated
    }
}

extension FormCondition {
    package var isNegated: Bool {
        get {
            switch self {
            case .comparison(let comparison): comparison.isNegated
            case .code(let code): code.isNegated
            case .group(let group): group.isNegated
            }
        }
        set {
            switch self {
            case .comparison(var comparison):
                comparison.isNegated = newValue
                self = .comparison(comparison)
            case .code(var code):
                code.isNegated = newValue
                self = .code(code)
            case .group(var group):
                group.isNegated = newValue
                self = .group(group)
            }
        }
    }
}
