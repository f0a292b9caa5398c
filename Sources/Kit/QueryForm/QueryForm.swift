package import QueryCompiler
package import QueryLanguage

/// A query that a user enters in a form.
///
/// The page <doc:FormFile> describes the JSON format of a form. It also lists the notations of the
/// visual language of Radwani and Zein (2020), each with the corresponding keys.
package struct QueryForm: Sendable, Hashable {
    /// The name of the generated method; nil if the user has not named it.
    package var name: String?
    package var entity: String
    package var conditions: FormGroup
    package var sorts: [QueryRequest.Sort]
    /// Maximum number of records; nil for no limit.
    package var limit: Int?
    /// Number of records to skip at the beginning; nil to skip none.
    package var offset: Int?
    package var result: QueryShape.Result

    package init(
        name: String? = nil,
        entity: String,
        conditions: FormGroup = FormGroup(),
        sorts: [QueryRequest.Sort] = [],
        limit: Int? = nil,
        offset: Int? = nil,
        result: QueryShape.Result = .list
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

/// A group of conditions. Depending on `joining`, all of them or at least one of them must be true.
/// An empty group is ignored, even if it is negated.
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

/// A condition that compares an attribute with a value.
package struct FormComparison: Sendable, Hashable {
    /// The keys of the path from the entity to the attribute, such as `["country", "name"]` or
    /// `["cities", "@count"]`.
    package var attribute: [String]
    package var `operator`: Comparison.Operator
    package var value: FormValue
    package var isNegated: Bool
    package var ignoresCase: Bool
    package var ignoresDiacritics: Bool
    /// The quantifier (ANY, ALL or NONE) for the values of a to-many relationship; nil for no
    /// quantifier.
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

/// A value with which an attribute is compared.
package indirect enum FormValue: Sendable, Hashable {
    case literal(Literal)
    /// A date in whole seconds since 2001-01-01 00:00 UTC.
    case date(Int64)
    /// The time at which the query runs, plus a number of days. The number is negative for a time
    /// in the past.
    case now(days: Int64)
    /// Name of a parameter of the generated method, without the dollar sign.
    case parameter(String)
    case attribute([String])
    /// A list. It cannot contain other lists or attributes.
    case list([FormValue])
}

/// A condition that is written as predicate text. It is used if a ``FormComparison`` cannot express
/// the condition.
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
