// Made by cdgen from Kin.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Kin.
nonisolated enum KinModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Kin",
        statements: [
            """
            CREATE TABLE "Worker" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "pay" INTEGER NOT NULL,
                "staff" INTEGER,
                "cost" INTEGER,
                "boss" TEXT REFERENCES "Worker" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "firm" TEXT REFERENCES "Firm" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "section" TEXT REFERENCES "Section" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Worker.boss" ON "Worker" ("boss")
            """,
            """
            CREATE INDEX "Worker.firm" ON "Worker" ("firm")
            """,
            """
            CREATE INDEX "Worker.section" ON "Worker" ("section")
            """,
            """
            CREATE TABLE "Key" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "firm" TEXT REFERENCES "Firm" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "section" TEXT REFERENCES "Section" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Key.firm" ON "Key" ("firm")
            """,
            """
            CREATE INDEX "Key.section" ON "Key" ("section")
            """,
            """
            CREATE TABLE "Room" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "firm" TEXT REFERENCES "Firm" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "section" TEXT NOT NULL REFERENCES "Section" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Room.firm" ON "Room" ("firm")
            """,
            """
            CREATE INDEX "Room.section" ON "Room" ("section")
            """,
            """
            CREATE TABLE "Section" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "firm" TEXT REFERENCES "Firm" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Section.firm" ON "Section" ("firm")
            """,
            """
            CREATE TABLE "Firm" (
                "id" TEXT PRIMARY KEY NOT NULL
            )
            """,
            """
            CREATE TABLE "Rung" (
                "id" INTEGER PRIMARY KEY,
                "below" INTEGER REFERENCES "Rung" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Rung.below" ON "Rung" ("below")
            """,
            """
            CREATE TABLE "Branch" (
                "id" INTEGER PRIMARY KEY,
                "stem" INTEGER REFERENCES "Branch" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Branch.stem" ON "Branch" ("stem")
            """,
            """
            CREATE TABLE "Sheep" (
                "id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "Partner" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "spouse" TEXT REFERENCES "Partner" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Partner.spouse" ON "Partner" ("spouse")
            """,
            """
            CREATE TABLE "Crown" (
                "id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "Queen" (
                "id" INTEGER PRIMARY KEY,
                "crown" INTEGER NOT NULL REFERENCES "Crown" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Queen.crown" ON "Queen" ("crown")
            """,
            """
            CREATE TABLE "Desk" (
                "id" INTEGER PRIMARY KEY,
                "owner" TEXT REFERENCES "Partner" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Desk.owner" ON "Desk" ("owner")
            """,
            """
            CREATE TABLE "Badge" (
                "id" INTEGER PRIMARY KEY,
                "holder" TEXT NOT NULL REFERENCES "Partner" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Badge.holder" ON "Badge" ("holder")
            """,
            """
            CREATE TABLE "Spot" (
                "_kind" TEXT NOT NULL,
                "id" TEXT PRIMARY KEY NOT NULL,
                "size" INTEGER,
                "base" TEXT REFERENCES "Spot" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "depth" REAL,
                "guns" INTEGER
            )
            """,
            """
            CREATE INDEX "Camp.base" ON "Spot" ("base")
            """,
            """
            CREATE TABLE "Trail" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "start" TEXT NOT NULL REFERENCES "Spot" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED,
                "goal" TEXT REFERENCES "Spot" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Trail.start" ON "Trail" ("start")
            """,
            """
            CREATE INDEX "Trail.goal" ON "Trail" ("goal")
            """,
            """
            CREATE TABLE "Panel" (
                "id" INTEGER PRIMARY KEY,
                "chart" INTEGER REFERENCES "Chart" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Panel.chart" ON "Panel" ("chart")
            """,
            """
            CREATE TABLE "Chart" (
                "id" INTEGER PRIMARY KEY,
                "source" INTEGER REFERENCES "Source" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Chart.source" ON "Chart" ("source")
            """,
            """
            CREATE TABLE "Source" (
                "id" INTEGER PRIMARY KEY,
                "main" INTEGER REFERENCES "Chart" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Source.main" ON "Source" ("main")
            """,
            """
            CREATE TABLE "Key.holders" (
                "source" TEXT NOT NULL REFERENCES "Key" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" TEXT NOT NULL REFERENCES "Worker" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Key.holders:target" ON "Key.holders" ("target")
            """,
            """
            CREATE TABLE "Sheep.flock" (
                "source" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "cascades" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Sheep.flock:target" ON "Sheep.flock" ("target")
            """,
            """
            CREATE TABLE "Sheep.followers" (
                "source" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "targetPosition" INTEGER,
                "cascades" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Sheep.followers:target" ON "Sheep.followers" ("target")
            """,
            """
            CREATE TABLE "Sheep.leads" (
                "source" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Sheep" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "cascades" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Sheep.leads:target" ON "Sheep.leads" ("target")
            """,
            """
            CREATE TABLE "Trail.camps" (
                "source" TEXT NOT NULL REFERENCES "Trail" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" TEXT NOT NULL REFERENCES "Spot" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Trail.camps:target" ON "Trail.camps" ("target")
            """,
            """
            CREATE TABLE "Panel.sources" (
                "source" INTEGER NOT NULL REFERENCES "Panel" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Source" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "cascades" INTEGER,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Panel.sources:target" ON "Panel.sources" ("target")
            """,
            """
            CREATE TABLE "Worker:denials" (
                "target" TEXT PRIMARY KEY
                    REFERENCES "Worker" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' REFERENCES "Worker" ("id") DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Worker:denials:refused" ON "Worker:denials" ("refused")
            """,
            """
            CREATE TABLE "Key:denials" (
                "target" TEXT PRIMARY KEY
                    REFERENCES "Key" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' REFERENCES "Key" ("id") DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Key:denials:refused" ON "Key:denials" ("refused")
            """,
            """
            CREATE TABLE "Section:denials" (
                "target" TEXT PRIMARY KEY
                    REFERENCES "Section" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' REFERENCES "Section" ("id") DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Section:denials:refused" ON "Section:denials" ("refused")
            """,
            """
            CREATE TABLE "Rung:denials" (
                "target" INTEGER PRIMARY KEY
                    REFERENCES "Rung" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "refused" BLOB NOT NULL DEFAULT x'' REFERENCES "Rung" ("id") DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Rung:denials:refused" ON "Rung:denials" ("refused")
            """,
            """
            CREATE VIEW "Camp" AS
            SELECT "id", "size", "base"
            FROM "Spot"
            WHERE "_kind" IN ('Camp', 'Fort')
            """,
            """
            CREATE VIEW "Fort" AS
            SELECT "id", "size", "guns", "base"
            FROM "Spot"
            WHERE "_kind" IN ('Fort')
            """,
            """
            CREATE VIEW "Pond" AS
            SELECT "id", "depth"
            FROM "Spot"
            WHERE "_kind" IN ('Pond')
            """,
            """
            CREATE TRIGGER "Worker.keys:deny" BEFORE DELETE ON "Worker"
            BEGIN
                INSERT INTO "Key:denials" ("target") SELECT "source" FROM "Key.holders" WHERE "target" = OLD."id" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Key.holders:deny" BEFORE DELETE ON "Key"
            BEGIN
                INSERT INTO "Worker:denials" ("target") SELECT "target" FROM "Key.holders" WHERE "source" = OLD."id" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Sheep.flock:cascade" BEFORE DELETE ON "Sheep"
            BEGIN
                UPDATE "Sheep.flock" SET "cascades" = 1 WHERE "source" = OLD."id";
            END
            """,
            """
            CREATE TRIGGER "Sheep.flock:pair" AFTER DELETE ON "Sheep.flock"
            WHEN OLD."cascades" = 1
            BEGIN
                DELETE FROM "Sheep" WHERE "id" = OLD."target";
            END
            """,
            """
            CREATE TRIGGER "Sheep.follows:cascade" BEFORE DELETE ON "Sheep"
            BEGIN
                UPDATE "Sheep.followers" SET "cascades" = 2 WHERE "target" = OLD."id";
            END
            """,
            """
            CREATE TRIGGER "Sheep.follows:pair" AFTER DELETE ON "Sheep.followers"
            WHEN OLD."cascades" = 2
            BEGIN
                DELETE FROM "Sheep" WHERE "id" = OLD."source";
            END
            """,
            """
            CREATE TRIGGER "Sheep.leads:cascade" BEFORE DELETE ON "Sheep"
            BEGIN
                UPDATE "Sheep.leads" SET "cascades" = 1 WHERE "source" = OLD."id";
            END
            """,
            """
            CREATE TRIGGER "Sheep.leads:pair" AFTER DELETE ON "Sheep.leads"
            WHEN OLD."cascades" = 1
            BEGIN
                DELETE FROM "Sheep" WHERE "id" = OLD."target";
            END
            """,
            """
            CREATE TRIGGER "Panel.sources:cascade" BEFORE DELETE ON "Panel"
            BEGIN
                UPDATE "Panel.sources" SET "cascades" = 1 WHERE "source" = OLD."id";
            END
            """,
            """
            CREATE TRIGGER "Panel.sources:pair" AFTER DELETE ON "Panel.sources"
            WHEN OLD."cascades" = 1
            BEGIN
                DELETE FROM "Source" WHERE "id" = OLD."target";
            END
            """,
            """
            CREATE TRIGGER "Source.panels:cascade" BEFORE DELETE ON "Source"
            BEGIN
                UPDATE "Panel.sources" SET "cascades" = 2 WHERE "target" = OLD."id";
            END
            """,
            """
            CREATE TRIGGER "Source.panels:pair" AFTER DELETE ON "Panel.sources"
            WHEN OLD."cascades" = 2
            BEGIN
                DELETE FROM "Panel" WHERE "id" = OLD."source";
            END
            """,
            """
            CREATE TRIGGER "Key.section:deny" BEFORE DELETE ON "Key"
            BEGIN
                INSERT INTO "Section:denials" ("target") SELECT "id" FROM "Section" WHERE "id" = OLD."section" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Rung.below:deny" BEFORE DELETE ON "Rung"
            BEGIN
                INSERT INTO "Rung:denials" ("target") SELECT "id" FROM "Rung" WHERE "id" = OLD."below" ON CONFLICT DO NOTHING;
            END
            """,
            """
            CREATE TRIGGER "Panel.chart:cascade" AFTER DELETE ON "Panel"
            WHEN OLD."chart" NOTNULL
            BEGIN
                DELETE FROM "Chart" WHERE "id" = OLD."chart";
            END
            """,
            """
            CREATE TRIGGER "Chart.source:cascade" AFTER DELETE ON "Chart"
            WHEN OLD."source" NOTNULL
            BEGIN
                DELETE FROM "Source" WHERE "id" = OLD."source";
            END
            """,
            """
            CREATE TRIGGER "Source.main:cascade" AFTER DELETE ON "Source"
            WHEN OLD."main" NOTNULL
            BEGIN
                DELETE FROM "Chart" WHERE "id" = OLD."main";
            END
            """,
            """
            CREATE TRIGGER "Partner.spouse:paired" AFTER INSERT ON "Partner"
            WHEN NEW."spouse" NOTNULL
            BEGIN
                UPDATE "Partner" SET "spouse" = NEW."id" WHERE "id" = NEW."spouse" AND "spouse" IS NOT NEW."id";
                UPDATE "Partner" SET "spouse" = NULL WHERE "spouse" = NEW."id" AND "id" IS NOT NEW."spouse";
                UPDATE "Partner" SET "spouse" = NULL WHERE "spouse" = NEW."spouse" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Partner.spouse:awaited" AFTER INSERT ON "Partner"
            WHEN NEW."spouse" IS NULL AND EXISTS (SELECT 1 FROM "Partner" WHERE "spouse" = NEW."id")
            BEGIN
                UPDATE "Partner" SET "spouse" = (SELECT "id" FROM "Partner" WHERE "spouse" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Partner.spouse:pairedAnew" AFTER UPDATE OF "spouse" ON "Partner"
            WHEN OLD."spouse" IS NOT NEW."spouse"
            BEGIN
                UPDATE "Partner" SET "spouse" = NEW."id" WHERE "id" = NEW."spouse" AND "spouse" IS NOT NEW."id";
                UPDATE "Partner" SET "spouse" = NULL WHERE "spouse" = NEW."id" AND "id" IS NOT NEW."spouse";
                UPDATE "Partner" SET "spouse" = NULL WHERE "spouse" = NEW."spouse" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Queen.crown:taken" AFTER INSERT ON "Queen"
            WHEN NEW."crown" NOTNULL
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed') FROM "Queen" WHERE "crown" = NEW."crown" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Queen.crown:takenOver" AFTER UPDATE OF "crown" ON "Queen"
            WHEN NEW."crown" NOTNULL AND OLD."crown" IS NOT NEW."crown"
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed') FROM "Queen" WHERE "crown" = NEW."crown" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Desk.owner:taken" AFTER INSERT ON "Desk"
            WHEN NEW."owner" NOTNULL
            BEGIN
                UPDATE "Desk" SET "owner" = NULL WHERE "owner" = NEW."owner" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Desk.owner:takenOver" AFTER UPDATE OF "owner" ON "Desk"
            WHEN NEW."owner" NOTNULL AND OLD."owner" IS NOT NEW."owner"
            BEGIN
                UPDATE "Desk" SET "owner" = NULL WHERE "owner" = NEW."owner" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Badge.holder:taken" AFTER INSERT ON "Badge"
            WHEN NEW."holder" NOTNULL
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed') FROM "Badge" WHERE "holder" = NEW."holder" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Badge.holder:takenOver" AFTER UPDATE OF "holder" ON "Badge"
            WHEN NEW."holder" NOTNULL AND OLD."holder" IS NOT NEW."holder"
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed') FROM "Badge" WHERE "holder" = NEW."holder" AND "id" <> NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Camp.base:kind" AFTER INSERT ON "Spot"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."base" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Camp.base:kindAnew" AFTER UPDATE OF "base" ON "Spot"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."base" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Camp.base:kindLater" AFTER INSERT ON "Spot"
            WHEN NEW."_kind" IN ('Pond') AND EXISTS (SELECT 1 FROM "Spot" WHERE "base" = NEW."id")
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.start:kind" AFTER INSERT ON "Trail"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."start" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.start:kindAnew" AFTER UPDATE OF "start" ON "Trail"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."start" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.start:kindLater" AFTER INSERT ON "Spot"
            WHEN NEW."_kind" IN ('Pond') AND EXISTS (SELECT 1 FROM "Trail" WHERE "start" = NEW."id")
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.camps.target:kind" AFTER INSERT ON "Trail.camps"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."target" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.camps.target:kindAnew" AFTER UPDATE OF "target" ON "Trail.camps"
            WHEN EXISTS (SELECT 1 FROM "Spot" WHERE "id" = NEW."target" AND "_kind" IN ('Pond'))
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Trail.camps.target:kindLater" AFTER INSERT ON "Spot"
            WHEN NEW."_kind" IN ('Pond') AND EXISTS (SELECT 1 FROM "Trail.camps" WHERE "target" = NEW."id")
            BEGIN
                SELECT RAISE(ABORT, 'FOREIGN KEY constraint failed');
            END
            """,
            """
            CREATE TRIGGER "Worker.staff:insert" AFTER INSERT ON "Worker"
            BEGIN
                UPDATE "Worker" SET "staff" = (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Worker.staff:update" AFTER UPDATE OF "pay", "boss", "firm", "section" ON "Worker"
            BEGIN
                UPDATE "Worker" SET "staff" = (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Worker.staff:added" AFTER INSERT ON "Worker"
            BEGIN
                UPDATE "Worker" SET "staff" = (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (NEW."boss");
            END
            """,
            """
            CREATE TRIGGER "Worker.staff:removed" AFTER DELETE ON "Worker"
            BEGIN
                UPDATE "Worker" SET "staff" = (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (OLD."boss");
            END
            """,
            """
            CREATE TRIGGER "Worker.staff:changed" AFTER UPDATE OF "boss" ON "Worker"
            BEGIN
                UPDATE "Worker" SET "staff" = (SELECT count(*) FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (OLD."boss", NEW."boss");
            END
            """,
            """
            CREATE TRIGGER "Worker.cost:insert" AFTER INSERT ON "Worker"
            BEGIN
                UPDATE "Worker" SET "cost" = (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Worker.cost:update" AFTER UPDATE OF "pay", "boss", "firm", "section" ON "Worker"
            BEGIN
                UPDATE "Worker" SET "cost" = (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Worker.cost:added" AFTER INSERT ON "Worker"
            BEGIN
                UPDATE "Worker" SET "cost" = (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (NEW."boss");
            END
            """,
            """
            CREATE TRIGGER "Worker.cost:removed" AFTER DELETE ON "Worker"
            BEGIN
                UPDATE "Worker" SET "cost" = (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (OLD."boss");
            END
            """,
            """
            CREATE TRIGGER "Worker.cost:changed" AFTER UPDATE OF "boss", "pay" ON "Worker"
            BEGIN
                UPDATE "Worker" SET "cost" = (SELECT total("Worker.reports"."pay") FROM "Worker" AS "Worker.reports" WHERE "Worker.reports"."boss" = "Worker"."id") WHERE "id" IN (OLD."boss", NEW."boss");
            END
            """,
            """
            CREATE TRIGGER "Camp.size:insert" AFTER INSERT ON "Spot"
            WHEN NEW."_kind" IN ('Camp', 'Fort')
            BEGIN
                UPDATE "Spot" SET "size" = (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Camp.size:update" AFTER UPDATE OF "base" ON "Spot"
            WHEN NEW."_kind" IN ('Camp', 'Fort')
            BEGIN
                UPDATE "Spot" SET "size" = (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = NEW."id") WHERE "id" = NEW."id";
            END
            """,
            """
            CREATE TRIGGER "Camp.size:added" AFTER INSERT ON "Spot"
            BEGIN
                UPDATE "Spot" SET "size" = (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = "Spot"."id") WHERE "id" IN (NEW."base");
            END
            """,
            """
            CREATE TRIGGER "Camp.size:removed" AFTER DELETE ON "Spot"
            BEGIN
                UPDATE "Spot" SET "size" = (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = "Spot"."id") WHERE "id" IN (OLD."base");
            END
            """,
            """
            CREATE TRIGGER "Camp.size:changed" AFTER UPDATE OF "base" ON "Spot"
            BEGIN
                UPDATE "Spot" SET "size" = (SELECT count(*) FROM "Spot" AS "Camp.posts" WHERE "Camp.posts"."base" = "Spot"."id") WHERE "id" IN (OLD."base", NEW."base");
            END
            """,
        ],
        records: [
            Worker.self,
            Key.self,
            Room.self,
            Section.self,
            Firm.self,
            Rung.self,
            Branch.self,
            Sheep.self,
            Partner.self,
            Crown.self,
            Queen.self,
            Desk.self,
            Badge.self,
            Spot.self,
            Camp.self,
            Fort.self,
            Pond.self,
            Trail.self,
            Panel.self,
            Chart.self,
            Source.self,
        ]
    )
}
