-- Membership of a lab, and its policies.
INSERT INTO evalrun.members (study, name, kind) VALUES ('*', '{name}', 'lab');
CREATE POLICY {name}_read ON evalrun.members FOR SELECT TO "{name}" USING (name = '{name}');
CREATE POLICY {name}_read ON evalrun.shared FOR SELECT TO "{name}" USING (true);
CREATE POLICY {name}_read ON evalrun.copies FOR SELECT TO "{name}" USING (member = '{name}');
CREATE POLICY {name}_read ON evalrun.tombstones FOR SELECT TO "{name}" USING (lab = '{name}');
CREATE POLICY {name}_read ON evalrun.decisions FOR SELECT TO "{name}" USING (lab = '{name}');
CREATE POLICY {name}_read ON evalrun.confirmations FOR SELECT TO "{name}" USING (member = '{name}');
CREATE POLICY {name}_add ON evalrun.confirmations FOR INSERT TO "{name}"
    WITH CHECK (lab = '{name}' AND member = '{name}');
CREATE POLICY {name}_read ON evalrun.sessions FOR SELECT TO "{name}" USING (lab = '{name}');
CREATE POLICY {name}_add ON evalrun.sessions FOR INSERT TO "{name}"
    WITH CHECK (lab = '{name}' AND NOT EXISTS (SELECT 1 FROM evalrun.tombstones t
        WHERE t.study = sessions.study AND t.lab = sessions.lab AND t.session = sessions.session));
