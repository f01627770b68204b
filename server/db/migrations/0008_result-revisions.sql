ALTER TABLE "games" ADD COLUMN "result_rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "games" ADD COLUMN "settled_rev" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
CREATE INDEX "games_to_settle" ON "games" USING btree ("id") WHERE "games"."result_rev" > "games"."settled_rev";