import CacheStore
import DataAccess
import Diagnostics
import Generator
import QueryCompiler
import Schema

/// The SQL of a query, and what SQLite says of how it would go about it on an empty store.
///
/// - Throws: `DiagnosticError` if SQLite refuses the SQL or the model's tables.
func explained(_ query: CompiledQuery, in schema: Schema) throws -> String {
    let context = modelContext(for: schema, source: schema.name).context
    let sql = selection(of: query, in: schema)
    do {
        let store = try CacheStore(
            inMemory: StoreModel(name: schema.name, statements: context.statements)
        )
        let plan = try store.queryPlan(of: sql)
        return sql + "\n\n" + plan.joined(separator: "\n") + "\n"
    } catch {
        throw DiagnosticError(
            "cannot-explain",
            at: .init(file: "--sql"),
            "SQLite cannot explain the query: \(error)",
            status: .software
        )
    }
}
