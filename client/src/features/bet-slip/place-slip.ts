import { CallError, isUnauthorized, NoAnswerError, wordsOf } from '#client/lib/call.ts';
import { callOnce } from '#client/lib/call-once.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { cents, parseStake, toWire } from '#shared/domain/money.ts';
import { payout } from '#shared/domain/price.ts';
import { emptySlip, type Pick, remove, type SlipEntry, type SlipMode } from '#shared/domain/slip.ts';
import { slipStore } from './store.ts';

export type Placing = {
  mode: SlipMode;
  /** Tickets placed. */
  placed: number;
  /** Singles dropped because their game takes no more bets. */
  locked: readonly Pick[];
  /** The first of what else went wrong; null when nothing did. */
  failure: unknown;
  /** Whether the server's prices or locks were newer than those on the slip. */
  isOutdated: boolean;
};

/**
 * Places what is on the slip in one league and takes off the slip what was placed.
 *
 * Singles go one after the other, each as its own ticket: what is refused stays on the slip with the server's words, a
 * bet on a game that has closed goes. Throws when nobody is signed in. Source: screens, "Slip"; design D7, D8.
 */
export async function placeSlip(leagueId: string): Promise<Placing> {
  const { slip } = slipStore.read();
  return slip.mode === 'parlay' ? placeOneParlay(leagueId) : placeSingles(slip.entries, leagueId);
}

async function placeSingles(entries: readonly SlipEntry[], leagueId: string): Promise<Placing> {
  let placed = 0;
  let failure: unknown = null;
  let isOutdated = false;
  const locked: Pick[] = [];
  for (const { pick, amount } of entries) {
    try {
      const potentialPayout = toWire(payout(parseStake(amount) ?? cents(0), [pick.price]));
      await callOnce(placeBet, { body: { ...legOf(pick), groupId: leagueId, amount, potentialPayout } });
      placed += 1;
      takeOff(pick);
    } catch (error) {
      if (isUnauthorized(error)) throw error;
      isOutdated ||= saysOutdated(error);
      if (codeOf(error) === 'locked') {
        locked.push(pick);
        takeOff(pick);
        continue;
      }
      failure ??= error;
      if (!noteMoves([pick], error)) slipStore.note(pick, { kind: 'refused', words: refusalWords(error) });
    }
  }
  return { mode: 'individual', placed, locked, failure, isOutdated };
}

async function placeOneParlay(leagueId: string): Promise<Placing> {
  const { slip } = slipStore.read();
  const picks = slip.entries.map((entry) => entry.pick);
  try {
    await callOnce(placeParlay, {
      body: { bets: picks.map(legOf), groupId: leagueId, totalAmount: slip.parlayAmount },
    });
    slipStore.change(emptySlip);
    return { mode: 'parlay', placed: 1, locked: [], failure: null, isOutdated: false };
  } catch (error) {
    if (isUnauthorized(error)) throw error;
    noteMoves(picks, error);
    return { mode: 'parlay', placed: 0, locked: [], failure: error, isOutdated: saysOutdated(error) };
  }
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

function saysOutdated(error: unknown): boolean {
  const code = codeOf(error);
  return code === 'locked' || code === 'price-moved';
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
    if (price === null) {
      slipStore.note(pick, { kind: 'refused', words: 'This is not offered any more. Remove it to go on.' });
    } else if (price !== pick.price || line !== pick.line) {
      slipStore.note(pick, { kind: 'moved', line, price });
    }
  }
  return moved.length > 0;
}
