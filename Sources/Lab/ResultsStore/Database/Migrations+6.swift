extension Migrations {
    /// Entries of workspaces that snapshots leave out.
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
