import CacheStore
import DataAccess
import Diagnostics
import Generator
import QueryCompiler
import Schema

/// Returns the SQL statement of a query's method, and SQLite's query plan for it in an empty store.
///
/// - Throws: `DiagnosticError` if SQLite rejects the statement, or the SQL that creates the model's
///   tables.
func explained(_ query: QueryContext, _ shape: QueryShape) throws -> String {
    let schema = query.schema
    let context = modelContext(for: schema, source: schema.name).context
    let statement = sql(query, shape)
    do {
        let store = try CacheStore(
            inMemory: StoreModel(name: schema.name, statements: context.statements)
        )
        let plan = try store.queryPlan(of: statement)
        return statement + "\n\n" + plan.joined(separator: "\n") + "\n"
    } catch {
        throw DiagnosticError(
            "cannot-explain",
            at: .init(file: "--sql"),
            "SQLite cannot explain the query: \(error)",
            status: .software
        )
    }
}
