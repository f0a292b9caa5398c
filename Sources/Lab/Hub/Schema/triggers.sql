-- Optional, and only for PostgreSQL: prevents everybody, including the owner, from changing
-- recorded rows. Only an erasure removes recorded events: it deletes a session together with its
-- rows.
CREATE FUNCTION evalrun.refuse() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'recorded rows are not changed' USING ERRCODE = '42501';
END $$;

CREATE TRIGGER no_update BEFORE UPDATE ON evalrun.events
    FOR EACH ROW EXECUTE FUNCTION evalrun.refuse();
CREATE TRIGGER no_update BEFORE UPDATE ON evalrun.tombstones
    FOR EACH ROW EXECUTE FUNCTION evalrun.refuse();
CREATE TRIGGER no_delete BEFORE DELETE ON evalrun.tombstones
    FOR EACH ROW EXECUTE FUNCTION evalrun.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON evalrun.events
    FOR EACH STATEMENT EXECUTE FUNCTION evalrun.refuse();
CREATE TRIGGER no_truncate BEFORE TRUNCATE ON evalrun.tombstones
    FOR EACH STATEMENT EXECUTE FUNCTION evalrun.refuse();
