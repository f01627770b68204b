-- The running app takes on this role: it may add to the ledger and to the settlements, never change or remove a line.
-- Removing a league still removes its lines, because a cascade runs with the rights of the tables' owner.
DO $$
BEGIN
  CREATE ROLE ching_app NOLOGIN;
EXCEPTION
  WHEN duplicate_object THEN NULL;
END
$$;
--> statement-breakpoint
GRANT ching_app TO CURRENT_USER;
--> statement-breakpoint
GRANT USAGE ON SCHEMA public TO ching_app;
--> statement-breakpoint
GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA public TO ching_app;
--> statement-breakpoint
ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT, INSERT, UPDATE, DELETE ON TABLES TO ching_app;
--> statement-breakpoint
REVOKE UPDATE, DELETE ON ledger, settlements FROM ching_app;
--> statement-breakpoint
GRANT USAGE ON SCHEMA drizzle TO ching_app;
--> statement-breakpoint
GRANT SELECT ON ALL TABLES IN SCHEMA drizzle TO ching_app;
