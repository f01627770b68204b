import type { ReactNode } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Group } from '#shared/api/groups.ts';
import { counted } from '#shared/domain/count.ts';
import { showMoment } from '#shared/domain/eastern.ts';

type LeagueStateProps = {
  league: Group;
  /** Those who rank above the champions without being eligible, and why. */
  passedOver?: readonly PassedOver[];
};

type PassedOver = { name: string; why: string };

/**
 * A notice after the league's end: betting is closed, bets wait for results, or the champions. Empty before the end.
 */
export function LeagueState({ league, passedOver = [] }: LeagueStateProps) {
  switch (league.state) {
    case 'open':
      return null;
    case 'closed':
      if (league.waitsFor.length === 0) {
        return <Notice title="Betting in this league has ended">The final standings are about to be drawn up.</Notice>;
      }
      return (
        <Notice title="Waiting for the last results" waits={league.waitsFor}>
          Betting in this league has ended. The standings are final once the last result is certain.
        </Notice>
      );
    case 'settling':
      return (
        <Notice title={`Waiting for ${counted(league.openBets, 'bet')} to settle`} waits={league.waitsFor}>
          Betting in this league has ended. The standings are final once the last bet has settled.
        </Notice>
      );
    case 'final':
      if (league.champions.length === 0) {
        return <Notice title="Final standings · No champion">{noChampionWords(league.fairPlay)}</Notice>;
      }
      return <Champions champions={league.champions} passedOver={passedOver} />;
  }
}

type Wait = Group['waitsFor'][number];

/** Chosen: further games are only counted, so that the leaderboard below stays on the screen. */
const shownAtMost = 5;

function Notice({ title, waits = [], children }: { title: string; waits?: readonly Wait[]; children: ReactNode }) {
  return (
    <section className="rounded-2xl border border-edge bg-surface p-4">
      <h2 className="font-bold">{title}</h2>
      <p className="mt-0.5 text-sm text-soft">{children}</p>
      {waits.length > 0 && (
        <ul className="mt-2 grid gap-1.5 text-sm">
          {waits.slice(0, shownAtMost).map((wait) => (
            <li key={wait.gameId ?? wait.what}>{waitWords(wait)}</li>
          ))}
          {waits.length > shownAtMost && <li>And for {waits.length - shownAtMost} more.</li>}
        </ul>
      )}
    </section>
  );
}

/**
 * The event that a league waits for and its deadline, as a sentence. A null `game` means any number of hidden games.
 */
export function waitWords({ what, game, until, needsAdmin }: Wait): string {
  const named = game ?? 'games that other members bet on';
  const by = until && showMoment(new Date(until));
  if (what === 'correction') {
    const end = by ? `until ${by} at the latest` : 'for a moment yet';
    return `Waiting for ${named}: the ${game ? 'score' : 'scores'} may be corrected ${end}.`;
  }
  return `Waiting for the result of ${named}: ${resultWords(game, by, needsAdmin)}.`;
}

function resultWords(game: string | null, by: string | null, needsAdmin: boolean): string {
  if (by) return `${game ? 'its' : 'their'} bets are void without one by ${by}`;
  if (needsAdmin) return 'its feed says nothing certain, so an admin has to settle it';
  return game ? 'it is about to be settled or void' : 'they are about to be settled or void, or wait for an admin';
}

/** The conditions of the title that nobody has met: a share of active weeks, no start as a guest, no rescue. */
function noChampionWords({ activeWeeksPct, lateStart, rescue }: Group['fairPlay']): string {
  const asked = [
    ...(activeWeeksPct === null ? [] : [`bets in ${activeWeeksPct}% of the weeks that count`]),
    ...(lateStart === 'guest' ? ['no start as a guest'] : []),
    ...(rescue === null ? [] : ['no rescue']),
  ];
  return `Nobody met what the title asks for: ${asked.join(', and ')}.`;
}

function Champions({
  champions,
  passedOver,
}: Pick<Group, 'champions'> & Required<Pick<LeagueStateProps, 'passedOver'>>) {
  return (
    <section className="flex items-center gap-4 rounded-2xl border border-gold bg-gold-soft p-4">
      <span className="text-gold-text">
        <LeagueIcon size={36} />
      </span>
      <div className="min-w-0">
        <h2 className="text-sm font-semibold text-gold-text">
          Final standings · {champions.length > 1 ? 'Co-champions' : 'Champion'}
        </h2>
        <ul>
          {champions.map(({ userId, name, balance }) => (
            <li key={userId} className="flex flex-wrap items-baseline gap-x-3 text-lg">
              <b className="min-w-0 truncate">
                <Name>{name}</Name>
              </b>
              <Money amount={balance} className="text-base font-semibold" />
            </li>
          ))}
        </ul>
        <PassedOverText people={passedOver} />
      </div>
    </section>
  );
}

/** Why the highest balance did not win: 'Maya has more, but took the rescue.' Nothing where it did. */
function PassedOverText({ people: [first, ...others] }: { people: readonly PassedOver[] }) {
  if (!first) return null;
  return (
    <p className="mt-0.5 text-sm wrap-anywhere">
      <Name>{first.name}</Name>
      {others.length === 0
        ? ` has more, but ${first.why}.`
        : ` and ${counted(others.length, 'other')} have more, but were not eligible.`}
    </p>
  );
}
