CREATE TYPE "public"."reaction" AS ENUM('fire', 'called', 'laugh', 'wow', 'ouch', 'doubt');--> statement-breakpoint
CREATE TABLE "ticket_reactions" (
	"league_id" uuid NOT NULL,
	"ticket_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"reaction" "reaction" NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ticket_reactions_league_id_ticket_id_user_id_pk" PRIMARY KEY("league_id","ticket_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "leagues" ADD COLUMN "remarks" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "tickets" ADD COLUMN "note" text;--> statement-breakpoint
-- Where the leagues are sharded already, the new table must be sharded with them before it may reference them.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    IF EXISTS (SELECT FROM pg_dist_partition WHERE logicalrelid = 'leagues'::regclass) THEN
      SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
      PERFORM create_distributed_table('ticket_reactions', 'league_id', colocate_with => 'leagues');
    END IF;
  END IF;
END
$$;--> statement-breakpoint
ALTER TABLE "ticket_reactions" ADD CONSTRAINT "ticket_reactions_league_id_ticket_id_tickets_league_id_id_fk" FOREIGN KEY ("league_id","ticket_id") REFERENCES "public"."tickets"("league_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ticket_reactions" ADD CONSTRAINT "ticket_reactions_league_id_user_id_members_league_id_user_id_fk" FOREIGN KEY ("league_id","user_id") REFERENCES "public"."members"("league_id","user_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ticket_reactions_member" ON "ticket_reactions" USING btree ("league_id","user_id");