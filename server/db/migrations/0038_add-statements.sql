CREATE TABLE "statement_entries" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"entry_id" uuid NOT NULL,
	"balance_cents" bigint NOT NULL,
	"digest" text NOT NULL,
	CONSTRAINT "statement_entries_league_id_user_id_number_pk" PRIMARY KEY("league_id","user_id","number"),
	CONSTRAINT "statement_entries_once" UNIQUE("league_id","entry_id")
);
--> statement-breakpoint
-- A statement that was given out stays true.
REVOKE UPDATE, DELETE ON statement_entries FROM ching_app;--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('statement_entries', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "statement_entries" ADD CONSTRAINT "statement_entries_league_id_entry_id_ledger_league_id_id_fk" FOREIGN KEY ("league_id","entry_id") REFERENCES "public"."ledger"("league_id","id") ON DELETE cascade ON UPDATE no action;