import Diagnostics
import Schema
import XML

extension ReadSchema {
    /// A copy for code generation, in which repeated identical entities occur only once. Careless
    /// merges may leave such repetitions, which are reported as warnings. Two entities with the
    /// same name remain an error if they differ or have no properties.
    package var withoutRepeatedEntities: ReadSchema {
        let alike = repeated(schema.entities.map(\.name)).filter { position, first in
            let entity = schema.entities[position]
            return entity == schema.entities[first] && !entity.propertyNames.isEmpty
        }
        if alike.isEmpty { return self }
        var result = self
        let offsets = alike.map { places.entities[$0.position].tag }
        let found = Set(offsets.map { source.place(at: $0) })
        for index in diagnostics.indices where diagnostics[index].id == "duplicate-entity" {
            guard let place = diagnostics[index].place, found.contains(place) else { continue }
            result.diagnostics[index].severity = .warning
            result.diagnostics[index].problem +=
                "; the entities are identical, and this entity is ignored"
            result.diagnostics[index].fix = "remove one of the entities"
        }
        let left = Set(alike.map(\.position))
        let kept = schema.entities.indices.filter { !left.contains($0) }
        result.schema.entities = kept.map { schema.entities[$0] }
        result.places.entities = kept.map { places.entities[$0] }
        return result
    }
}
