ALTER TYPE "public"."chat_failure" ADD VALUE 'unreachable' BEFORE 'not-allowed';--> statement-breakpoint
CREATE TABLE "chat_posts" (
	"league_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"week" integer,
	"claimed_until" timestamp with time zone NOT NULL,
	CONSTRAINT "chat_posts_league_id_id_pk" PRIMARY KEY("league_id","id"),
	CONSTRAINT "chat_posts_once" UNIQUE NULLS NOT DISTINCT("league_id","week")
);
--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('chat_posts', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "chat_posts" ADD CONSTRAINT "chat_posts_league_id_league_chats_league_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."league_chats"("league_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_history" ADD COLUMN "away_team_id" text;