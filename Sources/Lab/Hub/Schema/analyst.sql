-- Membership of an analyst, and its policies.
INSERT INTO evalrun.members (study, name, kind) VALUES ('{study}', '{name}', 'analyst');
CREATE POLICY {name}_add ON evalrun.confirmations FOR INSERT TO "{name}"
    WITH CHECK (study = '{study}' AND member = '{name}');
CREATE POLICY {name}_add ON evalrun.decisions FOR INSERT TO "{name}"
    WITH CHECK (study = '{study}' AND member = '{name}');
CREATE POLICY {name}_self ON evalrun.members FOR SELECT TO "{name}"
    USING (name = '{name}' OR kind = 'lab');
