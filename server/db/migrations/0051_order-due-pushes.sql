DROP INDEX "pushes_due";--> statement-breakpoint
CREATE INDEX "pushes_due" ON "pushes" USING btree ("due_at","notification_id","device_id") WHERE "pushes"."due_at" is not null;