package import QueryCompiler
import QueryWords

/// Returns the file with the protocol of the model's manager. The protocol requires a method for
/// each fetch request of the model and for each of `queries`.
package func generateInterface(
    _ model: ModelContext,
    _ queries: [(context: QueryContext, shape: QueryShape)]
) -> GeneratedFile {
    let asked = queries.map { query in
        var context = query.context
        context.sentence = query.shape.sentence(context.sentence)
        return ManagerMethod(context, query.shape)
    }
    return GeneratedFile(
        name: "\(interfaceName(model.name)).swift",
        renderInterface(model, model.requests.map { ManagerMethod($0, QueryShape()) } + asked),
        isInterface: true
    )
}

/// Returns the name of the protocol in the interface module. The manager, which is in the
/// implementation's module, conforms to it.
func interfaceName(_ model: String) -> String { "\(model)Records" }

/// Returns the code of the interface's protocol. The protocol requires a property for each data
/// access object, and methods for the relationships and for `queries`.
func renderInterface(_ model: ModelContext, _ queries: [ManagerMethod]) -> Code {
    let access = model.options.access
    let objects: [Code] = model.entities.map { "var \($0.plural): any \($0.type)DAO { get }" }
    let groups = relationshipMethods(model) + queries.map { [$0] }
    let methods = groups.map { Code.joined($0.map(\.requirement), by: "\n") }
    let foundation = queries.contains(where: \.isOfFoundation) ? ["Foundation"] : []
    let parts = (objects.isEmpty ? [] : [.joined(objects, by: "\n")]) + methods
    let used = objects.isEmpty ? [] : ["DataAccess"]
    let exposed = (model.exposesDataAccess ? used : []) + foundation
    return """
        \(head(of: model.source))

        \(imports(access, exposed: exposed, used: used))

        /// The records of the model \(model.name), in any kind of store.
        \(access.prefix)nonisolated protocol \(interfaceName(model.name)): Sendable {
        \(indented: .joined(parts, by: "\n\n"), 1)
        }

        """
}
