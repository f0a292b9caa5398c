import Diagnostics
import Schema
import XML

/// Checks of the schema as a whole: duplicate names, and references to names that do not exist.
///
/// Only problems that make the model's meaning unclear are errors. Other problems are warnings;
/// their messages state how `ModelReader` interprets the affected part of the model.
struct SchemaFindings {
    let schema: Schema
    let places: ModelPlaces
    let source: SourceText
    let index: EntityIndex
    private let composites: Set<String>
    var findings: ModelFindings

    /// Creates the checks of the schema that `reader` has read.
    ///
    /// - Parameter findings: the findings so far. ``check()`` adds further findings to them.
    init(_ reader: ModelReader, _ source: SourceText, _ findings: ModelFindings) {
        (schema, places) = (reader.schema, reader.places)
        (self.source, self.findings) = (source, findings)
        index = EntityIndex(schema)
        composites = Set(schema.composites.map(\.name))
    }

    mutating func check() {
        emptiness()
        duplicateEntities()
        depth()
        fetchRequests()
        configurations()
        compositeTypes()
        for (entity, places) in zip(schema.entities, places.entities) {
            duplicates(entity, places)
            inheritance(entity, places)
            relationships(entity, places)
            keys(entity, places)
            attributes(entity.attributes, places.attributes)
        }
    }

    private mutating func emptiness() {
        guard schema.entities.isEmpty else { return }
        findings.report(
            "empty-model",
            .warning,
            at: places.model,
            "the model has no entity",
            fix: "add an entity in the model editor"
        )
    }

    private mutating func duplicateEntities() {
        for (position, first) in repeated(schema.entities.map(\.name)) {
            let name = schema.entities[position].name
            let line = source.lineNumber(at: places.entities[first].tag)
            findings.report(
                "duplicate-entity",
                at: places.entities[position].tag,
                "two entities are named \"\(name)\" (the first is on line \(line))",
                fix: "rename one of the entities"
            )
        }
    }

    private mutating func duplicates(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        let names = entity.propertyNames + entity.fetchedProperties.map(\.name)
        let offsets = places.attributes + places.relationships + places.fetchedProperties
        for (position, _) in repeated(names) {
            findings.report(
                "duplicate-property",
                at: offsets[position],
                "the entity \"\(entity.name)\" has two properties named \"\(names[position])\"",
                fix: "rename one of the properties"
            )
        }
    }

    private mutating func inheritance(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) {
        guard let parent = entity.parent else { return }
        let offset = source.offset(of: "parentEntity", inTagAt: places.tag)
        if index[parent] == nil {
            findings.report(
                "unknown-parent",
                at: offset,
                "the parent \"\(parent)\" of \"\(entity.name)\" is not in the model",
                fix: .nearOrListed(parent, index.names)
            )
        } else if let cycle = index.cycle(through: entity) {
            findings.report(
                "inheritance-cycle",
                at: offset,
                "\"\(entity.name)\" is its own ancestor: \(cycle)",
                fix: "remove the parent of one of these entities"
            )
        }
    }

    /// Reports an entity with too many ancestors. Reports only the first one, because its
    /// descendants have too many ancestors as well.
    private mutating func depth() {
        let deepest = Schema.mostAncestors
        for (entity, places) in zip(schema.entities, places.entities)
        where index.cycle(through: entity) == nil && index.ancestors(of: entity).count >= deepest {
            return findings.report(
                "deep-inheritance",
                at: source.offset(of: "parentEntity", inTagAt: places.tag),
                "\"\(entity.name)\" has too many ancestors (\(deepest) or more): each entity repeats the properties of all its ancestors",
                expected: "fewer than \(deepest)",
                fix: "remove some levels of inheritance"
            )
        }
    }

    private mutating func attributes(_ attributes: [Attribute], _ offsets: [Int]) {
        for (attribute, offset) in zip(attributes, offsets) {
            if let name = attribute.compositeName, !composites.contains(name) {
                findings.report(
                    "unknown-composite",
                    .warning,
                    at: source.offset(of: "composite", inTagAt: offset),
                    "the composite type \"\(name)\" of \"\(attribute.name)\" is not in the model",
                    fix: .nearOrListed(name, schema.composites.map(\.name))
                )
            } else if attribute.isDerived, attribute.derivation == nil {
                findings.report(
                    "no-derivation",
                    .warning,
                    at: offset,
                    "the derived attribute \"\(attribute.name)\" has no expression",
                    expected: "derivationExpression=\"…\"",
                    fix: "in the model editor, enter an expression or turn off Derived"
                )
            }
        }
    }

    private mutating func compositeTypes() {
        for (composite, places) in zip(schema.composites, places.composites) {
            attributes(composite.attributes, places.attributes)
            for (position, _) in repeated(composite.attributes.map(\.name)) {
                findings.report(
                    "duplicate-property",
                    at: places.attributes[position],
                    "the composite type \"\(composite.name)\" has two attributes named "
                        + "\"\(composite.attributes[position].name)\"",
                    fix: "rename one of the attributes"
                )
            }
        }
    }
}

/// Returns the index of each repetition of a name in `names`, with the index of the name's first
/// occurrence. Ignores empty names.
func repeated(_ names: [String]) -> [(position: Int, first: Int)] {
    // Comparing few names is faster than making a dictionary.
    if names.count <= 16, names.indices.allSatisfy({ !names[..<$0].contains(names[$0]) }) {
        return []
    }
    var seen: [String: Int] = [:]
    seen.reserveCapacity(names.count)
    return names.enumerated().compactMap { position, name in
        if name.isEmpty { return nil }
        if let first = seen[name] { return (position, first) }
        seen[name] = position
        return nil
    }
}
