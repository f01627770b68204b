ALTER TABLE "leagues" ADD COLUMN "announcement" text;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "announced_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "announcement_changes" integer DEFAULT 0 NOT NULL;