CREATE TABLE "ticket_refusals" (
	"league_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_hash" text NOT NULL,
	"status" integer NOT NULL,
	"body" json NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_refusals_league_id_user_id_idempotency_key_pk" PRIMARY KEY("league_id","user_id","idempotency_key")
);
--> statement-breakpoint
ALTER TABLE "ticket_refusals" ADD CONSTRAINT "ticket_refusals_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_refusals_at" ON "ticket_refusals" USING btree ("at");