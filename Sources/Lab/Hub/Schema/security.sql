-- Makes every row invisible to all roles except the owner, unless a policy allows access to it. Run
-- for each table.
ALTER TABLE evalrun.{table} ENABLE ROW LEVEL SECURITY;
ALTER TABLE evalrun.{table} FORCE ROW LEVEL SECURITY;
CREATE POLICY owner ON evalrun.{table} TO CURRENT_USER USING (true) WITH CHECK (true);
