// Made by cdgen from Odd.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Odd.
nonisolated enum OddModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Odd",
        statements: [
            """
            CREATE TABLE "Everything" (
                "_id" INTEGER PRIMARY KEY,
                "integer16" INTEGER,
                "integer16Required" INTEGER NOT NULL,
                "integer16Initial" INTEGER NOT NULL,
                "integer32" INTEGER,
                "integer32Required" INTEGER NOT NULL,
                "integer32Initial" INTEGER NOT NULL,
                "integer64" INTEGER,
                "integer64Required" INTEGER NOT NULL,
                "integer64Initial" INTEGER NOT NULL,
                "decimal" TEXT,
                "decimalRequired" TEXT NOT NULL,
                "decimalInitial" TEXT NOT NULL,
                "decimalExact" TEXT NOT NULL,
                "decimalOptionalInitial" TEXT,
                "double" REAL,
                "doubleRequired" REAL NOT NULL,
                "doubleInitial" REAL NOT NULL,
                "float" REAL,
                "floatRequired" REAL NOT NULL,
                "floatInitial" REAL NOT NULL,
                "string" TEXT,
                "stringRequired" TEXT NOT NULL,
                "stringInitial" TEXT NOT NULL,
                "boolean" INTEGER,
                "booleanRequired" INTEGER NOT NULL,
                "booleanInitial" INTEGER NOT NULL,
                "date" REAL,
                "dateRequired" REAL NOT NULL,
                "dateInitial" REAL NOT NULL,
                "binary" BLOB,
                "binaryRequired" BLOB NOT NULL,
                "uuid" TEXT,
                "uuidRequired" TEXT NOT NULL,
                "uuidInitial" TEXT NOT NULL,
                "uuidOptionalInitial" TEXT,
                "uri" TEXT,
                "uriRequired" TEXT NOT NULL,
                "uriInitial" TEXT NOT NULL,
                "uriOptionalInitial" TEXT,
                "transformable" BLOB,
                "transformableRequired" BLOB NOT NULL
            )
            """,
            """
            CREATE TABLE "Words" (
                "_id" INTEGER PRIMARY KEY,
                "inout" TEXT,
                "hash" TEXT,
                "description" TEXT,
                "Self" TEXT,
                "init" TEXT,
                "class" TEXT,
                "default" TEXT,
                "identity" TEXT,
                "columnValues" TEXT,
                "hashValue" TEXT,
                "entity" TEXT,
                "statements" TEXT,
                "Protocol" TEXT,
                "in" TEXT,
                "is" TEXT,
                "store" TEXT,
                "connection" TEXT,
                "row" TEXT,
                "bindings" TEXT,
                "some" TEXT,
                "any" TEXT,
                "await" TEXT,
                "actor" TEXT,
                "debugDescription" TEXT,
                "objectID" TEXT,
                "isDeleted" TEXT,
                "copy" TEXT,
                "_private" TEXT,
                "2fast" TEXT,
                "über_größe" TEXT,
                "名前" TEXT,
                "bind" TEXT,
                "blank" TEXT,
                "values" TEXT,
                "manager" TEXT,
                "value" TEXT,
                "switch" INTEGER REFERENCES "Data" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Words.switch" ON "Words" ("switch")
            """,
            """
            CREATE TABLE "String" (
                "name" TEXT,
                "id" TEXT PRIMARY KEY NOT NULL,
                "parent" TEXT REFERENCES "String" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "String.parent" ON "String" ("parent")
            """,
            """
            CREATE TABLE "Self" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Type" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Data" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Date" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Set" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Result" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Record" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Value" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Model" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Error" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Store" (
                "name" TEXT,
                "id" TEXT PRIMARY KEY NOT NULL,
                "parent" TEXT REFERENCES "Store" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Store.parent" ON "Store" ("parent")
            """,
            """
            CREATE TABLE "Connection" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Bindings" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Row" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "List" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Case" (
                "name" TEXT,
                "id" TEXT PRIMARY KEY NOT NULL,
                "parent" TEXT REFERENCES "Case" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Case.parent" ON "Case" ("parent")
            """,
            """
            CREATE TABLE "default" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Identity" (
                "name" TEXT,
                "id" TEXT PRIMARY KEY NOT NULL,
                "parent" TEXT REFERENCES "Identity" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Identity.parent" ON "Identity" ("parent")
            """,
            """
            CREATE TABLE "Int" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Optional" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Task" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Город" (
                "name" TEXT,
                "id" TEXT PRIMARY KEY NOT NULL,
                "parent" TEXT REFERENCES "Город" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Город.parent" ON "Город" ("parent")
            """,
            """
            CREATE TABLE "都市" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT,
                "国" INTEGER REFERENCES "国" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "都市.国" ON "都市" ("国")
            """,
            """
            CREATE TABLE "国" (
                "id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "Shelved" (
                "_id" INTEGER PRIMARY KEY,
                "in" TEXT NOT NULL REFERENCES "Store" ("id") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Shelved.in" ON "Shelved" ("in")
            """,
            """
            CREATE TABLE "tax_rate" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "News" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Any" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "StoreRow" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Statement" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Identities" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT
            )
            """,
            """
            CREATE TABLE "Nothing" (
                "_id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "Tomorrow" (
                "_id" INTEGER PRIMARY KEY,
                "throw" TEXT,
                "borrow" INTEGER REFERENCES "Tomorrow" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Tomorrow.borrow" ON "Tomorrow" ("borrow")
            """,
            """
            CREATE TABLE "CustomerAccountSettingGroup" (
                "_id" INTEGER PRIMARY KEY,
                "name" TEXT NOT NULL,
                "followingSettingGroup" INTEGER REFERENCES "CustomerAccountSettingGroup" ("_id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED,
                "followingSettingGroup.position" INTEGER
            )
            """,
            """
            CREATE INDEX "CustomerAccountSettingGroup.followingSettingGroup" ON "CustomerAccountSettingGroup" ("followingSettingGroup")
            """,
            """
            CREATE TRIGGER "CustomerAccountSettingGroup.followingSettingGroup:moved" AFTER UPDATE OF "followingSettingGroup" ON "CustomerAccountSettingGroup"
            WHEN OLD."followingSettingGroup" IS NOT NEW."followingSettingGroup"
            BEGIN
                UPDATE "CustomerAccountSettingGroup" SET "followingSettingGroup.position" = NULL WHERE "_id" = NEW."_id";
            END
            """,
            """
            CREATE TABLE "Series" (
                "id" INTEGER PRIMARY KEY,
                "begun" REAL,
                "cover" BLOB,
                "next" INTEGER REFERENCES "Series" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Series.next" ON "Series" ("next")
            """,
            """
            CREATE TABLE "Keeping" (
                "_id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "Memory" (
                "_id" INTEGER PRIMARY KEY
            )
            """,
            """
            CREATE TABLE "CustomerAccountSettingGroup.relatedSettingGroups" (
                "source" INTEGER NOT NULL REFERENCES "CustomerAccountSettingGroup" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "CustomerAccountSettingGroup" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "CustomerAccountSettingGroup.relatedSettingGroups:target" ON "CustomerAccountSettingGroup.relatedSettingGroups" ("target")
            """,
            """
            CREATE TABLE "Keeping.things" (
                "source" INTEGER NOT NULL REFERENCES "Keeping" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Keeping" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Keeping.things:target" ON "Keeping.things" ("target")
            """,
            """
            CREATE TABLE "Memory.things" (
                "source" INTEGER NOT NULL REFERENCES "Memory" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "target" INTEGER NOT NULL REFERENCES "Memory" ("_id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                PRIMARY KEY ("source", "target")
            )
            """,
            """
            CREATE INDEX "Memory.things:target" ON "Memory.things" ("target")
            """,
        ],
        records: [
            Everything.self,
            Words.self,
            StringRecord.self,
            SelfRecord.self,
            TypeRecord.self,
            DataRecord.self,
            DateRecord.self,
            SetRecord.self,
            ResultRecord.self,
            RecordRecord.self,
            ValueRecord.self,
            ModelRecord.self,
            ErrorRecord.self,
            Store.self,
            Connection.self,
            Bindings.self,
            Row.self,
            List.self,
            Case.self,
            Default.self,
            IdentityRecord.self,
            IntRecord.self,
            OptionalRecord.self,
            Task.self,
            Город.self,
            都市Record.self,
            国Record.self,
            Shelved.self,
            TaxRate.self,
            News.self,
            AnyRecord.self,
            StoreRowRecord.self,
            Statement.self,
            Identities.self,
            Nothing.self,
            Tomorrow.self,
            CustomerAccountSettingGroup.self,
            Series.self,
            Keeping.self,
            MemoryRecord.self,
        ]
    )
}
