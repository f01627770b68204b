import { CheckIcon } from '#client/ui/page-icons.tsx';
import { PauseIcon, WarningIcon } from '#client/ui/site-icons.tsx';
import type { FeedHealth, FeedState } from '#shared/api/admin-feeds.ts';
import { showAge } from '#shared/domain/age.ts';
import { feedName, stateWords } from './feed-words.ts';
import { needsSomebody } from './queries.ts';

/** A line a feed. The state is a sign and a word, never a colour alone. */
export function FeedTable({ feeds, now }: { feeds: readonly FeedHealth[]; now: Date }) {
  return (
    <div className="@container scroll-row">
      <table className="w-full border-collapse">
        <caption className="sr-only">Feeds by sport</caption>
        <thead className="text-note text-soft">
          <tr>
            <th scope="col" className="pb-1.5 text-left font-semibold">
              Sport
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-left font-semibold">
              State
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-semibold">
              Last good
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-semibold @max-md:hidden">
              Failed, 1 h
            </th>
            <th scope="col" className="pb-1.5 pl-3 text-right font-semibold">
              Held
            </th>
          </tr>
        </thead>
        <tbody>
          {feeds.map((feed) => (
            <tr key={feedName(feed)} className="border-t border-edge">
              <th scope="row" className="h-11 py-1.5 text-left font-semibold">
                {feedName(feed)}
              </th>
              <td className="py-1.5 pl-3">
                <State state={feed.state} />
                {feed.failedInHour > 0 && (
                  <span className="block text-note text-soft @md:hidden">{feed.failedInHour} failed in 1 h</span>
                )}
              </td>
              <td className="pl-3 text-right whitespace-nowrap text-soft tabular-nums">
                {feed.lastSuccessAt ? showAge(new Date(feed.lastSuccessAt), now) : 'never'}
              </td>
              <td className="pl-3 text-right tabular-nums @max-md:hidden">{feed.failedInHour}</td>
              <td className="pl-3 text-right tabular-nums">{feed.quarantined}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function State({ state }: { state: FeedState }) {
  const isMarked = needsSomebody({ state });
  return (
    <span
      className={`inline-flex items-center gap-1.5 text-sm font-semibold ${isMarked ? 'text-gold-text' : 'text-soft'}`}
    >
      {state === 'well' && <CheckIcon />}
      {isMarked && <WarningIcon />}
      {state === 'resting' && <PauseIcon />}
      {stateWords[state]}
    </span>
  );
}
