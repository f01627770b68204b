ALTER TABLE "members" ADD COLUMN "refusals_until" timestamp with time zone;--> statement-breakpoint
-- Refusals are stored for ten minutes: bets go on finding those of before this column.
UPDATE "members" SET "refusals_until" = now() + interval '10 minutes'
FROM "ticket_refusals" WHERE "ticket_refusals"."league_id" = "members"."league_id" AND "ticket_refusals"."user_id" = "members"."user_id";