-- For people with psql. From PostgreSQL 15 on: before, a view would read with its owner's rights.

-- Sessions with two branches, and the number at which they part.
CREATE VIEW evalrun.incidents WITH (security_invoker = true) AS
    {incidents};
