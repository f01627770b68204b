DROP INDEX "tickets_settled_at";--> statement-breakpoint
DROP INDEX "tickets_form";--> statement-breakpoint
CREATE INDEX "tickets_settled_at" ON "tickets" USING btree ("league_id","settled_at","grade","id");--> statement-breakpoint
CREATE INDEX "tickets_form" ON "tickets" USING btree ("league_id","user_id","settled_at","grade","id") WHERE "tickets"."grade" is not null;