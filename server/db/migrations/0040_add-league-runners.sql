CREATE TYPE "public"."logged_act" AS ENUM('settings', 'code-renewed', 'chat-saved', 'chat-removed', 'removed', 'manager-named', 'manager-unnamed', 'offered', 'offer-withdrawn', 'offer-declined', 'transferred', 'approved', 'declined');--> statement-breakpoint
CREATE TABLE "join_requests" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "join_requests_league_id_user_id_pk" PRIMARY KEY("league_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "league_log" (
	"league_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"actor_id" uuid NOT NULL,
	"act" "logged_act" NOT NULL,
	"user_id" uuid,
	"before" json,
	"after" json,
	CONSTRAINT "league_log_league_id_number_pk" PRIMARY KEY("league_id","number")
);
--> statement-breakpoint
-- The log of a league stays as it was written.
REVOKE UPDATE, DELETE ON league_log FROM ching_app;--> statement-breakpoint
-- Where the leagues are sharded already, the new tables must be sharded with them before they may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('league_log', 'league_id', colocate_with => 'leagues');
      PERFORM create_distributed_table('join_requests', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "approves_joins" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "offered_to" uuid;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "is_manager" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "join_requests" ADD CONSTRAINT "join_requests_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "league_log" ADD CONSTRAINT "league_log_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;