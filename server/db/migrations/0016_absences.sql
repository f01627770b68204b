CREATE TABLE "absences" (
	"game_id" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"at" timestamp with time zone NOT NULL
);
