// Made by cdgen from Library.xcdatamodeld. Edits are lost when cdgen runs again.

import DataAccess

/// The tables of the model Library.
nonisolated enum LibraryModel: GeneratedModel {
    static let definition = StoreModel(
        name: "Library",
        statements: [
            """
            CREATE TABLE "Author" (
                "born" REAL,
                "id" TEXT PRIMARY KEY NOT NULL,
                "name" TEXT NOT NULL
            )
            """,
            """
            CREATE TABLE "Book" (
                "class" TEXT,
                "isbn" TEXT PRIMARY KEY NOT NULL,
                "isRead" INTEGER NOT NULL,
                "pages" INTEGER,
                "rating" REAL,
                "title" TEXT NOT NULL,
                "author" TEXT REFERENCES "Author" ("id") ON DELETE CASCADE DEFERRABLE INITIALLY DEFERRED,
                "shelf" INTEGER REFERENCES "Shelf" ("id") ON DELETE SET NULL DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Book.author" ON "Book" ("author")
            """,
            """
            CREATE INDEX "Book.shelf" ON "Book" ("shelf")
            """,
            """
            CREATE TABLE "Loan" (
                "_id" INTEGER PRIMARY KEY,
                "due" REAL,
                "book" TEXT NOT NULL REFERENCES "Book" ("isbn") ON DELETE NO ACTION DEFERRABLE INITIALLY DEFERRED
            )
            """,
            """
            CREATE INDEX "Loan.book" ON "Loan" ("book")
            """,
            """
            CREATE TABLE "Shelf" (
                "id" INTEGER PRIMARY KEY,
                "room" TEXT
            )
            """,
        ],
        records: [
            Author.self,
            Book.self,
            Loan.self,
            Shelf.self,
        ]
    )
}
