import Schema
import XML

/// Applies the lint rules to one model.
struct Lint {
    let schema: Schema
    let places: ModelPlaces
    let source: SourceText
    let index: EntityIndex

    init(_ read: ReadSchema) {
        schema = read.schema
        places = read.places
        source = read.source
        index = EntityIndex(schema)
    }

    func all() -> [ModelFinding] {
        var found = sharedClasses() + sameEntityNames()
        for (entity, places) in zip(schema.entities, places.entities) {
            found += self.entity(entity, places) + sameNames(entity, places)
            found += redeclared(entity, places) + cloudKit(entity, places)
            for (attribute, offset) in zip(entity.attributes, places.attributes) {
                found += self.attribute(attribute, at: offset)
                found += name(attribute.name, of: entity, at: offset)
            }
            for (relationship, offset) in zip(entity.relationships, places.relationships) {
                found += self.relationship(relationship, of: entity, at: offset)
                found += name(relationship.name, of: entity, at: offset)
            }
            for (property, offset) in zip(entity.fetchedProperties, places.fetchedProperties) {
                found += name(property.name, of: entity, at: offset)
            }
        }
        for (composite, places) in zip(schema.composites, places.composites) {
            for (attribute, offset) in zip(composite.attributes, places.attributes) {
                found += self.attribute(attribute, at: offset)
            }
        }
        return found
    }

    func finding(
        _ rule: LintRule,
        _ key: String? = nil,
        at offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) -> ModelFinding {
        ModelFinding(
            rule.rawValue,
            rule.severity,
            at: key.map { source.offset(of: $0, inTagAt: offset) } ?? offset,
            problem,
            expected: expected,
            fix: fix.map { .text($0) }
        )
    }
}
