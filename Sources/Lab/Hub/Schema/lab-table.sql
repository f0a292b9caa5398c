-- Lets a lab read and add its own rows. Run for each table to which labs add rows.
CREATE POLICY {name}_read ON evalrun.{table} FOR SELECT TO "{name}" USING (lab = '{name}');
CREATE POLICY {name}_add ON evalrun.{table} FOR INSERT TO "{name}" WITH CHECK (lab = '{name}');
