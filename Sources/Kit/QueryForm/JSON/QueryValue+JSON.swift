package import JSON
package import QueryLanguage

extension QueryValue {
    /// Creates a value from JSON text. A number without a decimal point or exponent becomes an
    /// integer, because predicates distinguish integers from reals. Foundation's JSON decoders do
    /// not make this distinction.
    package init(json text: String) throws(JSONError) { self.init(try JSONNode(reading: text)) }

    private init(_ node: JSONNode) {
        switch node.kind {
        case .null: self = .null
        case .boolean(let value): self = .boolean(value)
        case .integer(let number): self = .integer(number)
        case .real(let number): self = .real(number)
        case .string(let text): self = .string(text)
        case .list(let elements): self = .list(elements.map { QueryValue($0) })
        case .object(let members):
            let values = members.map { ($0.key, QueryValue($0.value)) }
            self = .object(KeyedValues(Dictionary(values) { $1 }))
        }
    }

    /// The elements of a list; nil for any other value.
    package var elements: [QueryValue]? {
        if case .list(let elements) = self { elements } else { nil }
    }

    /// The members of a JSON object; nil for any other value.
    package var members: [String: QueryValue]? {
        if case .object(let object as KeyedValues) = self { object.values } else { nil }
    }
}
