extension Migrations {
    /// SQL that adds a table for the workspace entries that snapshots omit.
    static let version6 = """
        CREATE TABLE snapshot_omissions (
            snapshot TEXT NOT NULL REFERENCES snapshots (hash),
            path TEXT NOT NULL,
            size INTEGER,
            reason TEXT NOT NULL,
            PRIMARY KEY (snapshot, path)
        ) STRICT;
        """
}
