CREATE TYPE "public"."award_kind" AS ENUM('title', 'week-won', 'best-week', 'biggest-climb', 'five-weeks', 'beat-300', 'four-legs');--> statement-breakpoint
CREATE TABLE "awards" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "award_kind" NOT NULL,
	"week" integer NOT NULL,
	"ticket_id" uuid,
	"facts" json NOT NULL,
	CONSTRAINT "awards_league_id_user_id_kind_week_pk" PRIMARY KEY("league_id","user_id","kind","week")
);
--> statement-breakpoint
-- What was earned stays.
REVOKE UPDATE, DELETE ON awards FROM ching_app;--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('awards', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "awarded_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "awards" ADD CONSTRAINT "awards_league_id_ticket_id_tickets_league_id_id_fk" FOREIGN KEY ("league_id","ticket_id") REFERENCES "public"."tickets"("league_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "awards_kind" ON "awards" USING btree ("league_id","kind","week");--> statement-breakpoint
CREATE INDEX "leagues_to_award" ON "leagues" USING btree ("id") WHERE "leagues"."frozen_until" is not null and ("leagues"."awarded_until" is null or "leagues"."awarded_until" <> "leagues"."frozen_until");