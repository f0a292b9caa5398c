import CacheStore
import DataAccess
import Diagnostics
import Generator
import Schema
import Testing

extension StoreModel {
    /// The definition of a model without generated code: the statements are the generator's.
    init(_ schema: Schema, _ version: ModelVersion? = nil) throws {
        let made = modelContext(for: schema, source: "\(schema.name).xcdatamodeld")
        let refusals = made.diagnostics.filter { $0.severity == .error }
        try #require(refusals.isEmpty, "\(refusals.map(\.text))")
        let context = made.context
        self.init(
            schema.withoutTransientAttributes.withInheritedProperties,
            version: version,
            statements: context.statements,
            uniqueness: Dictionary(
                uniqueKeysWithValues: context.entities.map { ($0.name, $0.uniqueness) }
            )
        )
    }
}
