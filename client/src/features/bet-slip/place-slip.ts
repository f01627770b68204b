import { CallError, isOtherAccount, isUnauthorized, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { idempotentCall, unansweredCalls } from '#client/lib/idempotent-call.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { cents, parseStake, toWire } from '#shared/domain/money.ts';
import { payout } from '#shared/domain/price.ts';
import { emptySlip, type Pick, remove, type Slip, type SlipMode } from '#shared/domain/slip.ts';
import { legId, slipStore } from './store.ts';

export type Placing = {
  mode: SlipMode;
  /** Tickets placed. */
  placed: number;
  /** Tickets that turned out to be placed by an earlier try which got no answer, as the slip stood then. */
  earlier: number;
  /** Singles dropped because their game takes no more bets. */
  locked: readonly Pick[];
  /** The first of what else went wrong; null when nothing did. */
  failure: unknown;
  /** Whether the server knew more than this page: prices, locks, balances. */
  isOutdated: boolean;
  /** Whether the slip is not the confirmed one any more, so that nothing was sent: another window changed it, or a game started. */
  isSuperseded: boolean;
};

let underWay: Promise<Placing> | null = null;

/**
 * Places the confirmed slip in one league, if it is still the one on the slip, and takes off the slip what was placed.
 *
 * Singles go one after the other, each as its own ticket: what is refused stays on the slip with the server's words, a
 * bet on a game that has closed goes. A second call meanwhile joins the first, also from another window, which then
 * finds its slip changed. Throws when nobody is signed in.
 */
export function placeSlip({ slip, leagueId }: { slip: Slip; leagueId: string }): Promise<Placing> {
  underWay ??= inTurn(async () => {
    slipStore.renew();
    if (slipStore.read().slip !== slip) return { ...placingOf(slip.mode, [], []), isSuperseded: true };
    return slip.mode === 'parlay' ? placeOneParlay(slip, leagueId) : placeSingles(slip, leagueId);
  }).finally(() => {
    underWay = null;
  });
  return underWay;
}

/** One window of the browser at a time. Without the lock (plain http from another machine) keys alone prevent doubles. */
function inTurn<T>(act: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request('ching.slip', act) : act();
}

/** The league where an earlier try to place something of this slip got no answer, and so may have been placed; null without one. */
export function leagueInDoubt({ mode, entries }: Slip): string | null {
  const tickets = mode === 'parlay' ? [parlayTicket] : entries.map(({ pick }) => ticketOf(pick));
  const act = unansweredCalls().find((one) => tickets.some((ticket) => one.endsWith(` ${ticket}`)));
  return act?.split(' ')[0] ?? null;
}

const parlayTicket = 'parlay';

/** What a single is called while no answer has come, so that it stays the same bet when its odds or amount change. */
function ticketOf(pick: Pick): string {
  return `${legId(pick)} ${pick.side}`;
}

/** What became of one ticket. */
type Answer = { kind: 'placed' | 'earlier' } | { kind: 'refused'; error: unknown };

async function placeSingles({ entries }: Slip, leagueId: string): Promise<Placing> {
  const answers: Answer[] = [];
  const locked: Pick[] = [];
  for (const { pick, amount } of entries) {
    const potentialPayout = toWire(payout(parseStake(amount) ?? cents(0), [pick.price]));
    const body = { ...legOf(pick), groupId: leagueId, amount, potentialPayout };
    const answer = await answerTo(idempotentCall(`${leagueId} ${ticketOf(pick)}`, placeBet, { body }));
    if (answer.kind !== 'refused') takeOff(pick);
    else if (codeOf(answer.error) === 'locked') {
      locked.push(pick);
      takeOff(pick);
    } else if (!noteMoves([pick], answer.error)) {
      slipStore.note(pick, { kind: 'refused', words: refusalWords(answer.error) });
    }
    answers.push(answer);
  }
  return placingOf('individual', answers, locked);
}

async function placeOneParlay({ entries, parlayAmount }: Slip, leagueId: string): Promise<Placing> {
  const picks = entries.map((entry) => entry.pick);
  const body = { bets: picks.map(legOf), groupId: leagueId, totalAmount: parlayAmount };
  const answer = await answerTo(idempotentCall(`${leagueId} ${parlayTicket}`, placeParlay, { body }));
  if (answer.kind !== 'refused') slipStore.change(emptySlip);
  else if (!noteMoves(picks, answer.error)) slipStore.refuse(refusalWords(answer.error));
  return placingOf('parlay', [answer], []);
}

/** Throws when nobody or another account is signed in: then nothing else of the slip would be placed either. */
async function answerTo(sent: Promise<unknown>): Promise<Answer> {
  try {
    await sent;
    return { kind: 'placed' };
  } catch (error) {
    if (isUnauthorized(error) || isOtherAccount(error)) throw error;
    return codeOf(error) === 'key-reused' ? { kind: 'earlier' } : { kind: 'refused', error };
  }
}

function placingOf(mode: SlipMode, answers: readonly Answer[], locked: readonly Pick[]): Placing {
  const count = (kind: Answer['kind']) => answers.filter((answer) => answer.kind === kind).length;
  const errors = answers.flatMap((answer) => (answer.kind === 'refused' ? [answer.error] : []));
  return {
    mode,
    locked,
    placed: count('placed'),
    earlier: count('earlier'),
    failure: errors.find((error) => codeOf(error) !== 'locked' || mode === 'parlay') ?? null,
    isOutdated: count('earlier') > 0 || errors.some((error) => error instanceof CallError && error.status === 409),
    isSuperseded: false,
  };
}

function legOf({ gameId, market, side, price, line }: Pick) {
  return { gameId, betType: market, betSide: side, odds: price, line: line === null ? null : String(line) };
}

function takeOff(pick: Pick) {
  slipStore.change(remove(slipStore.read().slip, pick));
}

function codeOf(error: unknown): string | null {
  return error instanceof CallError ? (error.refusal?.code ?? null) : null;
}

function refusalWords(error: unknown): string {
  if (error instanceof NoAnswerError) return 'No answer came. Placing it again is safe: it counts only once.';
  return wordsOf(error, 'Failed to place bet');
}

/** Marks the legs whose line or price moved with what is offered now; false when the refusal is about something else. */
function noteMoves(picks: readonly Pick[], error: unknown): boolean {
  if (!(error instanceof CallError) || error.refusal?.code !== 'price-moved') return false;
  const offered = error.refusal.current ?? [];
  const moved = picks.flatMap((pick) => {
    const now = offered.find(
      (one) => one.gameId === pick.gameId && one.betType === pick.market && one.betSide === pick.side,
    );
    return now ? [{ pick, line: now.line, price: now.odds }] : [];
  });
  for (const { pick, line, price } of moved) {
    slipStore.note(pick, { kind: 'moved', terms: price === null ? null : { line, price } });
  }
  return moved.length > 0;
}
