import CacheStore
import Diagnostics
import Foundation
import Generator
import QueryForm
import Schema
import SchemaReader
import Synchronization

/// A model that has been read, with records to try queries on.
final class AttachedModel: Sendable {
    let path: String
    /// The model's folder name, for the head of generated files.
    let source: String
    /// What the store keeps of it.
    let schema: Schema
    private let declared: Schema
    let diagnostics: [Diagnostic]
    let records: Records
    /// Why the store file that was asked for is not what `records` come from.
    let storeProblem: String?
    private let planner: Planner
    private let taken = Mutex<TakenNames?>(nil)

    /// - Throws: `DiagnosticError` where there is no model, or one with errors.
    init(at path: String, store: String?) throws {
        self.path = path
        source = URL(fileURLWithPath: path).lastPathComponent
        let read = try readSchema(at: path).withoutRepeatedEntities
        if read.hasErrors {
            throw DiagnosticError(read.diagnostics.filter { $0.severity == .error })
        }
        declared = read.schema
        schema = read.schema.withoutTransientAttributes
        diagnostics = read.diagnostics
        planner = Planner(read.schema, source: source)
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

    /// Why a query cannot be called `name`; nil where it can.
    func problem(ofName name: String) -> String? {
        if !isMethodName(name) {
            return "\"\(name.prefix(100))\" cannot name a Swift method"
        }
        return taken.withLock { taken in
            let names = taken ?? TakenNames(context.context)
            taken = names
            return names.problem(of: name)
        }
    }

    var context: ContextResult { modelContext(for: declared, source: source) }

    /// How SQLite would go about `sql`, a line for each step.
    func plan(of sql: String) -> [String] { planner.plan(of: sql) }
}

/// An empty store of the model, made when the first plan is asked for.
private final class Planner: Sendable {
    private let schema: Schema
    private let source: String
    private let store = Mutex<CacheStore?>(nil)

    init(_ schema: Schema, source: String) {
        self.schema = schema
        self.source = source
    }

    func plan(of sql: String) -> [String] {
        guard let store = opened() else { return [] }
        let found = Mutex<[String]>([])
        let done = DispatchSemaphore(value: 0)
        // The caller is a thread of its own, so waiting holds nobody up; the task runs on a queue of
        // its own, so that it never waits for others either.
        Task.detached(executorPreference: PlanExecutor()) {
            let lines = try? await store.read { connection in
                try connection.rows("EXPLAIN QUERY PLAN \(sql)") { $0.string(3) ?? "" }
            }
            found.withLock { $0 = lines ?? [] }
            done.signal()
        }
        _ = done.wait(timeout: .now() + 2)
        return found.withLock { $0 }
    }

    private func opened() -> CacheStore? {
        store.withLock { store in
            if store == nil {
                let statements = modelContext(for: schema, source: source).context.statements
                store = try? CacheStore(
                    inMemory: StoreModel(name: schema.name, statements: statements)
                )
            }
            return store
        }
    }
}

private final class PlanExecutor: TaskExecutor {
    private let queue = DispatchQueue(label: "studio-plan")

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        let executor = asUnownedTaskExecutor()
        queue.async { job.runSynchronously(on: executor) }
    }
}

extension AttachedModel {
    /// The schema as the page draws it.
    var json: JSONNode {
        let inherited = schema.withInheritedProperties
        return [
            "name": JSONNode(schema.name),
            "source": JSONNode(source),
            "origin": JSONNode(records.origin),
            "storeProblem": JSONNode(storeProblem),
            "warnings": JSONNode(diagnostics.map { JSONNode($0.text) }),
            "entities": JSONNode(inherited.entities.map { entity(named: $0, in: inherited) }),
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
