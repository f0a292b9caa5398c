-- Stores long values uncompressed, so that an administrator can search the server's files for the
-- words of a participant who was erased.
ALTER TABLE evalrun.events ALTER COLUMN payload SET STORAGE EXTERNAL;
ALTER TABLE evalrun.snapshots ALTER COLUMN manifest SET STORAGE EXTERNAL;
ALTER TABLE evalrun.contents ALTER COLUMN bytes SET STORAGE EXTERNAL;

-- The view is for people who use psql. It requires PostgreSQL 15: in earlier versions, a view reads
-- with the rights of its owner.

-- Sessions with several branches, and the number of the first event in which the branches differ.
CREATE VIEW evalrun.incidents WITH (security_invoker = true) AS
    {incidents};
