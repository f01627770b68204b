ALTER TYPE "public"."notice_kind" ADD VALUE 'season';--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "next_id" uuid;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "next_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "previous_id" uuid;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "series_id" uuid;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "season" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "leagues" ADD CONSTRAINT "leagues_next" CHECK (("next_id" is null) = ("next_at" is null));