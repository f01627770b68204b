CREATE TABLE "memberships" (
	"user_id" uuid NOT NULL,
	"league_id" uuid NOT NULL,
	CONSTRAINT "memberships_user_id_league_id_pk" PRIMARY KEY("user_id","league_id")
);
--> statement-breakpoint
CREATE INDEX "memberships_league" ON "memberships" USING btree ("league_id");--> statement-breakpoint
INSERT INTO "memberships" ("user_id", "league_id") SELECT "user_id", "league_id" FROM "members";
