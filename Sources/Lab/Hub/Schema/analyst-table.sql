-- Lets an analyst read the rows of one study from every lab. Run for each table with a column
-- "study".
CREATE POLICY {name}_read ON evalrun.{table} FOR SELECT TO "{name}" USING (study = '{study}');
