-- Nobody but the owner sees a row that a policy does not name; run for each table.
ALTER TABLE evalrun.{table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE evalrun.{table} FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON evalrun.{table} TO CURRENT_USER USING (true) WITH CHECK (true);
