// Made by cdgen from Keys.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Keys.
nonisolated enum KeysModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Keys",
        statements: [
            """
            CREATE TABLE "Levy" (
                "_id" INTEGER PRIMARY KEY,
                "id" INTEGER NOT NULL,
                "name" TEXT,
                "siteID" INTEGER NOT NULL
            )
            """,
            """
            CREATE UNIQUE INDEX "Levy!1" ON "Levy" ("siteID", "id")
            """,
            """
            CREATE TABLE "Site" (
                "id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "town" TEXT
            )
            """,
            """
            CREATE UNIQUE INDEX "Site!1" ON "Site" ("name", "town")
            """,
            """
            CREATE TABLE "Member" (
                "_id" INTEGER PRIMARY KEY,
                "badge" INTEGER,
                "email" TEXT,
                "seat" INTEGER,
                "since" REAL,
                "site" INTEGER REFERENCES "Site" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Member.site" ON "Member" ("site")
            """,
            """
            CREATE UNIQUE INDEX "Member!1" ON "Member" ("site", "seat")
            """,
            """
            CREATE UNIQUE INDEX "Member!2" ON "Member" ("email", "since")
            """,
            """
            CREATE TABLE "Event" (
                "_id" INTEGER PRIMARY KEY,
                "_kind" TEXT NOT NULL,
                "day" TEXT NOT NULL,
                "slot" INTEGER NOT NULL,
                "speaker" TEXT CHECK ("speaker" NOTNULL OR "_kind" NOT IN ('Talk')),
                "title" TEXT,
                "minutes" INTEGER
            )
            """,
            """
            CREATE UNIQUE INDEX "Event!1" ON "Event" ("day", "slot")
            """,
            """
            CREATE UNIQUE INDEX "Talk!1" ON "Event" ("speaker", "day")
            """,
            """
            CREATE TABLE "Note" (
                "_id" INTEGER PRIMARY KEY,
                "id" INTEGER NOT NULL,
                "noteID" TEXT,
                "text" TEXT
            )
            """,
            """
            CREATE TABLE "Order" (
                "id" TEXT PRIMARY KEY NOT NULL,
                "state" TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE "Item" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "order" TEXT NOT NULL REFERENCES "Order" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "order.position" INTEGER
            )
            """,
            """
            CREATE INDEX "Item.order" ON "Item" ("order")
            """,
            """
            CREATE TRIGGER "Item.order:moved" AFTER UPDATE OF "order" ON "Item"
            WHEN OLD."order" IS NOT NEW."order"
            BEGIN
                UPDATE "Item" SET "order.position" = NULL WHERE "_id" = NEW."_id";
            END
            """,
            """
            CREATE VIEW "Talk" AS
            SELECT "_id", "day", "slot", "speaker", "title"
            FROM "Event"
            WHERE "_kind" IN ('Talk')
            """,
            """
            CREATE VIEW "Pause" AS
            SELECT "_id", "day", "slot", "minutes"
            FROM "Event"
            WHERE "_kind" IN ('Pause')
            """,
        ],
        records: [
            Levy.self,
            Site.self,
            Member.self,
            Event.self,
            Talk.self,
            Pause.self,
            Note.self,
            Order.self,
            Item.self,
        ]
    )
}
