// Made by cdgen from Club.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Club.
nonisolated enum ClubModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Club",
        statements: [
            """
            CREATE TABLE "Locker" (
                "code" TEXT PRIMARY KEY NOT NULL,
                "team" INTEGER REFERENCES "Team" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Locker.team" ON "Locker" ("team")
            """,
            """
            CREATE TABLE "Note" (
                "_id" INTEGER PRIMARY KEY,
                "text" TEXT NOT NULL,
                "person" TEXT NOT NULL REFERENCES "Person" ("personID") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Note.person" ON "Note" ("person")
            """,
            """
            CREATE TABLE "Person" (
                "born" REAL,
                "isActive" INTEGER NOT NULL,
                "joined" REAL,
                "name" TEXT NOT NULL,
                "number" INTEGER,
                "personID" TEXT PRIMARY KEY NOT NULL,
                "photo" BLOB,
                "price" TEXT,
                "score" REAL,
                "site" TEXT,
                "token" TEXT,
                "team" INTEGER REFERENCES "Team" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Person.team" ON "Person" ("team")
            """,
            """
            CREATE TABLE "Team" (
                "id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL
            )
            """,
        ],
        records: [
            Locker.self,
            Note.self,
            Person.self,
            Team.self,
        ]
    )
}
