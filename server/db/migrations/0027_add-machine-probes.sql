CREATE TABLE "machine_probes" (
	"machine_group" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"is_answered" boolean DEFAULT true NOT NULL
);
