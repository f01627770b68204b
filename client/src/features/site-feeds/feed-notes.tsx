import type { FeedHealth } from '#shared/api/admin-feeds.ts';
import { feedName, staleWords } from './feed-words.ts';

/** The effect of each stale feed on bets, with its last error a tap away. */
export function FeedNotes({ feeds, now }: { feeds: readonly FeedHealth[]; now: Date }) {
  return feeds
    .filter(({ state }) => state === 'stale')
    .map((feed) => (
      <div key={feedName(feed)} className="mt-2.5 rounded-xl bg-raised px-3 py-2.5 text-note text-soft">
        <p>
          <b className="text-ink">{feedName(feed)}</b> {staleWords(feed, now)}
        </p>
        {feed.failure && (
          <details>
            <summary className="min-h-11 cursor-pointer content-center font-semibold text-info">
              The last error of {feedName(feed)}
            </summary>
            <p className="pb-1 wrap-anywhere">{feed.failure}</p>
          </details>
        )}
      </div>
    ));
}
