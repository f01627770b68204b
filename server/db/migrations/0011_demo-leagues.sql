CREATE TABLE "demo_leagues" (
	"league_id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"visitor_id" uuid NOT NULL,
	"made_at" timestamp with time zone DEFAULT now() NOT NULL,
	"claimed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE INDEX "demo_leagues_ready" ON "demo_leagues" USING btree ("made_at") WHERE "demo_leagues"."claimed_at" is null;