import { useQuery } from '@tanstack/react-query';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Group } from '#shared/api/groups.ts';
import type { Weeks } from '#shared/api/weeks.ts';
import { OpenRecap } from './open-recap.tsx';
import { weeksQuery } from './queries.ts';
import { RunningWeek } from './running-week.tsx';
import { WeekList } from './week-list.tsx';

type WeeksPanelProps = {
  league: Group;
  viewerId: string;
  /** The week whose recap is open; null for the newest. */
  week: number | null;
};

/** The weeks of a league: the running one, the recap of a frozen one, and the list of them. Source: docs/screens.md#weeks. */
export function WeeksPanel({ league, viewerId, week }: WeeksPanelProps) {
  const weeks = useQuery(weeksQuery(league.id));
  return (
    <QueryView query={weeks} noun="weeks" skeleton={<WeeksSkeleton />}>
      {(data) => <Found league={league} viewerId={viewerId} week={week} weeks={data} />}
    </QueryView>
  );
}

function WeeksSkeleton() {
  return (
    <div className={columns}>
      <Skeleton className="h-96 rounded-2xl" />
      <Skeleton className="h-32 rounded-2xl" />
    </div>
  );
}

const columns = 'grid grid-cols-[minmax(0,1fr)] items-start gap-4 lg:grid-cols-[minmax(0,1fr)_21.25rem] lg:gap-5';

/** A week has a recap if a bet was settled in it, so weeks may have ended without one. */
function NoRecap({ running }: Pick<Weeks, 'running'>) {
  if (!running) return <EmptyState title="No recaps" text="No bet was settled in this league." />;
  const when =
    "A league's week ends on Tuesday at 6:00 AM ET. An hour later its story is told here: who won it, and how.";
  if (running.number === 1) return <EmptyState title="No week has ended yet" text={when} />;
  return <EmptyState title="No recap yet" text={`No bet was settled in a week that has ended. ${when}`} />;
}

function Found({ league, viewerId, week, weeks }: WeeksPanelProps & { weeks: Weeks }) {
  const { running, frozen, members } = weeks;
  const shown = week ?? frozen[0]?.number ?? null;
  return (
    <div className={columns}>
      {shown !== null && (
        <div className="min-w-0 max-lg:order-2">
          <OpenRecap key={shown} league={league} viewerId={viewerId} number={shown} isChosen={week !== null} />
        </div>
      )}
      <div className="contents lg:grid lg:gap-4">
        {running && (
          <div className="min-w-0 max-lg:order-1">
            <RunningWeek running={running} members={members} viewerId={viewerId} />
          </div>
        )}
        {frozen.length > 0 && (
          <div className="min-w-0 max-lg:order-3">
            <WeekList leagueId={league.id} weeks={frozen} shown={shown} />
          </div>
        )}
      </div>
      {frozen.length === 0 && (
        <div className="max-lg:order-2 lg:order-first">
          <NoRecap running={running} />
        </div>
      )}
    </div>
  );
}
