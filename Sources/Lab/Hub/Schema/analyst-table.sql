-- Rows of a study, from every lab; run for each table with a column "study".
CREATE POLICY {name}_read ON evalrun.{table} FOR SELECT TO {name} USING (study = '{study}');
