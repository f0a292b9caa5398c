package import Diagnostics
import Parallel
import QueryCompiler
package import Schema

/// The information from which a model's code is generated. All names and types are already
/// determined, so rendering only inserts them into text.
package struct ModelContext: Sendable, Hashable {
    /// The model's name as a Swift type, such as `Sample`.
    package var name: String
    /// Name of the generated type that opens the store and gives access to the records, such as
    /// `SampleManager`.
    package var managerName: String
    /// The model's folder name, such as `Sample.xcdatamodeld`. The first line of every generated
    /// Swift file contains it.
    package var source: String
    package var entities: [EntityContext]
    /// The schema from which code is generated, without inherited properties: each entity has only
    /// the properties that the model file declares for it.
    package var declared: Schema
    /// SQL that creates the tables, indexes and triggers.
    package var statements: [String] { createStatements(for: declared) }
    /// The model's version; nil if the model has only one version and that version has the model's
    /// name.
    package var version: GeneratedVersion?
    package var options = GenerationOptions()
    package var backend: GenerationOptions.Backend { options.backend }
    /// The model's fetch requests and fetched properties.
    package var requests: [QueryContext] = []
}

/// The context of a model, and the diagnostics from its creation.
package struct ContextResult: Sendable {
    package var context: ModelContext
    /// Diagnostics about the model. If one of them is an error, nothing is generated.
    package var diagnostics: [Diagnostic]
}

/// Returns the names, columns and statements from which the code for `schema` is generated. Also
/// returns diagnostics about the model.
///
/// - Parameter isSingleFile: whether all code is written to one file.
package func modelContext(
    for schema: Schema,
    source: String,
    version: GeneratedVersion? = nil,
    options: GenerationOptions = GenerationOptions(),
    isSingleFile: Bool = false,
    locate: ModelLocator = { _ in nil }
) -> ContextResult {
    let schema = options.applied(to: schema)
    let declared = schema.withoutTransientAttributes.withoutDefaultsOfKeys
    let whole = declared.withInheritedProperties
    let names = ManagerNames(whole)
    let type = modelTypeName(schema.name)
    var context = ModelContext(
        name: type,
        managerName: "\(type)Manager",
        source: source,
        entities: [],
        declared: declared,
        version: version
    )
    var (problems, remarks): ([ModelProblem], [ModelProblem]) = ([], [])
    let jobs = [.problems, .remarks] + whole.entities.indices.map(Job.entity)
    let parts = concurrently(jobs) { job -> Part in
        switch job {
        case .problems:
            .problems(
                nameProblems(in: declared, options) + ruleProblems(in: schema)
                    + redeclarations(in: declared)
            )
        case .remarks:
            .remarks(
                options.backend == .coredata ? coreDataRemarks(on: schema) : omissions(in: schema)
            )
        case .entity(let index):
            .entity(
                EntityContext(
                    whole.entities[index],
                    in: whole,
                    types: options.types,
                    names: names
                )
            )
        }
    }
    for part in parts {
        switch part {
        case .entity(let entity): context.entities.append(entity)
        case .problems(let found): problems = found
        case .remarks(let found): remarks = found
        }
    }
    let requests =
        problems.isEmpty
        ? requestContexts(
            for: declared,
            source: source,
            options: options,
            isSingleFile: isSingleFile
        )
        : (queries: [], problems: [])
    context.options = options
    context.requests = requests.queries
    return ContextResult(
        context: context,
        diagnostics: (problems.isEmpty ? remarks + requests.problems : problems)
            .map { $0.diagnostic(locate) }
    )
}

/// A job in the analysis of a model. All jobs run concurrently.
private enum Job: Sendable {
    case problems, remarks
    /// The analysis of the entity at this index.
    case entity(Int)
}

/// The result of a ``Job``.
private enum Part: Sendable {
    case entity(EntityContext)
    case problems([ModelProblem])
    case remarks([ModelProblem])
}
