import { type ReactNode, useId } from 'react';
import { Money } from '#client/tickets/money.tsx';
import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import { Loading } from '#client/ui/skeleton.tsx';
import { leaguesFor, type Slip } from '#shared/domain/slip.ts';
import { choosable, type LeagueChoice, type LeagueOption, type Leagues, noLeagueWords } from './league-options.ts';

type LeagueListProps = {
  slip: Slip;
  leagues: Leagues;
  unreachable: number;
  options: readonly LeagueOption[];
  chosen: LeagueChoice | null;
  onChoose: (id: string) => void;
  /** Buttons to join and create a league, shown if no league can be chosen. */
  leagueActions: ReactNode;
  onReload: () => void;
};

/**
 * The choice of the league that pays the stake, or the reason why none can be chosen. A player in one league is not
 * asked. Source: `docs/screens.md#bet-slip`.
 */
export function LeagueList(props: LeagueListProps) {
  const { slip, leagues, unreachable, options, chosen, onChoose, leagueActions, onReload } = props;
  if (leagues === 'loading') return <Loading words="Loading your leagues..." />;
  if (leagues === 'failed') return <LeaguesFailed onReload={onReload} />;
  const problem = noLeagueWords(slip, leagues, unreachable);
  if (problem) {
    return (
      <div className="rounded-2xl bg-gold-soft p-4">
        <p className="mb-3">{problem}</p>
        <div className="flex flex-wrap gap-2 *:grow">{leagueActions}</div>
      </div>
    );
  }
  if (options.length === 1 && (chosen || unreachable === 0)) return null;
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-sm font-semibold">Choose a league</legend>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-2">
        <LeagueRadios options={options} chosen={chosen} onChoose={onChoose} style="boxes" />
      </div>
    </fieldset>
  );
}

/** Says that the player's leagues did not load, with a button to load them again. */
export function LeaguesFailed({ onReload }: { onReload: () => void }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1 text-sm">
      <p role="alert" className="min-w-0 flex-[1_1_10rem]">
        Failed to load your leagues.
      </p>
      <Button onClick={onReload}>Try Again</Button>
    </div>
  );
}

const rows = {
  /** Each league is a box of its own. */
  boxes:
    'min-h-13 rounded-xl border border-edge bg-raised py-2 has-checked:border-gold has-checked:inset-ring has-checked:inset-ring-gold has-focus-visible:outline-2 has-focus-visible:outline-gold-text',
  /** Leagues between lines, within a box. */
  lines:
    'min-h-14 border-t border-edge py-2 has-focus-visible:outline-2 has-focus-visible:-outline-offset-2 has-focus-visible:outline-gold-text',
};

type LeagueRadiosProps = {
  options: readonly LeagueOption[];
  chosen: LeagueChoice | null;
  onChoose: (id: string) => void;
  style: keyof typeof rows;
};

/** A radio button per league; those that do not take the slip say why. */
export function LeagueRadios({ options, chosen, onChoose, style }: LeagueRadiosProps) {
  const group = useId();
  const [open] = choosable(options);
  return options.map(({ league, bar }) => (
    <label
      key={league.id}
      className={`flex cursor-pointer items-center gap-3 px-3.5 has-disabled:cursor-default has-disabled:text-soft ${rows[style]}`}
    >
      <input
        type="radio"
        name={group}
        value={league.id}
        checked={league.id === chosen?.id}
        disabled={bar !== null}
        onChange={() => onChoose(league.id)}
        className="size-4.5 shrink-0 appearance-none rounded-full border-2 border-faint outline-none checked:border-[5px] checked:border-gold-text disabled:border-dashed"
      />
      <span className="min-w-0 flex-1">
        <span className="block truncate font-semibold">
          <Name>{league.name}</Name>
        </span>
        <span className="block text-note text-soft">
          {bar === null && (
            <>
              <Money amount={league.available} /> available
            </>
          )}
          {bar === 'ended' && 'Betting in this league has ended'}
          {bar === 'sport' && `${league.allowedSports} only`}
          {bar === 'doubt' && open && <FinishThere league={open} />}
        </span>
      </span>
    </label>
  ));
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
  unreachable: number;
  options: readonly LeagueOption[];
  /** The chosen league, which no longer takes the bet. */
  lostId: string;
};

/** Says why the chosen league no longer takes the bet, and whether another one can be chosen. */
export function LeagueLost({ slip, leagues, unreachable, options, lostId }: LeagueLostProps) {
  const league = leagues.find(({ id }) => id === lostId);
  const isInDoubtElsewhere = league?.isOpen && leaguesFor(slip, leagues).includes(league);
  const [other] = choosable(options);
  return (
    <p role="alert" className="mb-3 rounded-xl bg-gold-soft px-3 py-2 text-sm wrap-anywhere">
      {isInDoubtElsewhere && other ? (
        <>
          <FinishThere league={other} />.
        </>
      ) : (
        <>
          <LossWords slip={slip} league={league ?? null} isParted={unreachable > 0} />
          {other && ' Choose another league to go on.'}
        </>
      )}
    </p>
  );
}

function LossWords({ slip, league, isParted }: { slip: Slip; league: LeagueChoice | null; isParted: boolean }) {
  if (!league && isParted) return 'The chosen league cannot be reached at the moment.';
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
