CREATE TABLE "closing_quotes" (
	"game_id" text PRIMARY KEY NOT NULL,
	"home_team_id" text NOT NULL,
	"away_team_id" text NOT NULL,
	"locked_at" timestamp with time zone NOT NULL,
	"spread_home" double precision,
	"spread_away" double precision,
	"spread_home_price" integer,
	"spread_away_price" integer,
	"moneyline_home" integer,
	"moneyline_away" integer,
	"moneyline_draw" integer,
	"total_points" double precision,
	"over_price" integer,
	"under_price" integer,
	"origins" json NOT NULL
);
--> statement-breakpoint
ALTER TABLE "closing_quotes" ADD CONSTRAINT "closing_quotes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- A closing quote never changes.
REVOKE UPDATE, DELETE ON closing_quotes FROM ching_app;
