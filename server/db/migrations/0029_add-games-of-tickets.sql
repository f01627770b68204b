DROP INDEX "tickets_settled_at";--> statement-breakpoint
DROP INDEX "tickets_form";--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "games" text;--> statement-breakpoint
-- Open tickets without a graded leg, as placing writes them.
UPDATE tickets t SET games = placed.games
FROM (
  SELECT league_id, ticket_id, string_agg(game_id, ' ' ORDER BY game_id COLLATE "C") AS games
  FROM legs GROUP BY league_id, ticket_id HAVING bool_and(grade IS NULL)
) placed
WHERE placed.league_id = t.league_id AND placed.ticket_id = t.id AND t.grade IS NULL;--> statement-breakpoint
CREATE INDEX "tickets_open_games" ON "tickets" USING btree ("league_id","games","placed_at" DESC NULLS FIRST,"id","user_id") WHERE "tickets"."grade" is null;--> statement-breakpoint
CREATE INDEX "tickets_settled_at" ON "tickets" USING btree ("league_id","settled_at" DESC NULLS FIRST,"id","grade") WHERE "tickets"."grade" is not null;--> statement-breakpoint
CREATE INDEX "tickets_form" ON "tickets" USING btree ("league_id","user_id","settled_at" DESC NULLS FIRST,"id","grade") WHERE "tickets"."grade" is not null;
