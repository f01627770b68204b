import { type KeyboardEvent, type MouseEvent, useId, useRef, useState } from 'react';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { Name } from '#client/ui/name.tsx';
import { ChevronDownIcon } from '#client/ui/page-icons.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { showWhole } from '#shared/domain/money.ts';
import type { Slip } from '#shared/domain/slip.ts';
import { LeagueRadios, LeaguesFailed } from './league-list.tsx';
import { choosable, type LeagueChoice, type Leagues, leagueOptions } from './league-options.ts';

type LeagueFieldProps = {
  slip: Slip;
  leagues: Leagues;
  /** The number of leagues that the list lacks, because they cannot be reached. */
  unreachable: number;
  /** Null while the player has to choose. */
  league: LeagueChoice | null;
  isLastUsed: boolean;
  onChoose: (id: string) => void;
  onReload: () => void;
};

const row = 'flex min-h-14 w-full items-center gap-2.5 px-2.5 py-1.5 text-left sideways:min-h-11 sideways:py-0.5';

/**
 * The league that pays for the slip, with what is available there. A button opens the list of leagues; a player in one
 * league is not asked. Where no league takes the slip, the slip says so elsewhere.
 */
export function LeagueField({ slip, leagues, unreachable, league, isLastUsed, onChoose, onReload }: LeagueFieldProps) {
  const [isOpen, setOpen] = useState(false);
  const isPointer = useRef(false);
  const button = useRef<HTMLButtonElement>(null);
  const listId = useId();
  if (leagues === 'loading') return <Skeleton className="h-14 rounded-xl sideways:h-11" />;
  if (leagues === 'failed') return <LeaguesFailed onReload={onReload} />;
  const options = leagueOptions(slip, leagues, unreachable);
  if (choosable(options).length === 0) return null;
  if (options.length === 1 && league) {
    return (
      <div className="@container rounded-xl border border-edge bg-raised">
        <div className={row}>
          <Chosen league={league} isLastUsed={false} />
        </div>
      </div>
    );
  }

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  /** Closes the list once a league is chosen by pointer. Arrow keys choose each league on the way to another one. */
  function closeAfterPointer({ target }: MouseEvent) {
    if (isPointer.current && target instanceof HTMLInputElement) close();
  }

  function closeAfterEnter(event: KeyboardEvent) {
    isPointer.current = false;
    if (event.key !== 'Enter') return;
    event.preventDefault();
    close();
  }

  return (
    <div className="@container overflow-hidden rounded-xl border border-edge">
      <button
        ref={button}
        type="button"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        onClick={() => setOpen(!isOpen)}
        className={`bg-raised hover:brightness-105 focus-visible:-outline-offset-2 ${row}`}
      >
        <Chosen league={league} isLastUsed={isLastUsed} />
        <span className={`text-soft ${isOpen ? 'rotate-180' : ''}`}>
          <ChevronDownIcon />
        </span>
      </button>
      {isOpen && (
        <fieldset
          id={listId}
          onPointerDown={() => {
            isPointer.current = true;
          }}
          onClick={closeAfterPointer}
          onKeyDown={closeAfterEnter}
          className="grid max-h-[min(20rem,38dvh)] min-w-0 auto-rows-max grid-cols-[minmax(0,1fr)] overflow-y-auto"
        >
          <legend className="sr-only">League</legend>
          <LeagueRadios options={options} chosen={league} onChoose={onChoose} style="lines" />
        </fieldset>
      )}
    </div>
  );
}

/** The name of the league under 'Bet in', or 'Bet in · last used'. What is available stands beside it, or below it where there is no room. */
function Chosen({ league, isLastUsed }: { league: LeagueChoice | null; isLastUsed: boolean }) {
  return (
    <>
      <span className="hidden size-9 shrink-0 place-items-center rounded-[10px] border border-edge bg-surface text-soft @[16rem]:grid sideways:hidden!">
        <LeagueIcon size={18} />
      </span>
      <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-2">
        <span className="min-w-0 flex-[1_1_6rem]">
          <span className="block text-note leading-tight text-soft">
            {isLastUsed ? 'Bet in · last used' : 'Bet in'}
          </span>{' '}
          <span className={`block font-semibold ${league ? 'truncate' : ''}`}>
            {league ? <Name>{league.name}</Name> : 'Choose a league'}
          </span>
        </span>
        {league && (
          <span className="text-note text-soft">
            <b className="font-semibold text-ink tabular-nums">{showWhole(league.available)}</b> available
          </span>
        )}
      </span>
    </>
  );
}
