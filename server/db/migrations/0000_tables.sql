CREATE TYPE "public"."allowed_sports" AS ENUM('ALL', 'NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey');--> statement-breakpoint
CREATE TYPE "public"."entry_kind" AS ENUM('grant', 'stake', 'payout', 'refund', 'reversal');--> statement-breakpoint
CREATE TYPE "public"."game_status" AS ENUM('scheduled', 'live', 'final', 'postponed', 'canceled', 'suspended');--> statement-breakpoint
CREATE TYPE "public"."grade" AS ENUM('won', 'lost', 'push', 'void');--> statement-breakpoint
CREATE TYPE "public"."market" AS ENUM('spread', 'moneyline', 'total');--> statement-breakpoint
CREATE TYPE "public"."quote_source" AS ENUM('feed', 'manual');--> statement-breakpoint
CREATE TYPE "public"."reveal" AS ENUM('settled', 'started');--> statement-breakpoint
CREATE TYPE "public"."rule" AS ENUM('moneyline', 'moneyline-tie', 'three-way', 'spread', 'total', 'called-early', 'called-early-decided', 'canceled', 'not-played-in-time', 'home-and-away-swapped', 'started-before-placing');--> statement-breakpoint
CREATE TYPE "public"."season_type" AS ENUM('preseason', 'regular', 'postseason');--> statement-breakpoint
CREATE TYPE "public"."side" AS ENUM('home', 'away', 'draw', 'over', 'under');--> statement-breakpoint
CREATE TYPE "public"."sport" AS ENUM('NFL', 'MLB', 'Soccer', 'CFB', 'NBA', 'Hockey');--> statement-breakpoint
CREATE TABLE "games" (
	"id" text PRIMARY KEY NOT NULL,
	"sport" "sport" NOT NULL,
	"competition" text,
	"season" integer NOT NULL,
	"season_type" "season_type",
	"week" integer,
	"starts_at" timestamp with time zone NOT NULL,
	"start_known" boolean NOT NULL,
	"status" "game_status" NOT NULL,
	"status_word" text NOT NULL,
	"settleable" boolean NOT NULL,
	"betting_locked" boolean DEFAULT false NOT NULL,
	"period" integer,
	"clock" text,
	"home_team_id" text NOT NULL,
	"home_abbr" text NOT NULL,
	"home_city" text NOT NULL,
	"home_name" text NOT NULL,
	"home_color" text,
	"home_alternate_color" text,
	"home_rank" integer,
	"away_team_id" text NOT NULL,
	"away_abbr" text NOT NULL,
	"away_city" text NOT NULL,
	"away_name" text NOT NULL,
	"away_color" text,
	"away_alternate_color" text,
	"away_rank" integer,
	"home_score" integer,
	"away_score" integer,
	"counted_home" integer,
	"counted_away" integer,
	"half_innings" integer,
	"equal_polls" integer DEFAULT 0 NOT NULL,
	"started_at" timestamp with time zone,
	"last_seen_at" timestamp with time zone NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "heartbeats" (
	"worker" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "join_codes" (
	"code" varchar(6) PRIMARY KEY NOT NULL,
	"league_id" uuid NOT NULL,
	CONSTRAINT "join_codes_league_id_unique" UNIQUE("league_id")
);
--> statement-breakpoint
CREATE TABLE "leagues" (
	"id" uuid PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"owner_id" uuid NOT NULL,
	"join_deadline" timestamp with time zone,
	"end_date" timestamp with time zone,
	"allowed_sports" "allowed_sports" DEFAULT 'ALL' NOT NULL,
	"reveal" "reveal" DEFAULT 'settled' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ledger" (
	"league_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"ticket_id" uuid,
	"kind" "entry_kind" NOT NULL,
	"round" integer NOT NULL,
	"amount_cents" bigint NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ledger_league_id_id_pk" PRIMARY KEY("league_id","id"),
	CONSTRAINT "ledger_once" UNIQUE("league_id","ticket_id","kind","round"),
	CONSTRAINT "ledger_ticket" CHECK (("ledger"."kind" = 'grant') = ("ledger"."ticket_id" is null))
);
--> statement-breakpoint
CREATE TABLE "legs" (
	"league_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"number" integer NOT NULL,
	"id" uuid NOT NULL,
	"game_id" text NOT NULL,
	"market" "market" NOT NULL,
	"side" "side" NOT NULL,
	"line" double precision,
	"price" integer NOT NULL,
	"original_start" timestamp with time zone NOT NULL,
	"home_team_id" text NOT NULL,
	"grade" "grade",
	"rule" "rule",
	"graded_at" timestamp with time zone,
	CONSTRAINT "legs_league_id_ticket_id_number_pk" PRIMARY KEY("league_id","ticket_id","number"),
	CONSTRAINT "legs_game" UNIQUE("league_id","ticket_id","game_id")
);
--> statement-breakpoint
CREATE TABLE "members" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"display_name" text,
	"available_cents" bigint NOT NULL,
	"pending_cents" bigint DEFAULT 0 NOT NULL,
	"clawback_cents" bigint DEFAULT 0 NOT NULL,
	"joined_at" timestamp with time zone DEFAULT now() NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "members_league_id_user_id_pk" PRIMARY KEY("league_id","user_id"),
	CONSTRAINT "members_available" CHECK ("members"."available_cents" + "members"."clawback_cents" >= 0),
	CONSTRAINT "members_pending" CHECK ("members"."pending_cents" >= 0),
	CONSTRAINT "members_clawback" CHECK ("members"."clawback_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" uuid PRIMARY KEY NOT NULL,
	"recipient" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"sent_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "quotes" (
	"game_id" text NOT NULL,
	"source" "quote_source" NOT NULL,
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
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quotes_game_id_source_pk" PRIMARY KEY("game_id","source"),
	CONSTRAINT "quotes_mirrored" CHECK ("quotes"."spread_home" + "quotes"."spread_away" = 0)
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"sid" varchar PRIMARY KEY NOT NULL,
	"sess" json NOT NULL,
	"expire" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "settlements" (
	"league_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"grade" "grade" NOT NULL,
	"back_cents" bigint NOT NULL,
	"at" timestamp with time zone NOT NULL,
	CONSTRAINT "settlements_league_id_ticket_id_round_pk" PRIMARY KEY("league_id","ticket_id","round")
);
--> statement-breakpoint
CREATE TABLE "tickets" (
	"league_id" uuid NOT NULL,
	"id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"stake_cents" bigint NOT NULL,
	"payout_cents" bigint NOT NULL,
	"grade" "grade",
	"back_cents" bigint,
	"round" integer DEFAULT 0 NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"placed_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "tickets_league_id_id_pk" PRIMARY KEY("league_id","id"),
	CONSTRAINT "tickets_idempotency" UNIQUE("league_id","user_id","idempotency_key"),
	CONSTRAINT "tickets_stake" CHECK ("tickets"."stake_cents" > 0 and "tickets"."payout_cents" >= "tickets"."stake_cents"),
	CONSTRAINT "tickets_settled" CHECK (("tickets"."grade" is null) = ("tickets"."back_cents" is null) and ("tickets"."grade" is null) = ("tickets"."settled_at" is null))
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_norm" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text,
	"last_name" text,
	"username" text,
	"is_admin" boolean DEFAULT false NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "users_email_norm_unique" UNIQUE("email_norm")
);
--> statement-breakpoint
CREATE TABLE "weeks" (
	"sport" "sport" PRIMARY KEY NOT NULL,
	"season" integer NOT NULL,
	"season_type" "season_type",
	"week" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger" ADD CONSTRAINT "ledger_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legs" ADD CONSTRAINT "legs_league_id_ticket_id_tickets_league_id_id_fk" FOREIGN KEY ("league_id","ticket_id") REFERENCES "public"."tickets"("league_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_league_id_leagues_id_fk" FOREIGN KEY ("league_id") REFERENCES "public"."leagues"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "members" ADD CONSTRAINT "members_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quotes" ADD CONSTRAINT "quotes_game_id_games_id_fk" FOREIGN KEY ("game_id") REFERENCES "public"."games"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "settlements" ADD CONSTRAINT "settlements_league_id_ticket_id_tickets_league_id_id_fk" FOREIGN KEY ("league_id","ticket_id") REFERENCES "public"."tickets"("league_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tickets" ADD CONSTRAINT "tickets_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "games_slate" ON "games" USING btree ("sport","starts_at");--> statement-breakpoint
CREATE INDEX "games_week" ON "games" USING btree ("sport","season","week");--> statement-breakpoint
CREATE INDEX "games_unfinished" ON "games" USING btree ("starts_at") WHERE "games"."status" <> 'final';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_one_grant" ON "ledger" USING btree ("league_id","user_id") WHERE "ledger"."kind" = 'grant';--> statement-breakpoint
CREATE INDEX "ledger_member" ON "ledger" USING btree ("league_id","user_id");--> statement-breakpoint
CREATE INDEX "legs_open" ON "legs" USING btree ("game_id","league_id") WHERE "legs"."grade" is null;--> statement-breakpoint
CREATE INDEX "members_user" ON "members" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "outbox_unsent" ON "outbox" USING btree ("created_at") WHERE "outbox"."sent_at" is null;--> statement-breakpoint
CREATE INDEX "sessions_expire" ON "sessions" USING btree ("expire");--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ((("sess" #>> '{passport,user}')));--> statement-breakpoint
CREATE INDEX "tickets_user" ON "tickets" USING btree ("user_id","placed_at");--> statement-breakpoint
CREATE INDEX "tickets_open" ON "tickets" USING btree ("league_id","user_id") WHERE "tickets"."grade" is null;