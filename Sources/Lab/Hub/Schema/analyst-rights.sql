-- Rights of an analyst: reading the rows of one study from every lab, confirming erasures, and
-- deciding on incidents.
GRANT USAGE ON SCHEMA evalrun TO "{name}";
GRANT SELECT ON evalrun.migrations TO "{name}";
GRANT SELECT ON evalrun.members, evalrun.definitions, evalrun.definition_files, evalrun.sessions,
    evalrun.events, evalrun.snapshots, evalrun.contents, evalrun.pushes, evalrun.ranges,
    evalrun.declined, evalrun.locks, evalrun.tombstones, evalrun.confirmations, evalrun.copies,
    evalrun.decisions, evalrun.shared TO "{name}";
GRANT INSERT ON evalrun.confirmations, evalrun.decisions TO "{name}";
GRANT EXECUTE ON FUNCTION evalrun.contact(text, uuid, text, bigint, bigint, bigint) TO "{name}";
GRANT EXECUTE ON FUNCTION evalrun.forget(text, uuid) TO "{name}";
