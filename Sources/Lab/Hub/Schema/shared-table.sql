-- Lets one lab read the rows of shared studies from all labs. Run for each table of such rows, and
-- again whenever the set of shared studies changes.
DROP POLICY IF EXISTS {name}_shared ON evalrun.{table};
CREATE POLICY {name}_shared ON evalrun.{table} FOR SELECT TO "{name}" USING (study IN ({studies}));
