// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import CacheStore

/// The tables of the model Bench.
nonisolated enum BenchModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Bench",
        records: [Place.self]
    )
}
