/// The app's file with its two tables.
func openStore() throws -> Database {
    let database = try Database()
    try database.execute(
        """
        CREATE TABLE IF NOT EXISTS Team (
            budget REAL,
            code TEXT,
            crest TEXT,
            id TEXT PRIMARY KEY,
            league TEXT,
            members INTEGER,
            name TEXT
        )
        """
    )
    try database.execute(
        """
        CREATE TABLE IF NOT EXISTS Player (
            goals INTEGER,
            height REAL,
            id TEXT PRIMARY KEY,
            isCaptain INTEGER,
            name TEXT,
            team TEXT
        )
        """
    )
    return database
}
