-- Rights of a lab: adding rows and reading its own rows. It has no right to UPDATE, DELETE or
-- TRUNCATE.
GRANT USAGE ON SCHEMA evalrun TO {name};
GRANT SELECT ON evalrun.migrations TO {name};
GRANT SELECT ON evalrun.members, evalrun.tombstones, evalrun.copies, evalrun.decisions,
    evalrun.shared TO {name};
GRANT SELECT, INSERT ON evalrun.definitions, evalrun.definition_files, evalrun.sessions, evalrun.events,
    evalrun.snapshots, evalrun.contents, evalrun.pushes, evalrun.ranges, evalrun.declined,
    evalrun.locks, evalrun.confirmations TO {name};
GRANT EXECUTE ON FUNCTION evalrun.erase(text, uuid, bigint, bytea) TO {name};
GRANT EXECUTE ON FUNCTION evalrun.contact(text, uuid, text, bigint, bigint, bigint) TO {name};
GRANT EXECUTE ON FUNCTION evalrun.forget(text, uuid) TO {name};

INSERT INTO evalrun.members (study, name, kind) VALUES ('*', '{name}', 'lab');
CREATE POLICY {name}_read ON evalrun.members FOR SELECT TO {name} USING (name = '{name}');
CREATE POLICY {name}_read ON evalrun.shared FOR SELECT TO {name} USING (true);
CREATE POLICY {name}_read ON evalrun.copies FOR SELECT TO {name} USING (member = '{name}');
CREATE POLICY {name}_read ON evalrun.tombstones FOR SELECT TO {name} USING (lab = '{name}');
CREATE POLICY {name}_read ON evalrun.decisions FOR SELECT TO {name} USING (lab = '{name}');
CREATE POLICY {name}_read ON evalrun.confirmations FOR SELECT TO {name} USING (member = '{name}');
CREATE POLICY {name}_add ON evalrun.confirmations FOR INSERT TO {name}
    WITH CHECK (lab = '{name}' AND member = '{name}');
CREATE POLICY {name}_read ON evalrun.sessions FOR SELECT TO {name} USING (lab = '{name}');
CREATE POLICY {name}_add ON evalrun.sessions FOR INSERT TO {name}
    WITH CHECK (lab = '{name}' AND NOT EXISTS (SELECT 1 FROM evalrun.tombstones t
        WHERE t.study = sessions.study AND t.lab = sessions.lab AND t.session = sessions.session));
