import { Link } from 'wouter';
import { Name } from '#client/ui/name.tsx';
import { ChevronRightIcon } from '#client/ui/page-icons.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { FrozenWeek } from '#shared/api/weeks.ts';
import { recapPath } from './league-view.ts';
import { Net } from './net.tsx';
import { WinnerDisc } from './winner-disc.tsx';

type WeekListProps = {
  leagueId: string;
  weeks: readonly FrozenWeek[];
  /** The week whose recap is open. */
  shown: number | null;
};

/** The frozen weeks, newest first, one line each. A tap opens the recap. */
export function WeekList({ leagueId, weeks, shown }: WeekListProps) {
  return (
    <section aria-labelledby="all-weeks" className="rounded-2xl border border-edge bg-surface p-4">
      <h2 id="all-weeks" className="mb-1 text-lg font-bold">
        All weeks
      </h2>
      <ShowMore rows={weeks} noun="weeks">
        {(rows, list) => (
          <ol ref={list} className="-mx-2 divide-y divide-edge">
            {rows.map((week) => (
              <li key={week.number}>
                <Link
                  href={recapPath(leagueId, week.number)}
                  aria-current={week.number === shown ? 'true' : undefined}
                  className="flex min-h-11 items-center gap-2.5 rounded-lg px-2 font-semibold hover:bg-raised aria-[current=true]:bg-raised"
                >
                  <span className="w-7 text-sm text-soft tabular-nums">
                    <span className="sr-only">Week </span>
                    {week.number}
                  </span>
                  <span className="max-[18rem]:hidden">
                    <WinnerDisc winners={week.winners} size="small" />
                  </span>
                  <span className="flex min-w-0 flex-1 items-center gap-2.5 max-[18rem]:block">
                    <span className="block min-w-0 flex-1 truncate">
                      <Winners week={week} />
                    </span>
                    <Net amount={week.net} />
                  </span>
                  <span className="text-soft max-[18rem]:hidden">
                    <ChevronRightIcon />
                  </span>
                </Link>
              </li>
            ))}
          </ol>
        )}
      </ShowMore>
    </section>
  );
}

function Winners({ week: { winners } }: { week: FrozenWeek }) {
  const [first, ...others] = winners;
  if (!first) return 'The house';
  return (
    <>
      <Name>{first.name}</Name>
      {others.length > 0 && ` and ${others.length} more`}
    </>
  );
}
