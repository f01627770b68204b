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
