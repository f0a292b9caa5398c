import Schema
import XML

/// A run of all lint rules on one model.
struct Lint {
    let schema: Schema
    let places: ModelPlaces
    let source: SourceText
    let index: EntityIndex
    /// The names of each entity's attributes and relationships, without inherited ones.
    let declared: [String: Set<String>]
    private(set) var findings = ModelFindings()

    init(_ read: ReadSchema) {
        schema = read.schema
        places = read.places
        source = read.source
        index = EntityIndex(schema)
        let names = schema.entities.map { ($0.name, Set($0.propertyNames)) }
        declared = Dictionary(names) { first, _ in first }
    }

    mutating func check() {
        sharedClasses()
        sameEntityNames()
        sameTypes()
        for (entity, places) in zip(schema.entities, places.entities) {
            self.entity(entity, places)
            sameNames(entity, places)
            redeclared(entity, places)
            cloudKit(entity, places)
            for (attribute, offset) in zip(entity.attributes, places.attributes) {
                self.attribute(attribute, at: offset)
                name(attribute.name, of: entity, at: offset)
            }
            for (relationship, offset) in zip(entity.relationships, places.relationships) {
                self.relationship(relationship, of: entity, at: offset)
                name(relationship.name, of: entity, at: offset)
            }
            for (property, offset) in zip(entity.fetchedProperties, places.fetchedProperties) {
                name(property.name, of: entity, at: offset)
            }
        }
        for (composite, places) in zip(schema.composites, places.composites) {
            for (attribute, offset) in zip(composite.attributes, places.attributes) {
                self.attribute(attribute, at: offset)
            }
        }
    }

    mutating func report(
        _ rule: LintRule,
        _ key: String? = nil,
        at offset: Int,
        _ problem: String,
        expected: String? = nil,
        fix: String? = nil
    ) {
        findings.report(
            rule.rawValue,
            rule.severity,
            at: key.map { source.offset(of: $0, inTagAt: offset) } ?? offset,
            problem,
            expected: expected,
            fix: fix.map { .text($0) }
        )
    }
}
