import Schema

extension ReadSchema {
    /// A copy for code generation, without identical copies of entities, and without inverses that
    /// belong to other relationships.
    package var forGeneration: ReadSchema { withoutRepeatedEntities.withoutForeignInverses }

    /// A copy without inverses that belong to other relationships. A relationship loses its inverse
    /// if that inverse names a different relationship as its own inverse. Such inverses are
    /// reported as warnings.
    private var withoutForeignInverses: ReadSchema {
        let index = EntityIndex(schema)
        var entities = schema.entities
        var isChanged = false
        for (place, entity) in schema.entities.enumerated() {
            for (number, relationship) in entity.relationships.enumerated()
            where index.rival(of: relationship, in: entity) != nil {
                entities[place].relationships[number].inverse = nil
                entities[place].relationships[number].inverseEntity = nil
                isChanged = true
            }
        }
        if !isChanged { return self }
        var result = self
        result.schema.entities = entities
        return result
    }
}
