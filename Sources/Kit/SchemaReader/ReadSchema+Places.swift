package import Diagnostics
package import Schema
import XML

extension ReadSchema {
    /// Returns the position of a part of the model in the file. Returns nil if there is no such
    /// part.
    package func place(of part: ModelPart) -> Diagnostic.Place? {
        switch part {
        case .entity(let name): return place(ofEntity: name)
        case .property(let name, let entity): return place(ofEntity: entity, property: name)
        case .fetchRequest(let index): return place(index, in: places.fetchRequests)
        case .configuration(let index): return place(index, in: places.configurations)
        }
    }

    private func place(_ index: Int, in offsets: [Int]) -> Diagnostic.Place? {
        offsets.indices.contains(index) ? source.place(at: offsets[index]) : nil
    }

    /// Returns the position of an entity, or of one of its properties, in the file. Returns nil if
    /// the entity or the property does not exist.
    package func place(ofEntity name: String, property: String? = nil) -> Diagnostic.Place? {
        guard let index = schema.entities.firstIndex(where: { $0.name == name }),
            places.entities.indices.contains(index)
        else { return nil }
        let entity = schema.entities[index]
        let places = places.entities[index]
        guard let property else { return source.place(at: places.tag) }
        let named =
            zip(entity.attributes.map(\.name), places.attributes).map { ($0, $1) }
            + zip(entity.relationships.map(\.name), places.relationships).map { ($0, $1) }
            + zip(entity.fetchedProperties.map(\.name), places.fetchedProperties).map { ($0, $1) }
        return named.first { $0.0 == property }.map { source.place(at: $0.1) }
    }
}
