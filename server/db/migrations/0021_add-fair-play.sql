CREATE TYPE "public"."late_start" AS ENUM('full', 'median', 'guest');--> statement-breakpoint
ALTER TYPE "public"."entry_kind" ADD VALUE 'rescue';--> statement-breakpoint
ALTER TABLE "ledger" DROP CONSTRAINT "ledger_ticket";--> statement-breakpoint
DROP INDEX "ledger_one_grant";--> statement-breakpoint
ALTER TABLE "final_standings" ADD COLUMN "is_eligible" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "final_standings" ADD COLUMN "active_weeks" integer;--> statement-breakpoint
ALTER TABLE "final_standings" ADD COLUMN "counted_weeks" integer;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "active_weeks_pct" integer;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "max_in_play_pct" integer DEFAULT 100 NOT NULL;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "late_start" "late_start" DEFAULT 'full' NOT NULL;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "rescue_cents" bigint;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "max_legs" integer DEFAULT 12 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "given_cents" bigint DEFAULT 100000 NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "is_guest" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "members" ADD COLUMN "is_rescued" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_given_once" ON "ledger" USING btree ("league_id","user_id","kind") WHERE "ledger"."ticket_id" is null;--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_active_weeks" CHECK ("active_weeks_pct" between 1 and 100);--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_in_play" CHECK ("max_in_play_pct" between 1 and 100);--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_rescue" CHECK ("rescue_cents" > 0);--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_legs" CHECK ("max_legs" between 2 and 12);--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_ticket" CHECK (("kind" in ('stake', 'payout', 'refund', 'reversal')) = ("ticket_id" is not null));