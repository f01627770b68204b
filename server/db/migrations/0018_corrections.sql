CREATE TYPE "public"."correction_state" AS ENUM('counting', 'needs-admin', 'ignored');--> statement-breakpoint
CREATE TABLE "corrections" (
	"game_id" text PRIMARY KEY NOT NULL,
	"rev" integer NOT NULL,
	"is_void" boolean NOT NULL,
	"home" integer,
	"away" integer,
	"half_innings" integer,
	"home_team_id" text NOT NULL,
	"away_team_id" text NOT NULL,
	"polls" integer NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"until" timestamp with time zone NOT NULL,
	"state" "correction_state" NOT NULL
);
--> statement-breakpoint
CREATE INDEX "games_confirming" ON "games" USING btree ("id") WHERE "games"."result_rev" = 0 and "games"."equal_polls" > 0;