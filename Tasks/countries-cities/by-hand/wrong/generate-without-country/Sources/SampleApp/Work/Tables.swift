/// The app's file with its two tables.
func openStore() throws -> Database {
    let database = try Database()
    try database.execute(
        """
        CREATE TABLE IF NOT EXISTS Country (
            area REAL,
            callingCode TEXT,
            code TEXT,
            flag TEXT,
            id TEXT PRIMARY KEY,
            name TEXT,
            population INTEGER
        )
        """
    )
    try database.execute(
        """
        CREATE TABLE IF NOT EXISTS City (
            area REAL,
            id TEXT PRIMARY KEY,
            isCapital INTEGER,
            name TEXT,
            population INTEGER,
            country TEXT
        )
        """
    )
    return database
}
