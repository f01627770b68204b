CREATE TYPE "public"."notice_kind" AS ENUM('settled', 'corrected', 'recap', 'eligibility', 'closes', 'final', 'joined', 'announcement');--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" "notice_kind" NOT NULL,
	"subject" text NOT NULL,
	"league_id" uuid NOT NULL,
	"facts" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"news_at" timestamp with time zone DEFAULT now() NOT NULL,
	"read_at" timestamp with time zone,
	CONSTRAINT "notifications_once" UNIQUE("user_id","kind","subject")
);
--> statement-breakpoint
CREATE INDEX "notifications_list" ON "notifications" USING btree ("user_id","news_at","id");--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_league" ON "notifications" USING btree ("league_id");--> statement-breakpoint
CREATE INDEX "notifications_news" ON "notifications" USING btree ("news_at");