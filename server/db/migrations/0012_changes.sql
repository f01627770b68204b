CREATE TABLE "changes" (
	"transaction" "xid8" DEFAULT pg_current_xact_id() NOT NULL,
	"topic" text NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "changes_transaction_topic_pk" PRIMARY KEY("transaction","topic")
);
--> statement-breakpoint
CREATE INDEX "changes_at" ON "changes" USING btree ("at");