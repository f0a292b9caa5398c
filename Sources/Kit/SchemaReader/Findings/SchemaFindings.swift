import Diagnostics
import Schema
import XML

/// Checks of the schema as a whole: duplicate names, and references to names that do not exist.
///
/// Only problems that make the meaning unclear are errors. Other problems are warnings; their
/// messages state how the reader interprets the affected part of the model.
struct SchemaFindings {
    let schema: Schema
    let places: ModelPlaces
    let source: SourceText
    let index: EntityIndex
    private let composites: Set<String>

    init(_ schema: Schema, _ places: ModelPlaces, _ source: SourceText) {
        self.schema = schema
        self.places = places
        self.source = source
        index = EntityIndex(schema)
        composites = Set(schema.composites.map(\.name))
    }

    func all() -> [ModelFinding] {
        emptiness() + duplicateEntities() + depth() + fetchRequests() + configurations()
            + compositeTypes()
            + zip(schema.entities, places.entities).flatMap { entity, places in
                duplicates(entity, places) + inheritance(entity, places)
                    + relationships(entity, places) + keys(entity, places)
                    + attributes(entity.attributes, places.attributes)
            }
    }

    private func emptiness() -> [ModelFinding] {
        guard schema.entities.isEmpty else { return [] }
        return [
            ModelFinding(
                "empty-model",
                .warning,
                at: places.model,
                "the model has no entity",
                fix: "add an entity in the model editor"
            )
        ]
    }

    private func duplicateEntities() -> [ModelFinding] {
        repeated(schema.entities.map(\.name)).map { position, first in
            let name = schema.entities[position].name
            let line = source.lineNumber(at: places.entities[first].tag)
            return ModelFinding(
                "duplicate-entity",
                at: places.entities[position].tag,
                "two entities are called \"\(name)\", the first in line \(line)",
                fix: "rename one of them"
            )
        }
    }

    private func duplicates(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding]
    {
        let names = entity.propertyNames + entity.fetchedProperties.map(\.name)
        let offsets = places.attributes + places.relationships + places.fetchedProperties
        return repeated(names).map { position, _ in
            ModelFinding(
                "duplicate-property",
                at: offsets[position],
                "the entity \"\(entity.name)\" has two properties \"\(names[position])\"",
                fix: "rename one of them"
            )
        }
    }

    private func inheritance(_ entity: Entity, _ places: ModelPlaces.EntityPlaces) -> [ModelFinding]
    {
        guard let parent = entity.parent else { return [] }
        let offset = source.offset(of: "parentEntity", inTagAt: places.tag)
        guard index[parent] != nil else {
            return [
                ModelFinding(
                    "unknown-parent",
                    at: offset,
                    "the parent \"\(parent)\" of \"\(entity.name)\" is not in the model",
                    fix: .nearOrListed(parent, index.names)
                )
            ]
        }
        guard let cycle = index.cycle(through: entity) else { return [] }
        return [
            ModelFinding(
                "inheritance-cycle",
                at: offset,
                "\"\(entity.name)\" is its own ancestor: \(cycle)",
                fix: "remove the parent of one of them"
            )
        ]
    }

    /// Returns a finding about the first entity with too many ancestors. Its descendants, which
    /// have even more, are not reported.
    private func depth() -> [ModelFinding] {
        let deepest = EntityIndex.deepest
        guard
            let (entity, places) = zip(schema.entities, places.entities).first(where: { entity, _ in
                index.cycle(through: entity) == nil && index.ancestors(of: entity).count >= deepest
            })
        else { return [] }
        return [
            ModelFinding(
                "deep-inheritance",
                at: source.offset(of: "parentEntity", inTagAt: places.tag),
                "\"\(entity.name)\" has \(deepest) or more ancestors: each entity repeats the properties of all its ancestors",
                expected: "fewer than \(deepest)",
                fix: "remove levels of the inheritance"
            )
        ]
    }

    private func attributes(_ attributes: [Attribute], _ offsets: [Int]) -> [ModelFinding] {
        zip(attributes, offsets).compactMap { attribute, offset in
            if let name = attribute.compositeName,
                !composites.contains(name)
            {
                return ModelFinding(
                    "unknown-composite",
                    .warning,
                    at: source.offset(of: "composite", inTagAt: offset),
                    "the composite type \"\(name)\" of \"\(attribute.name)\" is not in the model",
                    fix: .nearOrListed(name, schema.composites.map(\.name))
                )
            }
            if attribute.isDerived, attribute.derivation == nil {
                return ModelFinding(
                    "no-derivation",
                    .warning,
                    at: offset,
                    "the derived attribute \"\(attribute.name)\" has no expression",
                    expected: "derivationExpression=\"…\"",
                    fix: "enter one in the model editor, or make the attribute not derived"
                )
            }
            return nil
        }
    }

    private func compositeTypes() -> [ModelFinding] {
        zip(schema.composites, places.composites).flatMap { composite, places in
            attributes(composite.attributes, places.attributes)
                + repeated(composite.attributes.map(\.name)).map { position, _ in
                    ModelFinding(
                        "duplicate-property",
                        at: places.attributes[position],
                        "the composite type \"\(composite.name)\" has two attributes \"\(composite.attributes[position].name)\"",
                        fix: "rename one of them"
                    )
                }
        }
    }
}

/// Returns the position of each repeated name, with the position of its first occurrence. Empty
/// names are ignored.
func repeated(_ names: [String]) -> [(position: Int, first: Int)] {
    var seen: [String: Int] = [:]
    return names.enumerated().compactMap { position, name in
        if name.isEmpty { return nil }
        if let first = seen[name] { return (position, first) }
        seen[name] = position
        return nil
    }
}
