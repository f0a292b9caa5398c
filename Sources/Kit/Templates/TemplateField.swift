import Stencil

/// A field that templates can read from a value. It consists of a name, the kind and meaning of its
/// content, and a function that returns the content. The Templates page lists all fields.
package struct TemplateField<Value>: Sendable {
    package enum Kind: String, Sendable {
        case text, flag, number
        /// A list of texts.
        case texts
        /// Values that have fields of their own. An `identity` or `entity` field contains one
        /// value; each of the other fields contains a list.
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

/// Unknown fields that a template has read. Stencil itself does not report them.
final class TemplateFaults {
    struct Fault: Hashable {
        /// Type of the value in words, such as `entity`.
        var kind: String
        var member: String
        var known: [String]
    }

    private(set) var found: [Fault] = []

    func note(_ fault: Fault) { if !found.contains(fault) { found.append(fault) } }
}

/// A value as seen by templates: only the fields listed in `fields` can be read.
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
