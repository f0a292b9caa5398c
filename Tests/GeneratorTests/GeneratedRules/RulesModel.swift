// Made by cdgen from Rules.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Rules.
nonisolated enum RulesModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Rules",
        statements: [
            """
            CREATE TABLE "Place" (
                "_kind" TEXT NOT NULL,
                "id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "searchName" TEXT NOT NULL,
                "country" TEXT REFERENCES "Country" ("code") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED,
                "area" REAL CHECK ("area" NOTNULL OR "_kind" NOT IN ('Town', 'Capital')),
                "code" TEXT,
                "Village.area" TEXT,
                "nearest" INTEGER REFERENCES "Place" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "nearest.position" INTEGER,
                "changed" REAL,
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
            CREATE TRIGGER "Village.nearest:moved" AFTER UPDATE OF "nearest" ON "Place"
            WHEN OLD."nearest" IS NOT NEW."nearest"
            BEGIN
                UPDATE "Place" SET "nearest.position" = NULL WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TABLE "Country" (
                "code" TEXT PRIMARY KEY NOT NULL,
                "founded" REAL,
                "people" INTEGER,
                "tally" INTEGER
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
                "reel" INTEGER REFERENCES "Album" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "reel.position" INTEGER,
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
            CREATE INDEX "Photo.reel" ON "Photo" ("reel")
            """,
            """
            CREATE INDEX "Photo.next" ON "Photo" ("next")
            """,
            """
            CREATE TRIGGER "Photo.reel:moved" AFTER UPDATE OF "reel" ON "Photo"
            WHEN OLD."reel" IS NOT NEW."reel"
            BEGIN
                UPDATE "Photo" SET "reel.position" = NULL WHERE "_id" = NEW."_id";
            END
            """,
            """
            CREATE TABLE "Tag" (
                "name" TEXT PRIMARY KEY NOT NULL
            )
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
            CREATE TABLE "Tag.akin" (
                "source" TEXT NOT NULL REFERENCES "Tag" ("name") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" TEXT NOT NULL REFERENCES "Tag" ("name") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Tag.akin:target" ON "Tag.akin" ("target")
            """,
            """
            CREATE TABLE "Tag.places" (
                "source" TEXT NOT NULL REFERENCES "Tag" ("name") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Place" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "cascades" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Tag.places:target" ON "Tag.places" ("target")
            """,
            """
            CREATE TABLE "Album.tags" (
                "source" INTEGER NOT NULL REFERENCES "Album" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" TEXT NOT NULL REFERENCES "Tag" ("name") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "position" INTEGER,
                "targetPosition" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Album.tags:target" ON "Album.tags" ("target")
            """,
            """
            CREATE TABLE "Album:denials" (
                "target" INTEGER PRIMARY KEY
                    REFERENCES "Album" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' REFERENCES "Album" ("_id") DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Album:denials:refused" ON "Album:denials" ("refused")
            """,
            """
            CREATE VIEW "Town" AS
            SELECT "id", "name", "searchName", "area", "code", "country"
            FROM "Place"
            WHERE "_kind" IN ('Town', 'Capital')
            """,
            """
            CREATE VIEW "Capital" AS
            SELECT "id", "name", "searchName", "area", "code", "changed", "seat", "country"
            FROM "Place"
            WHERE "_kind" IN ('Capital')
            """,
            """
            CREATE VIEW "Village" AS
            SELECT "id", "name", "searchName", "Village.area" AS "area", "country", "nearest", "nearest.position"
            FROM "Place"
            WHERE "_kind" IN ('Village')
            """,
            """
            CREATE TRIGGER "Tag.albums:deny" BEFORE DELETE ON "Tag"
            BEGIN
                INSERT INTO "Album:denials" ("target") SELECT "source" FROM "Album.tags" WHERE "target" = OLD."name" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Tag.places:cascade" BEFORE DELETE ON "Tag"
            BEGIN
                UPDATE "Tag.places" SET "cascades" = 1 WHERE "source" = OLD."name";
            END
            """,
            """
            CREATE TRIGGER "Tag.places:pair" AFTER DELETE ON "Tag.places"
            WHEN OLD."cascades" = 1
            BEGIN
                DELETE FROM "Place" WHERE "id" = OLD."target";
            END
            """,
            """
            CREATE TRIGGER "Photo.album:deny" BEFORE DELETE ON "Photo"
            BEGIN
                INSERT INTO "Album:denials" ("target") SELECT "_id" FROM "Album" WHERE "_id" = OLD."album" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Photo.next:cascade" AFTER DELETE ON "Photo"
            WHEN OLD."next" NOTNULL
            BEGIN
                DELETE FROM "Photo" WHERE "_id" = OLD."next";
            END
            """,
            """
            CREATE TRIGGER "Photo.visit:taken" AFTER INSERT ON "Photo"
            WHEN NEW."visit" NOTNULL
            BEGIN
                UPDATE "Photo" SET "visit" = NULL WHERE "visit" = NEW."visit" AND "_id" <> NEW."_id";
            END
            """,
            """
            CREATE TRIGGER "Photo.visit:takenOver" AFTER UPDATE OF "visit" ON "Photo"
            WHEN NEW."visit" NOTNULL AND OLD."visit" IS NOT NEW."visit"
            BEGIN
                UPDATE "Photo" SET "visit" = NULL WHERE "visit" = NEW."visit" AND "_id" <> NEW."_id";
            END
            """,
            """
            CREATE TRIGGER "Village.nearest:kind" AFTER INSERT ON "Place"
            WHEN EXISTS (SELECT 1 FROM "Place" WHERE "id" = NEW."nearest" AND "_kind" IN ('Village'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Village.nearest:kindAnew" AFTER UPDATE OF "nearest" ON "Place"
            WHEN EXISTS (SELECT 1 FROM "Place" WHERE "id" = NEW."nearest" AND "_kind" IN ('Village'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Village.nearest:kindLater" AFTER INSERT ON "Place"
            WHEN NEW."_kind" IN ('Village') AND EXISTS (SELECT 1 FROM "Place" WHERE "nearest" = NEW."id")
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Place.searchName:insert" AFTER INSERT ON "Place"
            BEGIN
                UPDATE "Place" SET "searchName" = store_fold_cd(NEW."name") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Place.searchName:update" AFTER UPDATE OF "name", "country" ON "Place"
            BEGIN
                UPDATE "Place" SET "searchName" = store_fold_cd(NEW."name") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Capital.changed:insert" AFTER INSERT ON "Place"
            WHEN NEW."_kind" IN ('Capital')
            BEGIN
                UPDATE "Place" SET "changed" = (julianday('now') - 2451910.5) * 86400.0 WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Capital.changed:update" AFTER UPDATE OF "name", "area", "code", "seat", "country" ON "Place"
            WHEN NEW."_kind" IN ('Capital')
            BEGIN
                UPDATE "Place" SET "changed" = (julianday('now') - 2451910.5) * 86400.0 WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Country.tally:insert" AFTER INSERT ON "Country"
            BEGIN
                UPDATE "Country" SET "tally" = (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = NEW."code") WHERE "code" = NEW."code";
            END
            """,
            """
            CREATE TRIGGER "Country.tally:update" AFTER UPDATE OF "founded", "people" ON "Country"
            BEGIN
                UPDATE "Country" SET "tally" = (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = NEW."code") WHERE "code" = NEW."code";
            END
            """,
            """
            CREATE TRIGGER "Country.tally:added" AFTER INSERT ON "Place"
            BEGIN
                UPDATE "Country" SET "tally" = (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = "Country"."code") WHERE "code" IN (NEW."country");
            END
            """,
            """
            CREATE TRIGGER "Country.tally:removed" AFTER DELETE ON "Place"
            BEGIN
                UPDATE "Country" SET "tally" = (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = "Country"."code") WHERE "code" IN (OLD."country");
            END
            """,
            """
            CREATE TRIGGER "Country.tally:changed" AFTER UPDATE OF "country" ON "Place"
            BEGIN
                UPDATE "Country" SET "tally" = (SELECT count(*) FROM "Place" AS "Country.places" WHERE "Country.places"."country" = "Country"."code") WHERE "code" IN (OLD."country", NEW."country");
            END
            """,
        ],
        records: [
            Place.self,
            Town.self,
            Capital.self,
            Village.self,
            Country.self,
            Visit.self,
            Photo.self,
            Tag.self,
            Album.self,
        ]
    )
}
