import QueryCompiler

/// Returns a class diagram, in Mermaid's language, of the types that cdgen generates for a model.
/// It shows the manager with its relationships and queries. For each entity, it shows the record
/// type and the protocol of the data access object.
package func codeDiagram(_ model: ModelContext) -> String {
    var diagram = ClassDiagram()
    let objects = model.entities.map { "\($0.plural): any \($0.type)DAO" }
    let methods =
        relationshipMethods(model) + [model.requests.map { ManagerMethod($0, QueryShape()) }]
    diagram.add(model.managerName, "struct", members: objects + methods.joined().map(line))
    for entity in model.entities {
        diagram.add("\(entity.type)DAO", "protocol", members: [])
        let properties = entity.properties.map {
            "\($0.name): \($0.destination.map { "\($0).Identity" } ?? $0.type)\($0.isOptional ? "?" : "")"
        }
        diagram.add(
            entity.type,
            "struct",
            members: ["identity: \(entity.type).Identity"] + properties
        )
    }
    for entity in model.entities {
        diagram.depend(model.managerName, on: "\(entity.type)DAO", label: entity.plural)
        diagram.depend("\(entity.type)DAO", on: entity.type, label: "saves, lists, deletes")
        for property in entity.properties {
            if let destination = property.destination {
                diagram.depend(entity.type, on: destination, label: property.name)
            }
        }
    }
    return diagram.text
}

/// Returns the method's signature on one line, such as `books(of author: Author): Set<Book>`.
private func line(_ method: ManagerMethod) -> String {
    let parameters = Code.joined(method.parameters, by: ", ")
    let line: Code = "\(method.name)(\(parameters))"
    return method.result.byteCount == 0 ? line.text : "\(line) \(method.result)"
}
