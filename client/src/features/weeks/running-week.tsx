import { useNow } from '#client/lib/use-now.ts';
import { Name } from '#client/ui/name.tsx';
import type { Weeks } from '#shared/api/weeks.ts';
import { showMoment } from '#shared/domain/eastern.ts';
import { ordinal } from '#shared/domain/sports/period-names.ts';
import { hasBet, listed } from '#shared/words/recap-words.ts';
import { Net } from './net.tsx';
import { Phrase } from './phrase.tsx';

type RunningWeekProps = { running: NonNullable<Weeks['running']>; members: Weeks['members']; viewerId: string };

/** Chosen: as many fit beside each other on a phone. */
const mostShown = 4;
const noInstants: readonly Date[] = [];
const watchNone = () => noInstants;

/** The card 'This week': its leader, the viewer's place, and the best nets. */
export function RunningWeek({ running, members, viewerId }: RunningWeekProps) {
  const now = useNow(watchNone);
  const playing = members.filter(hasBet).sort((a, b) => b.net - a.net);
  return (
    <section aria-labelledby="this-week" className="rounded-2xl border border-edge bg-surface p-4">
      <h2 id="this-week" className="text-lg font-bold">
        This week
      </h2>
      <p className="text-note text-soft">
        Week {running.number} · {endWords(running, now)}
      </p>
      <p className="mt-2 wrap-anywhere">{standWords(running, playing, viewerId)}</p>
      {playing.length > 0 && (
        <ol
          aria-label="Best nets of this week"
          className="mt-3 grid gap-1.5 min-[16rem]:grid-cols-2 min-[22.5rem]:grid-cols-4 lg:grid-cols-2"
        >
          {playing.slice(0, mostShown).map(({ userId, name, net }) => (
            <li key={userId} className="min-w-0 rounded-[10px] bg-raised px-2.5 py-1.5 text-note">
              <span className="block truncate font-semibold">
                <Name>{name}</Name>
              </span>
              <Net amount={net} className="font-semibold" />
            </li>
          ))}
        </ol>
      )}
    </section>
  );
}

/** The end of the week, and how far away it is. */
function endWords({ endsAt, isLast, bets }: RunningWeekProps['running'], now: Date): string {
  const end = new Date(endsAt);
  const what = isLast ? 'the last one, ends' : 'ends';
  const left = end.getTime() - now.getTime();
  if (left <= 0 && isLast) return 'over; its recap comes with the last result';
  if (left <= 0) return bets === 0 ? 'over' : 'over; its recap comes within the hour';
  return `${what} ${showMoment(end)}, ${timeLeft(left)}`;
}

function timeLeft(ms: number): string {
  const hours = Math.floor(ms / 3_600_000);
  if (hours >= 48) return `in ${Math.floor(hours / 24)} days`;
  if (hours >= 2) return `in ${hours} hours`;
  return 'in less than 2 hours';
}

function standWords(
  { leaders, leadersNet, bets }: RunningWeekProps['running'],
  playing: Weeks['members'],
  viewerId: string,
) {
  if (bets === 0) return 'No bet has been settled in it yet.';
  const own = playing.find(({ userId }) => userId === viewerId);
  const place = own && 1 + playing.filter(({ net }) => net > own.net).length;
  const isLeader = leaders.some(({ userId }) => userId === viewerId);
  return (
    <>
      {leaders.length === 0 || leadersNet === null ? (
        'The house is ahead: nobody with a settled bet is above zero.'
      ) : (
        <>
          <b>
            <Phrase words={listed(leaders)} />
          </b>{' '}
          {leaders.length === 1 ? 'leads' : 'lead'} it with <Net amount={leadersNet} />.
        </>
      )}
      {own && place && !isLeader && (
        <>
          {' '}
          You are {ordinal(place)} with <Net amount={own.net} />.
        </>
      )}
      {!own && ' None of your bets has settled in it yet.'}
    </>
  );
}
