CREATE TYPE "public"."chat_failure" AS ENUM('gone', 'limited', 'refused', 'broken', 'silent', 'not-allowed');--> statement-breakpoint
CREATE TYPE "public"."chat_service" AS ENUM('slack', 'discord', 'groupme');--> statement-breakpoint
CREATE TABLE "league_chats" (
	"league_id" uuid PRIMARY KEY NOT NULL,
	"service" "chat_service" NOT NULL,
	"address" text NOT NULL,
	"is_on" boolean DEFAULT true NOT NULL,
	"posted_week" integer NOT NULL,
	"is_final_posted" boolean NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"last_failure" "chat_failure",
	"failed_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	"claimed_until" timestamp with time zone,
	"posted_at" timestamp with time zone,
	CONSTRAINT "league_chats_failures" CHECK ("league_chats"."failures" >= 0)
);
--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('league_chats', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "league_chats" ADD CONSTRAINT "league_chats_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;