-- Lets a lab confirm the erasure of another lab's session in a shared study.
DROP POLICY IF EXISTS {name}_shared ON evalrun.confirmations;
CREATE POLICY {name}_shared ON evalrun.confirmations FOR INSERT TO "{name}"
    WITH CHECK (member = '{name}' AND study IN ({studies}));
