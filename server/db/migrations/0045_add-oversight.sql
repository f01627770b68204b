CREATE TYPE "public"."mail_failure" AS ENUM('silent', 'sign-in', 'busy', 'refused', 'unwritten');--> statement-breakpoint
CREATE TYPE "public"."push_failure" AS ENUM('silent', 'limited', 'broken', 'refused');--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failure" "mail_failure";--> statement-breakpoint
ALTER TABLE "outbox" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "failure" "push_failure";--> statement-breakpoint
ALTER TABLE "pushes" ADD COLUMN "failed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "audit_log_at" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at","id");--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","at","id");--> statement-breakpoint
CREATE INDEX "league_chats_failing" ON "league_chats" USING btree ("league_id") WHERE "league_chats"."last_failure" is not null;--> statement-breakpoint
CREATE INDEX "outbox_failed" ON "outbox" USING btree ("id") WHERE "outbox"."failure" is not null;--> statement-breakpoint
CREATE INDEX "pushes_failed" ON "pushes" USING btree ("failed_at") WHERE "pushes"."failure" is not null;--> statement-breakpoint
CREATE INDEX "users_admins" ON "users" USING btree ("email_norm") WHERE "users"."is_admin";