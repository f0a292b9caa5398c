import Schema

extension ReadSchema {
    /// A copy for code generation, without repeated entities and without contradictory inverses.
    package var forGeneration: ReadSchema { withoutRepeatedEntities.withoutForeignInverses }

    /// A copy without contradictory inverses. If relationship `a` names `b` as its inverse, but `b`
    /// names `c`, then `a` has no inverse in the copy. The reader has already reported this inverse
    /// of `a` as a warning.
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
