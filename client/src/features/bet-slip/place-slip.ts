import { CallError, isOtherAccount, isUnauthorized, wordsOf } from '#client/lib/call.ts';
import { idempotentCall, unansweredCalls } from '#client/lib/idempotent-call.ts';
import { type Bet, placeBet, placeParlay } from '#shared/api/bets.ts';
import { stakeOf, wholeOf } from '#shared/domain/amount.ts';
import { cents, toWire } from '#shared/domain/money.ts';
import { payout } from '#shared/domain/price.ts';
import { emptySlip, type Pick, pickId, remove, type Slip, type SlipMode } from '#shared/domain/slip.ts';
import { noAnswerWords, safeAgainWords } from './slip-words.ts';
import { slipStore } from './store.ts';
import { actionOf, parlayTicket } from './ticket-action.ts';

export type Placing = {
  mode: SlipMode;
  /** The number of tickets placed now. */
  placed: number;
  /** The bets of these tickets as the server placed them, one per leg. */
  bets: readonly Bet[];
  /** The number of tickets that an earlier attempt without an answer had placed, with the slip's contents of then. */
  earlier: number;
  /** The singles removed from the slip because their game takes no more bets. */
  locked: readonly Pick[];
  /** The first other refusal; null if there was none. */
  refusal: { error: unknown; words: string } | null;
  /** Whether no answer came for some ticket, so that it may be placed or not. */
  isUnanswered: boolean;
  /** Whether the server answered from newer prices, locks or balances than the page has. */
  isOutdated: boolean;
  /**
   * Whether nothing was sent because the slip differs from the confirmed one: changed in another window, or a game
   * started.
   */
  isSuperseded: boolean;
};

const labels = { note: 'Note' };

/** Chosen: no answer within this time counts as none. The server answers or refuses within a few seconds. */
const answerWithinMs = 20_000;

let running: Promise<Placing> | null = null;

/** `note` goes with each ticket; '' for none. */
type PlacedSlip = { slip: Slip; leagueId: string; note?: string };

/**
 * Places the confirmed slip in one league, unless the slip has changed since, and removes placed bets from the slip.
 *
 * Singles are sent one after the other, each as its own ticket. A refused bet stays on the slip with the server's
 * words; a bet on a closed game is removed. A second call while one runs returns the running call's promise; a call
 * from another window waits for a lock and then finds its slip changed. Throws if nobody or another account is signed
 * in.
 */
export function placeSlip({ slip, leagueId, note = '' }: PlacedSlip): Promise<Placing> {
  running ??= withSlipLock(async () => {
    slipStore.syncFromStorage();
    if (slipStore.read().slip !== slip) return { ...placingOf(slip.mode, [], []), isSuperseded: true };
    return slip.mode === 'parlay' ? placeOneParlay(slip, leagueId, note) : placeSingles(slip, leagueId, note);
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

/** The result of one ticket. `words` say why it was not placed, or that it may have been. */
type Answer =
  | { kind: 'placed'; bets: readonly Bet[] }
  | { kind: 'earlier' }
  | { kind: 'refused'; error: unknown; words: string }
  | { kind: 'unanswered'; error: unknown; words: string };

async function placeSingles({ entries }: Slip, leagueId: string, note: string): Promise<Placing> {
  const answers: Answer[] = [];
  const locked: Pick[] = [];
  for (const { pick, amount } of entries) {
    const potentialPayout = toWire(payout(stakeOf(amount) ?? cents(0), [pick.price]));
    const body = {
      ...legOf(pick),
      groupId: leagueId,
      amount: String(wholeOf(amount)),
      potentialPayout,
      ...(note && { note }),
    };
    const action = actionOf(leagueId, pickId(pick));
    const answer = await answerTo(action, 'individual', (signal) =>
      idempotentCall(action, placeBet, { body, signal, labels }).then((bet) => [bet]),
    );
    if (!('error' in answer)) removeFromSlip(pick);
    else if (codeOf(answer.error) === 'locked') {
      locked.push(pick);
      removeFromSlip(pick);
    } else if (!notePriceChanges([pick], answer.error)) slipStore.note(pick, { kind: 'refused', words: answer.words });
    answers.push(answer);
    if (answer.kind === 'unanswered') break; // each of the others would wait as long
  }
  return placingOf('individual', answers, locked);
}

async function placeOneParlay({ entries, parlayAmount }: Slip, leagueId: string, note: string): Promise<Placing> {
  const picks = entries.map((entry) => entry.pick);
  const body = {
    bets: picks.map(legOf),
    groupId: leagueId,
    totalAmount: String(wholeOf(parlayAmount)),
    ...(note && { note }),
  };
  const action = actionOf(leagueId, parlayTicket);
  const answer = await answerTo(action, 'parlay', (signal) =>
    idempotentCall(action, placeParlay, { body, signal, labels }),
  );
  if (!('error' in answer)) slipStore.change(emptySlip);
  else if (!notePriceChanges(picks, answer.error)) slipStore.refuse(answer.words);
  return placingOf('parlay', [answer], []);
}

/** Throws if nobody or another account is signed in: the rest of the slip would be refused as well. */
async function answerTo(
  action: string,
  mode: SlipMode,
  send: (signal: AbortSignal) => Promise<readonly Bet[]>,
): Promise<Answer> {
  try {
    return { kind: 'placed', bets: await send(AbortSignal.timeout(answerWithinMs)) };
  } catch (error) {
    if (isUnauthorized(error) || isOtherAccount(error)) throw error;
    return codeOf(error) === 'key-reused' ? { kind: 'earlier' } : answerOf(action, mode, error);
  }
}

/**
 * Judges the failed placing of `action`. Without an answer of this server the ticket may be placed or not, which is
 * never called a failure. After an answer that leaves it open, such as a 500, the words add that a retry is safe.
 */
function answerOf(action: string, mode: SlipMode, error: unknown): Answer {
  const isAnswered = error instanceof CallError && (error.refusal !== null || error.status < 500);
  if (!isAnswered) return { kind: 'unanswered', error, words: noAnswerWords };
  // The words of `bad-input` name fields of the body: a person has filled in none of them but the note.
  const words =
    codeOf(error) === 'bad-input' && error.field !== 'note' ? failedWords(mode) : wordsOf(error, failedWords(mode));
  const isOpen = unansweredCalls().includes(action) && !isLeagueGone(error);
  return { kind: 'refused', error, words: isOpen ? `${sentence(words)} ${safeAgainWords}` : words };
}

function failedWords(mode: SlipMode): string {
  return mode === 'parlay' ? 'Failed to place parlay bet' : 'Failed to place bet';
}

/** The league was deleted, or the player is no longer in it. */
function isLeagueGone(error: unknown): boolean {
  return codeOf(error) === 'league-not-found';
}

function placingOf(mode: SlipMode, answers: readonly Answer[], locked: readonly Pick[]): Placing {
  const count = (kind: Answer['kind']) => answers.filter((answer) => answer.kind === kind).length;
  const refused = answers.filter((answer) => answer.kind === 'refused');
  const isNews = (error: unknown) => isLeagueGone(error) || (error instanceof CallError && error.status === 409);
  return {
    mode,
    locked,
    placed: count('placed'),
    bets: answers.flatMap((answer) => (answer.kind === 'placed' ? answer.bets : [])),
    earlier: count('earlier'),
    refusal: refused.find(({ error }) => codeOf(error) !== 'locked' || mode === 'parlay') ?? null,
    isUnanswered: count('unanswered') > 0,
    isOutdated: count('earlier') > 0 || refused.some(({ error }) => isNews(error)),
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
