SET LOCAL citus.multi_shard_modify_mode TO 'sequential';--> statement-breakpoint
ALTER TYPE "public"."rule" ADD VALUE 'different-match' BEFORE 'started-before-placing';--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "proposed_home_team_id" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "proposed_away_team_id" text;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "proposed_start" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "proposed_polls" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "results" ADD COLUMN "away_team_id" text;--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "away_team_id" text;--> statement-breakpoint
-- The other team of the game, whichever of its sides the row remembers as the home team.
UPDATE "results" SET "away_team_id" = CASE "games"."away_team_id" WHEN "results"."home_team_id" THEN "games"."home_team_id" ELSE "games"."away_team_id" END
FROM "games" WHERE "games"."id" = "results"."game_id";--> statement-breakpoint
UPDATE "legs" SET "away_team_id" = CASE "games"."away_team_id" WHEN "legs"."home_team_id" THEN "games"."home_team_id" ELSE "games"."away_team_id" END
FROM "games" WHERE "games"."id" = "legs"."game_id";--> statement-breakpoint
ALTER TABLE "results" ALTER COLUMN "away_team_id" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "legs" ALTER COLUMN "away_team_id" SET NOT NULL;
