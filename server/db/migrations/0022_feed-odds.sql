-- Where the leagues are sharded, all migrations of an upgrade run in one transaction, and a later one adds a key to a
-- table that every machine has: Citus then refuses changes of other tables on several connections at once.
DO $$
BEGIN
  IF to_regclass('pg_dist_partition') IS NOT NULL THEN
    SET LOCAL citus.multi_shard_modify_mode TO 'sequential';
  END IF;
END
$$;--> statement-breakpoint
CREATE TABLE "feed_odds" (
	"feed" text NOT NULL,
	"sport" "sport" NOT NULL,
	"close_at" timestamp with time zone NOT NULL,
	CONSTRAINT "feed_odds_feed_sport_pk" PRIMARY KEY("feed","sport")
);
--> statement-breakpoint
-- Feeds that were pulled before: their odds close as if they were polled every 30 seconds, with a slate every 5 minutes.
INSERT INTO feed_odds (feed, sport, close_at)
SELECT feed, sport, max(at) + interval '20 minutes' FROM pulls WHERE what = 'slate' AND failure IS NULL GROUP BY feed, sport;
