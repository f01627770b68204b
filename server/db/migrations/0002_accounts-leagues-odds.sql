CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"actor_id" uuid,
	"action" text NOT NULL,
	"league_id" uuid,
	"detail" json NOT NULL
);
--> statement-breakpoint
CREATE TABLE "final_standings" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"rank" integer NOT NULL,
	"balance_cents" bigint NOT NULL,
	"wins" integer NOT NULL,
	"losses" integer NOT NULL,
	"bets" integer NOT NULL,
	CONSTRAINT "final_standings_league_id_user_id_pk" PRIMARY KEY("league_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "password_resets" (
	"token_hash" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "quote_history" (
	"id" uuid PRIMARY KEY NOT NULL,
	"game_id" text NOT NULL,
	"source" "quote_source" NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"set_by_id" uuid,
	"set_by" text,
	"notes" text,
	"is_cleared" boolean NOT NULL,
	"spread_home" double precision,
	"spread_away" double precision,
	"spread_home_price" integer,
	"spread_away_price" integer,
	"moneyline_home" integer,
	"moneyline_away" integer,
	"moneyline_draw" integer,
	"total_points" double precision,
	"over_price" integer,
	"under_price" integer
);
--> statement-breakpoint
CREATE TABLE "rate_limits" (
	"key" varchar(255) PRIMARY KEY NOT NULL,
	"points" integer DEFAULT 0 NOT NULL,
	"expire" bigint
);
--> statement-breakpoint
DROP INDEX "outbox_unsent";--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "finalized_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "due_at" timestamp with time zone DEFAULT now();--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "set_by_id" uuid;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "set_by" text;--> statement-breakpoint
ALTER TABLE "quotes" ADD COLUMN "notes" text;--> statement-breakpoint
ALTER TABLE "final_standings" ADD CONSTRAINT "final_standings_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "password_resets" ADD CONSTRAINT "password_resets_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_history" ADD CONSTRAINT "quote_history_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quote_history" ADD CONSTRAINT "quote_history_set_by_id_users_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "password_resets_user" ON "password_resets" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "quote_history_game" ON "quote_history" USING btree ("game_id","at");--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_set_by_id_users_id_fk" FOREIGN KEY ("set_by_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legs_of_game" ON "legs" USING btree ("game_id","league_id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("due_at") WHERE "outbox"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "tickets_placed" ON "tickets" USING btree ("league_id","placed_at");--> statement-breakpoint
CREATE INDEX "tickets_settled_at" ON "tickets" USING btree ("league_id","settled_at");