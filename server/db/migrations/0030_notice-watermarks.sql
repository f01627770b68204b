CREATE TABLE "watermarks" (
	"name" text PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "notifications_league";--> statement-breakpoint
CREATE INDEX "notifications_subject" ON "notifications" USING btree ("league_id","kind","subject");