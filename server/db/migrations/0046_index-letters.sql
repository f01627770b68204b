CREATE INDEX "outbox_recipient" ON "outbox" USING btree ("recipient");--> statement-breakpoint
CREATE INDEX "outbox_user" ON "outbox" USING btree ("user_id") WHERE "outbox"."user_id" is not null;--> statement-breakpoint
CREATE INDEX "outbox_reset_user" ON "outbox" USING btree ("reset_user_id") WHERE "outbox"."reset_user_id" is not null;