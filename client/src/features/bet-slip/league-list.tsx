import type { ReactNode } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Name } from '#client/ui/name.tsx';
import { Loading } from '#client/ui/skeleton.tsx';
import type { Cents } from '#shared/domain/money.ts';
import { leaguesFor, leaguesProblem, type Slip, type SlipLeague } from '#shared/domain/slip.ts';

/** A league of the player, with what the slip needs of it. */
export type LeagueChoice = SlipLeague & {
  available: Cents;
  /** Whether the league still takes bets: its end date has not passed. */
  isOpen: boolean;
};

export type Leagues = readonly LeagueChoice[] | 'loading' | 'failed';

/**
 * The leagues that may be chosen for a slip now.
 *
 * inDoubt  the id of a league where an earlier attempt got no answer, or null. Only this league may then be chosen: its
 *          idempotency key prevents a double bet, which another league would not recognize.
 */
export function choosable(slip: Slip, leagues: Leagues, inDoubt: string | null): LeagueChoice[] {
  if (typeof leagues === 'string') return [];
  const open = leaguesFor(slip, leagues).filter((league) => league.isOpen);
  const first = open.filter((league) => league.id === inDoubt);
  return first.length > 0 ? first : open;
}

type LeagueListProps = {
  slip: Slip;
  leagues: Leagues;
  choosable: readonly LeagueChoice[];
  chosen: LeagueChoice | null;
  onChoose: (id: string) => void;
  /** Buttons to join and create a league, shown if no league can be chosen. */
  leagueActions: ReactNode;
};

/**
 * The choice of the league that pays the stake, or the reason why none can be chosen. Source:
 * `docs/screens.md#bet-slip`.
 */
export function LeagueList({ slip, leagues, choosable, chosen, onChoose, leagueActions }: LeagueListProps) {
  if (leagues === 'loading') return <Loading words="Loading your leagues..." />;
  if (leagues === 'failed') return <p role="alert">Failed to load your leagues. Please try again later.</p>;
  const problem = leaguesProblem(slip, leagues);
  if (problem) {
    return (
      <div className="rounded-2xl bg-gold-soft p-4">
        <p className="mb-3">{problem}</p>
        <div className="flex flex-wrap gap-2 *:grow">{leagueActions}</div>
      </div>
    );
  }
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Choose a league</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        {leaguesFor(slip, leagues).map((league) => (
          <label
            key={league.id}
            className="flex min-h-13 cursor-pointer items-center gap-3 rounded-xl border border-edge bg-raised px-3.5 py-2 has-checked:border-gold has-checked:inset-ring has-checked:inset-ring-gold has-disabled:cursor-default has-focus-visible:outline-2 has-focus-visible:outline-gold-text"
          >
            <input
              type="radio"
              name="league"
              value={league.id}
              checked={league === chosen}
              disabled={!choosable.includes(league)}
              onChange={() => onChoose(league.id)}
              className="size-4.5 shrink-0 accent-gold outline-none"
            />
            <span className="min-w-0 flex-1">
              <span className="block truncate font-semibold">
                <Name>{league.name}</Name>
              </span>
              <span className="block text-[13px] text-soft">
                <Available league={league} choosable={choosable} />
              </span>
            </span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

function Available({ league, choosable }: { league: LeagueChoice; choosable: readonly LeagueChoice[] }) {
  if (!league.isOpen) return 'Betting in this league has ended';
  const [inDoubt] = choosable;
  if (inDoubt && !choosable.includes(league)) return <FinishThere league={inDoubt} />;
  return (
    <>
      <Money amount={league.available} /> available
    </>
  );
}

function FinishThere({ league }: { league: LeagueChoice }) {
  return (
    <>
      Your last try may have reached <Name>{league.name}</Name>: finish it there first
    </>
  );
}

type LeagueLostProps = {
  slip: Slip;
  leagues: readonly LeagueChoice[];
  choosable: readonly LeagueChoice[];
  /** The chosen league, which no longer takes the bet. */
  lostId: string;
};

/** Says why the chosen league no longer takes the bet, and whether another one can be chosen. */
export function LeagueLost({ slip, leagues, choosable, lostId }: LeagueLostProps) {
  const league = leagues.find(({ id }) => id === lostId);
  const isInDoubtElsewhere = league?.isOpen && leaguesFor(slip, leagues).includes(league);
  const [other] = choosable;
  return (
    <p role="alert" className="mb-3 rounded-xl bg-gold-soft px-3 py-2 text-sm">
      {isInDoubtElsewhere && other ? (
        <>
          <FinishThere league={other} />.
        </>
      ) : (
        <>
          <LossWords slip={slip} league={league ?? null} />
          {other && ' Choose another league to go on.'}
        </>
      )}
    </p>
  );
}

function LossWords({ slip, league }: { slip: Slip; league: LeagueChoice | null }) {
  if (!league) return 'You are not in the chosen league any more.';
  if (!league.isOpen) {
    return (
      <>
        Betting in <Name>{league.name}</Name> has ended.
      </>
    );
  }
  return (
    <>
      <Name>{league.name}</Name> does not allow {slip.entries[0]?.pick.sport} bets any more.
    </>
  );
}
