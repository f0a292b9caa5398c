-- A lab that has read another lab's session confirms its erasure.
DROP POLICY IF EXISTS {name}_shared ON evalrun.confirmations;
CREATE POLICY {name}_shared ON evalrun.confirmations FOR INSERT TO {name}
    WITH CHECK (member = '{name}' AND study IN ({studies}));
