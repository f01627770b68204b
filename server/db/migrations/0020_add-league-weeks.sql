CREATE TABLE "league_weeks" (
	"league_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"frozen_at" timestamp with time zone NOT NULL,
	"facts" json NOT NULL,
	CONSTRAINT "league_weeks_league_id_number_pk" PRIMARY KEY("league_id","number")
);
--> statement-breakpoint
-- A frozen week never changes.
REVOKE UPDATE, DELETE ON league_weeks FROM ching_app;--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('league_weeks', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "grade" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "settlements" ALTER COLUMN "back_cents" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "frozen_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "league_weeks" ADD CONSTRAINT "league_weeks_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "leagues_to_freeze" ON "leagues" USING btree (coalesce("frozen_until", "created_at")) WHERE "leagues"."finalized_at" is null or "leagues"."frozen_until" is null or "leagues"."frozen_until" <> "leagues"."finalized_at";--> statement-breakpoint
CREATE INDEX "ledger_given" ON "ledger" USING btree ("league_id","at") WHERE "ledger"."ticket_id" is null;--> statement-breakpoint
CREATE INDEX "settlements_at" ON "settlements" USING btree ("league_id","at");--> statement-breakpoint
CREATE INDEX "settlements_of_corrections" ON "settlements" USING btree ("league_id","at") WHERE "settlements"."round" > 1;--> statement-breakpoint
CREATE INDEX "tickets_form" ON "tickets" USING btree ("league_id","user_id","settled_at") WHERE "tickets"."grade" is not null;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_open_again" CHECK (("grade" is null) = ("back_cents" is null));--> statement-breakpoint
-- Rounds in which a correction opened a lost parlay again had no row: each gets one, at the first regrading of a leg
-- after which no leg of the ticket was lost.
INSERT INTO settlements (league_id, ticket_id, round, grade, back_cents, at)
SELECT b.league_id, b.ticket_id, b.round + 1, NULL::grade, NULL::bigint, coalesce((
  SELECT min(e.at) FROM leg_grades e
  WHERE e.league_id = b.league_id AND e.ticket_id = b.ticket_id AND e.at >= b.at AND NOT EXISTS (
    SELECT FROM leg_grades l
    WHERE l.league_id = b.league_id AND l.ticket_id = b.ticket_id AND l.at <= e.at AND l.grade = 'lost' AND NOT EXISTS (
      SELECT FROM leg_grades n
      WHERE n.league_id = b.league_id AND n.ticket_id = b.ticket_id AND n.number = l.number AND n.round > l.round
        AND n.at <= e.at
    )
  )
), b.at)
FROM settlements b JOIN tickets t ON t.league_id = b.league_id AND t.id = b.ticket_id
WHERE b.round < t.round AND NOT EXISTS (
  SELECT FROM settlements n WHERE n.league_id = b.league_id AND n.ticket_id = b.ticket_id AND n.round = b.round + 1
);
