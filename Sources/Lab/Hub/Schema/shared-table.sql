-- Rows of the studies that all labs share, for one lab; run for each table with a column "study" that a lab
-- reads, and again whenever the studies change.
DROP POLICY IF EXISTS {name}_shared ON evalrun.{table};
CREATE POLICY {name}_shared ON evalrun.{table} FOR SELECT TO {name} USING (study IN ({studies}));
