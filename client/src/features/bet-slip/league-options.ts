import { useEffect, useMemo, useState } from 'react';
import { unreachableWords } from '#client/tickets/unreachable-leagues.tsx';
import { type Cents, cents, startingBalance } from '#shared/domain/money.ts';
import {
  leaguesFor,
  leaguesProblem,
  mostStake,
  type Slip,
  type SlipLeague,
  type StakeLimits,
} from '#shared/domain/slip.ts';
import { lastLeague, storeLastLeague } from './last-league.ts';
import { slipStore } from './store.ts';
import { leagueInDoubt } from './ticket-action.ts';

/** A league of the player, with what the slip needs of it. */
export type LeagueChoice = SlipLeague &
  StakeLimits & {
    /** Whether the league still takes bets: its end date has not passed. */
    isOpen: boolean;
    /** Whether a bet may have a note. */
    remarks: boolean;
  };

export type Leagues = readonly LeagueChoice[] | 'loading' | 'failed';

/** Why a league does not take the slip: `doubt` means that another league must be finished first. */
type Bar = 'ended' | 'sport' | 'doubt';

/** A league on offer; `bar` is null if it takes the slip. */
export type LeagueOption = { league: LeagueChoice; bar: Bar | null };

/**
 * The player's leagues for a slip: first those that take it, last those that do not allow its sport.
 *
 * After an attempt without an answer its league alone may be chosen: its idempotency key prevents a double bet,
 * which another league would not recognize.
 *
 * unreachable  how many of the player's leagues are missing in the list, because they cannot be reached. They are not
 *              lost: while the league of such an attempt is among them, none may be chosen.
 */
export function leagueOptions(slip: Slip, leagues: Leagues, unreachable = 0): LeagueOption[] {
  if (typeof leagues === 'string') return [];
  const allowed = new Set(leaguesFor(slip, leagues));
  const open = leagues.filter((league) => league.isOpen && allowed.has(league));
  const doubted = leagueInDoubt(slip);
  const isInDoubt = open.some(({ id }) => id === doubted) || mayBeUnreachable(doubted, leagues, unreachable);
  const barOf = (league: LeagueChoice): Bar | null => {
    if (!allowed.has(league)) return 'sport';
    if (!league.isOpen) return 'ended';
    return isInDoubt && league.id !== doubted ? 'doubt' : null;
  };
  const order: readonly (Bar | null)[] = [null, 'doubt', 'ended', 'sport'];
  return leagues
    .map((league) => ({ league, bar: barOf(league) }))
    .sort((one, other) => order.indexOf(one.bar) - order.indexOf(other.bar));
}

/** Whether the league with this id is missing in a list that leaves some out. */
function mayBeUnreachable(id: string | null, leagues: readonly LeagueChoice[], unreachable: number): boolean {
  return unreachable > 0 && id !== null && !leagues.some((league) => league.id === id);
}

/** The leagues that take the slip. */
export function choosable(options: readonly LeagueOption[]): LeagueChoice[] {
  return options.filter(({ bar }) => bar === null).map(({ league }) => league);
}

/** The reason why no league takes the slip; null if one does, and while that is not known. */
export function noLeagueWords(slip: Slip, leagues: Leagues, unreachable = 0): string | null {
  if (typeof leagues === 'string') return null;
  if (unreachable > 0) {
    const takesSlip = choosable(leagueOptions(slip, leagues, unreachable)).length > 0;
    return takesSlip ? null : `${unreachableWords(unreachable)}, and no other takes this slip now. Nothing is lost.`;
  }
  const problem = leaguesProblem(slip, leagues);
  if (problem) return problem;
  const allowed = leaguesFor(slip, leagues);
  if (allowed.some(({ isOpen }) => isOpen)) return null;
  const which = allowed.length === leagues.length ? '' : ` that allow ${slip.entries[0]?.pick.sport} bets`;
  return `Betting has ended in all your leagues${which}. Create or join a league to go on.`;
}

/**
 * The league that pays for the slip, whether it is the one used last and was not chosen since, and the function that
 * chooses another one.
 *
 * It is the one that the player chose, else the last one used. If that does not allow the slip's sport and one league
 * alone takes the slip, nothing is asked. Null while the player has to choose: between several, or because the league
 * that they chose, or in which an earlier attempt may have placed something, takes no more bets. While leagues cannot be
 * reached, nothing is chosen for the player: it may be one of these that they mean.
 */
export function useLeague(
  viewerId: string | null,
  slip: Slip,
  leagues: Leagues,
  unreachable = 0,
): [league: LeagueChoice | null, isLastUsed: boolean, choose: (id: string) => void] {
  const [chosenId, setChosenId] = useState<string | null>(null);
  /** Read once: another window that uses another league must not change the league here. */
  const lastId = useMemo(() => lastLeague(viewerId), [viewerId]);
  const options = leagueOptions(slip, leagues, unreachable);
  const open = choosable(options);
  const isOpen = (id: string) => open.some((league) => league.id === id);
  const doubted = leagueInDoubt(slip);
  const isDoubtLost =
    typeof leagues !== 'string' &&
    doubted !== null &&
    !isOpen(doubted) &&
    !mayBeUnreachable(doubted, leagues, unreachable);
  const isChosenLost =
    chosenId !== null && !options.some(({ league, bar }) => league.id === chosenId && bar !== 'ended');
  const mustChoose = open.length > 1 || unreachable > 0 || (options.length > 1 && (isDoubtLost || isChosenLost));
  const league = open.find(({ id }) => id === (chosenId ?? lastId)) ?? (mustChoose ? undefined : open[0]);
  useEffect(() => {
    if (isDoubtLost) slipStore.clearRefusals(); // in another league a repetition counts as a second bet
  }, [isDoubtLost]);
  function choose(id: string) {
    setChosenId(id);
    storeLastLeague(viewerId, id);
    slipStore.clearRefusals();
  }
  return [league ?? null, chosenId === null && league?.id === lastId, choose];
}

/**
 * The amount up to which quick amounts go: what may be staked in the chosen league; until one is chosen, the most that
 * may be staked in any league that takes the slip.
 */
export function limitOf(slip: Slip, league: LeagueChoice | null, leagues: Leagues): Cents {
  const from = league ? [league] : choosable(leagueOptions(slip, leagues));
  return from.length === 0 ? startingBalance : cents(Math.max(...from.map(mostStake)));
}
