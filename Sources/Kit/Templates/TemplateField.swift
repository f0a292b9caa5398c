import Stencil

/// A field that templates can read from a value. It has a name, a kind, a description for the
/// Templates page, and a function that returns its content.
package struct TemplateField<Value>: Sendable {
    package enum Kind: String, Sendable {
        case text, flag, number
        /// A list of texts.
        case texts
        /// Values with their own fields. The kinds `identity` and `entity` are single values; the
        /// other kinds are lists.
        case properties, relationships, entities, queries, parameters, sorts, identity, entity
        /// A dictionary of texts.
        case notes
    }

    package var name: String
    package var kind: Kind
    package var meaning: String
    let get: @Sendable (Value, TemplateFaults) -> Any?

    init(
        _ name: String,
        _ kind: Kind,
        _ meaning: String,
        _ get: @escaping @Sendable (Value, TemplateFaults) -> Any?
    ) {
        self.name = name
        self.kind = kind
        self.meaning = meaning
        self.get = get
    }

    init(
        _ name: String,
        _ kind: Kind,
        _ meaning: String,
        _ get: @escaping @Sendable (Value) -> Any?
    ) {
        self.init(name, kind, meaning) { value, _ in get(value) }
    }
}

/// A record of the unknown fields that a template has tried to read. Stencil itself does not report
/// them.
final class TemplateFaults {
    struct Fault: Hashable {
        /// Kind of the value in words, such as `entity`.
        var kind: String
        var member: String
        var known: [String]
    }

    private(set) var found: [Fault] = []

    func note(_ fault: Fault) { if !found.contains(fault) { found.append(fault) } }
}

/// A value in the form in which templates read it. Only the fields listed in `fields` are
/// available.
struct TemplateRecord<Value>: DynamicMemberLookup {
    let kind: String
    let value: Value
    let fields: [TemplateField<Value>]
    let faults: TemplateFaults

    subscript(dynamicMember member: String) -> Any? {
        if let field = fields.first(where: { $0.name == member }) {
            return field.get(value, faults)
        }
        faults.note(.init(kind: kind, member: member, known: fields.map(\.name)))
        return nil
    }
}
