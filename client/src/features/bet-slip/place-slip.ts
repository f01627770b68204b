import { CallError, isOtherAccount, isUnauthorized, wordsOf } from '#client/lib/call.ts';
import { idempotentCall, unansweredCalls } from '#client/lib/idempotent-call.ts';
import { placeBet, placeParlay } from '#shared/api/bets.ts';
import { cents, parseStake, toWire } from '#shared/domain/money.ts';
import { payout } from '#shared/domain/price.ts';
import { emptySlip, type Pick, remove, type Slip, type SlipMode } from '#shared/domain/slip.ts';
import { legId, slipStore } from './store.ts';

export type Placing = {
  mode: SlipMode;
  /** The number of tickets placed now. */
  placed: number;
  /** The number of tickets that an earlier attempt without an answer had placed, with the slip's contents of then. */
  earlier: number;
  /** The singles removed from the slip because their game takes no more bets. */
  locked: readonly Pick[];
  /** The first other error; null if there was none. */
  failure: unknown;
  /** Whether the server answered from newer prices, locks or balances than the page has. */
  isOutdated: boolean;
  /**
   * Whether nothing was sent because the slip differs from the confirmed one: changed in another window, or a game
   * started.
   */
  isSuperseded: boolean;
};

let running: Promise<Placing> | null = null;

/**
 * Places the confirmed slip in one league, unless the slip has changed since, and removes placed bets from the slip.
 *
 * Singles are sent one after the other, each as its own ticket. A refused bet stays on the slip with the server's
 * words; a bet on a closed game is removed. A second call while one runs returns the running call's promise; a call
 * from another window waits for a lock and then finds its slip changed. Throws if nobody or another account is signed
 * in.
 */
export function placeSlip({ slip, leagueId }: { slip: Slip; leagueId: string }): Promise<Placing> {
  running ??= withSlipLock(async () => {
    slipStore.syncFromStorage();
    if (slipStore.read().slip !== slip) return { ...placingOf(slip.mode, [], []), isSuperseded: true };
    return slip.mode === 'parlay' ? placeOneParlay(slip, leagueId) : placeSingles(slip, leagueId);
  }).finally(() => {
    running = null;
  });
  return running;
}

/**
 * Runs `work` under a Web Lock, so that one window of the browser places at a time. Browsers offer locks only in secure
 * contexts: over plain http from another machine, idempotency keys alone prevent double bets.
 */
function withSlipLock<T>(work: () => Promise<T>): Promise<T> {
  const locks: LockManager | null | undefined = navigator.locks;
  return locks ? locks.request('ching.slip', work) : work();
}

/** The id of the league where an unanswered attempt may have placed something of this slip; null if there is none. */
export function leagueInDoubt({ mode, entries }: Slip): string | null {
  const tickets = mode === 'parlay' ? [parlayTicket] : entries.map(({ pick }) => ticketOf(pick));
  const inDoubt = unansweredCalls().map(parseAction);
  return inDoubt.find(({ ticket }) => tickets.includes(ticket))?.leagueId ?? null;
}

/** Names the placing of a ticket in a league for its idempotency key. `parseAction` reads the name back. */
function actionOf(leagueId: string, ticket: string): string {
  return `${leagueId} ${ticket}`;
}

function parseAction(action: string): { leagueId: string; ticket: string } {
  const [leagueId = '', ...ticket] = action.split(' ');
  return { leagueId, ticket: ticket.join(' ') };
}

const parlayTicket = 'parlay';

/**
 * Names a single within a league. Without odds and amount, so that a retry with others counts as the same bet.
 */
function ticketOf(pick: Pick): string {
  return `${legId(pick)} ${pick.side}`;
}

/** The result of one ticket. */
type Answer = { kind: 'placed' | 'earlier' } | { kind: 'refused'; error: unknown };

async function placeSingles({ entries }: Slip, leagueId: string): Promise<Placing> {
  const answers: Answer[] = [];
  const locked: Pick[] = [];
  for (const { pick, amount } of entries) {
    const potentialPayout = toWire(payout(parseStake(amount) ?? cents(0), [pick.price]));
    const body = { ...legOf(pick), groupId: leagueId, amount, potentialPayout };
    const action = actionOf(leagueId, ticketOf(pick));
    const answer = await answerTo(idempotentCall(action, placeBet, { body }));
    if (answer.kind !== 'refused') removeFromSlip(pick);
    else if (codeOf(answer.error) === 'locked') {
      locked.push(pick);
      removeFromSlip(pick);
    } else if (!notePriceChanges([pick], answer.error)) {
      slipStore.note(pick, { kind: 'refused', words: refusalWords(action, answer.error, 'Failed to place bet') });
    }
    answers.push(answer);
  }
  return placingOf('individual', answers, locked);
}

async function placeOneParlay({ entries, parlayAmount }: Slip, leagueId: string): Promise<Placing> {
  const picks = entries.map((entry) => entry.pick);
  const body = { bets: picks.map(legOf), groupId: leagueId, totalAmount: parlayAmount };
  const action = actionOf(leagueId, parlayTicket);
  const answer = await answerTo(idempotentCall(action, placeParlay, { body }));
  if (answer.kind !== 'refused') slipStore.change(emptySlip);
  else if (!notePriceChanges(picks, answer.error)) {
    slipStore.refuse(refusalWords(action, answer.error, 'Failed to place parlay bet'));
  }
  return placingOf('parlay', [answer], []);
}

/** Throws if nobody or another account is signed in: the rest of the slip would be refused as well. */
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

function removeFromSlip(pick: Pick) {
  slipStore.change(remove(slipStore.read().slip, pick));
}

function codeOf(error: unknown): string | null {
  return error instanceof CallError ? (error.refusal?.code ?? null) : null;
}

/**
 * The words on the slip about a ticket that was not placed, or that may have been: without an answer, after a 5xx and
 * after an answer that cannot be read the outcome is open.
 */
function refusalWords(action: string, error: unknown, failed: string): string {
  if (!unansweredCalls().includes(action)) return wordsOf(error, failed);
  return `${sentence(wordsOf(error, 'No answer came'))} Placing it again is safe: it counts only once.`;
}

/** The words with a full stop at their end. */
function sentence(words: string): string {
  return words.endsWith('.') ? words : `${words}.`;
}

/** Notes the current terms on legs whose line or price changed; false if the refusal has another reason. */
function notePriceChanges(picks: readonly Pick[], error: unknown): boolean {
  if (!(error instanceof CallError) || error.refusal?.code !== 'price-moved') return false;
  const offered = error.refusal.current ?? [];
  const changes = picks.flatMap((pick) => {
    const now = offered.find(
      (one) => one.gameId === pick.gameId && one.betType === pick.market && one.betSide === pick.side,
    );
    return now ? [{ pick, line: now.line, price: now.odds }] : [];
  });
  for (const { pick, line, price } of changes) {
    slipStore.note(pick, { kind: 'changed', terms: price === null ? null : { line, price } });
  }
  return changes.length > 0;
}
