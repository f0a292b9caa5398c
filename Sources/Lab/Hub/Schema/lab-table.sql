-- Rows of a lab; run for each table that labs add to.
CREATE POLICY {name}_read ON evalrun.{table} FOR SELECT TO {name} USING (lab = '{name}');
CREATE POLICY {name}_add ON evalrun.{table} FOR INSERT TO {name} WITH CHECK (lab = '{name}');
