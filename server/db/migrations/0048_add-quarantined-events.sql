CREATE TABLE "quarantined_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"feed" text NOT NULL,
	"sport" "sport" NOT NULL,
	"what" text NOT NULL,
	"event_id" text,
	"key" text NOT NULL,
	"reason" text NOT NULL,
	"raw" text NOT NULL,
	"raw_bytes" integer NOT NULL,
	"digest" text NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX "quarantined_events_key" ON "quarantined_events" USING btree ("feed","sport","key");--> statement-breakpoint
CREATE INDEX "quarantined_events_seen" ON "quarantined_events" USING btree ("last_seen_at");