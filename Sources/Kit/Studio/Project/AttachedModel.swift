import CacheStore
import Diagnostics
import Generator
import JSON
import Schema
import Synchronization

/// A model that has been read, and the records on which the studio tries queries.
final class AttachedModel: Sendable {
    let project: ProjectModel
    /// Schema of the store, without transient attributes.
    let schema: Schema
    let records: Records
    /// The reason why the store file could not be read. `records` then contains sample data
    /// instead. Nil if the file was read, or if no file was given.
    let storeProblem: String?
    /// An empty store of the model, from which query plans are obtained. It is created when the
    /// first plan is needed.
    private let planner = Mutex<CacheStore?>(nil)
    private let taken = Mutex<TakenNames?>(nil)

    init(_ project: ProjectModel, store: String?) throws {
        self.project = project
        schema = project.declared.withoutTransientAttributes

        var problem: String?
        var found: Records?
        if let store {
            do {
                found = try Records.store(at: store, of: schema)
            } catch let error as DiagnosticError {
                problem = error.diagnostics.map(\.text).joined(separator: "\n")
            }
        }
        records = found ?? .sample(of: schema)
        storeProblem = problem
    }

    /// Returns the reason why `name` cannot be the name of a query; nil if it can.
    func problem(ofName name: String) -> String? {
        if !isMethodName(name) {
            return "\"\(name.prefix(100))\" is not a valid name for a Swift method"
        }
        return taken.withLock { taken in
            let names = taken ?? TakenNames(context.context)
            taken = names
            // A predicate without a form is saved in a separate file, even if all other code is in
            // a single file.
            return names.problem(of: name)
        }
    }

    /// The model's folder name.
    var source: String { project.source }

    private var context: ContextResult {
        modelContext(for: project.declared, source: source, options: project.options)
    }

    /// Returns SQLite's query plan for `sql`, one line for each step.
    func plan(of sql: String) -> [String] { (try? openedPlanner()?.queryPlan(of: sql)) ?? [] }

    private func openedPlanner() -> CacheStore? {
        planner.withLock { store in
            if store == nil {
                let statements = modelContext(for: schema, source: schema.name).context.statements
                store = try? CacheStore(
                    inMemory: StoreModel(name: schema.name, statements: statements)
                )
            }
            return store
        }
    }
}

extension AttachedModel {
    /// The model as JSON for the page: its schema, its settings, and the origin of its records.
    var json: JSONNode {
        let inherited = schema.withInheritedProperties
        let names = Set(inherited.entities.flatMap(\.propertyNames))
        return [
            "name": JSONNode(schema.name),
            "source": JSONNode(source),
            "origin": JSONNode(records.origin),
            "storeProblem": JSONNode(storeProblem),
            "settings": JSONNode(project.settings),
            "entities": JSONNode(inherited.entities.map { entity(named: $0, in: inherited) }),
            // Names of properties that cannot be used as keys in a predicate.
            "notKeys": JSONNode(names.filter { !canBeKey($0) }.sorted().map { JSONNode($0) }),
        ]
    }

    private func entity(named entity: Entity, in schema: Schema) -> JSONNode {
        [
            "name": JSONNode(entity.name),
            "plural": JSONNode(pluralName(entity.name).filter { $0 != "`" }),
            "abstract": JSONNode(entity.isAbstract),
            "parent": JSONNode(entity.parent),
            "attributes": JSONNode(
                entity.attributes.map {
                    [
                        "name": JSONNode($0.name), "type": JSONNode($0.type.rawValue),
                        "optional": JSONNode($0.isOptional),
                        "identity": JSONNode($0.name == entity.identityAttribute?.name),
                    ]
                }
            ),
            "relationships": JSONNode(
                entity.relationships.map { relationship in
                    let storage = schema.storage(of: relationship, in: entity)
                    let isKept = if case .none = storage { false } else { true }
                    return [
                        "name": JSONNode(relationship.name),
                        "to": JSONNode(relationship.destination),
                        "many": JSONNode(relationship.isToMany), "kept": JSONNode(isKept),
                    ]
                }
            ),
        ]
    }
}
