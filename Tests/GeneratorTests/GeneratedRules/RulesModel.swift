// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Rules.
enum RulesModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Rules",
        statements: [
            """
            CREATE TABLE "Place" (
                "_kind" TEXT NOT NULL,
                "id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "country" TEXT REFERENCES "Country" ("code") ON DELETE RESTRICT DEFERRABLE INITIALLY DEFERRED,
                "area" REAL CHECK ("area" NOTNULL OR "_kind" NOT IN ('Town', 'Capital')),
                "code" TEXT,
                "Village.area" TEXT,
                "nearest" INTEGER REFERENCES "Place" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "seat" TEXT
            )
            """,
            """
            CREATE INDEX "Place.country" ON "Place" ("country")
            """,
            """
            CREATE INDEX "Village.nearest" ON "Place" ("nearest")
            """,
            """
            CREATE UNIQUE INDEX "Town!1" ON "Place" ("code")
            """,
            """
            CREATE TABLE "Country" (
                "code" TEXT PRIMARY KEY NOT NULL,
                "founded" REAL,
                "people" INTEGER
            )
            """,
            """
            CREATE TABLE "Visit" (
                "_id" INTEGER PRIMARY KEY,
                "day" TEXT NOT NULL,
                "place" INTEGER NOT NULL REFERENCES "Place" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Visit.place" ON "Visit" ("place")
            """,
            """
            CREATE TABLE "Photo" (
                "_id" INTEGER PRIMARY KEY,
                "title" TEXT,
                "visit" INTEGER REFERENCES "Visit" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "album" INTEGER REFERENCES "Album" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "next" INTEGER REFERENCES "Photo" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Photo.visit" ON "Photo" ("visit")
            """,
            """
            CREATE INDEX "Photo.album" ON "Photo" ("album")
            """,
            """
            CREATE INDEX "Photo.next" ON "Photo" ("next")
            """,
            """
            CREATE TABLE "Album" (
                "_id" INTEGER PRIMARY KEY,
                "shelf" TEXT NOT NULL,
                "number" INTEGER NOT NULL,
                "title" TEXT
            )
            """,
            """
            CREATE UNIQUE INDEX "Album!1" ON "Album" ("shelf", "number")
            """,
            """
            CREATE VIEW "Town" AS
            SELECT "id", "name", "area", "code", "country"
            FROM "Place"
            WHERE "_kind" IN ('Town', 'Capital')
            """,
            """
            CREATE VIEW "Capital" AS
            SELECT "id", "name", "area", "code", "seat", "country"
            FROM "Place"
            WHERE "_kind" IN ('Capital')
            """,
            """
            CREATE VIEW "Village" AS
            SELECT "id", "name", "Village.area" AS "area", "country", "nearest"
            FROM "Place"
            WHERE "_kind" IN ('Village')
            """,
            """
            CREATE TRIGGER "Photo.album:deny" BEFORE DELETE ON "Photo"
            WHEN EXISTS (SELECT 1 FROM "Album" WHERE "_id" = OLD."album")
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Photo.next:cascade" AFTER DELETE ON "Photo"
            WHEN OLD."next" NOTNULL
            BEGIN
                DELETE FROM "Photo" WHERE "_id" = OLD."next";
            END
            """,
        ],
        entities: [
            Place.entity,
            Town.entity,
            Capital.entity,
            Village.entity,
            Country.entity,
            Visit.entity,
            Photo.entity,
            Album.entity,
        ]
    )
}
