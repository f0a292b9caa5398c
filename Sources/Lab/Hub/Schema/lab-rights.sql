-- Rights of a lab: adding rows and reading its own rows. It has no right to UPDATE, DELETE or
-- TRUNCATE.
GRANT USAGE ON SCHEMA evalrun TO "{name}";
GRANT SELECT ON evalrun.migrations TO "{name}";
GRANT SELECT ON evalrun.members, evalrun.tombstones, evalrun.copies, evalrun.decisions,
    evalrun.shared TO "{name}";
GRANT SELECT, INSERT ON evalrun.definitions, evalrun.definition_files, evalrun.sessions, evalrun.events,
    evalrun.snapshots, evalrun.contents, evalrun.pushes, evalrun.ranges, evalrun.declined,
    evalrun.locks, evalrun.confirmations TO "{name}";
GRANT EXECUTE ON FUNCTION evalrun.erase(text, uuid, bigint, bytea) TO "{name}";
GRANT EXECUTE ON FUNCTION evalrun.contact(text, uuid, text, bigint, bigint, bigint) TO "{name}";
GRANT EXECUTE ON FUNCTION evalrun.forget(text, uuid) TO "{name}";
