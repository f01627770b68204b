CREATE TYPE "public"."result_source" AS ENUM('feed', 'admin');--> statement-breakpoint
CREATE TABLE "leg_grades" (
	"league_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"round" integer NOT NULL,
	"grade" "grade" NOT NULL,
	"rule" "rule" NOT NULL,
	"home" integer,
	"away" integer,
	"at" timestamp with time zone NOT NULL,
	"result_rev" integer,
	"pull_id" uuid,
	CONSTRAINT "leg_grades_league_id_ticket_id_number_round_pk" PRIMARY KEY("league_id","ticket_id","number","round")
);
--> statement-breakpoint
CREATE TABLE "pulls" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed" text NOT NULL,
	"sport" "sport" NOT NULL,
	"what" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"took_ms" integer NOT NULL,
	"failure" text,
	"seen" integer NOT NULL,
	"changed" integer NOT NULL,
	"quarantined" json NOT NULL,
	"unknown_statuses" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "results" (
	"game_id" text NOT NULL,
	"rev" integer NOT NULL,
	"source" "result_source" NOT NULL,
	"is_void" boolean NOT NULL,
	"home" integer,
	"away" integer,
	"half_innings" integer,
	"home_team_id" text NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"pull_id" uuid,
	"set_by_id" uuid,
	"reason" text,
	CONSTRAINT "results_game_id_rev_pk" PRIMARY KEY("game_id","rev"),
	CONSTRAINT "results_scores" CHECK ("results"."is_void" or ("results"."home" is not null and "results"."away" is not null))
);
--> statement-breakpoint
ALTER TABLE "legs" ADD COLUMN "result_rev" integer;--> statement-breakpoint
ALTER TABLE "leg_grades" ADD CONSTRAINT "leg_grades_league_id_ticket_id_number_legs_league_id_ticket_id_number_fk" FOREIGN KEY ("league_id","ticket_id","number") REFERENCES "public"."legs"("league_id","ticket_id","number") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "results" ADD CONSTRAINT "results_set_by_id_users_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pulls_of_sport" ON "pulls" USING btree ("sport","at");--> statement-breakpoint
CREATE INDEX "pulls_at" ON "pulls" USING btree ("at");