DROP INDEX "quote_history_game";--> statement-breakpoint
ALTER TABLE "quote_history" ADD COLUMN "home_team_id" text;--> statement-breakpoint
CREATE INDEX "quote_history_source" ON "quote_history" USING btree ("game_id","source","at");--> statement-breakpoint
ALTER TABLE "quote_history" DROP COLUMN "set_by";--> statement-breakpoint
ALTER TABLE "quotes" DROP COLUMN "set_by";