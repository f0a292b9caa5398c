// Made by cdgen from Bench.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Bench.
nonisolated enum BenchModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Bench",
        statements: [
            """
            CREATE TABLE "Place" (
                "id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "country" TEXT,
                "latitude" REAL NOT NULL,
                "population" INTEGER
            )
            """
        ],
        records: [
            Place.self
        ]
    )
}
