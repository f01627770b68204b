import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { personalKeys } from '#client/lib/account.ts';
import { removeUnanswered } from '#client/lib/idempotent-call.ts';
import { readStored, removeStored, store } from '#client/lib/storage.ts';
import type { Bet } from '#shared/api/bets.ts';
import { price } from '#shared/api/values.ts';
import { longestStoredText } from '#shared/domain/amount.ts';
import type { Terms } from '#shared/domain/markets/market-rules.ts';
import type { Cents } from '#shared/domain/money.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { emptySlip, isSamePick, type Pick, type Slip } from '#shared/domain/slip.ts';
import { sports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';

const storageKey = personalKeys.slip;

/**
 * A fact about a leg besides the slate: the server refused it with these words, the server named new terms (null if the
 * leg is no longer offered), or the player accepted new terms.
 */
type LegFact = { kind: 'refused'; words: string } | { kind: 'changed'; terms: Terms | null } | { kind: 'accepted' };

/** `at` is in epoch milliseconds. If a note and a slate contradict each other, the later one is right. */
export type LegNote = LegFact & { at: number };

/** The placed tickets, shown in place of the form until the receipt is closed or a pick is added. */
export type Receipt = {
  /** The bets as the server placed them: one parlay, or one or several singles, all in one league. */
  bets: readonly [Bet, ...Bet[]];
  /**
   * The league's available balance before, as the page knew it, and the rest that the bets leave. Null once the page
   * has loaded the leagues again.
   */
  computed: { before: Cents; available: Cents } | null;
};

export type SlipState = {
  slip: Slip;
  /** By `legId`; not stored, so lost on reload. */
  notes: Readonly<Record<string, LegNote>>;
  /** The server's words for refusing the parlay; null once the slip changes. */
  refusal: string | null;
  /** Not stored, so lost on reload. */
  receipt: Receipt | null;
};

const slipText = lazy(() => {
  const amount = z.string().max(longestStoredText);
  const pick = z.object({
    gameId: z.string(),
    sport: z.enum(sports),
    market: z.enum(markets),
    side: z.enum(sides),
    line: z.number().nullable(),
    price: price(),
    label: z.string(),
    game: z.string(),
    startsAt: z.iso.datetime().transform((text) => new Date(text)),
  });
  const entries = z.array(z.object({ pick, amount }));
  return z.object({
    mode: z.enum(['individual', 'parlay']),
    entries,
    parlayAmount: amount,
    carried: entries.nullable(),
    note: z.string().max(longestStoredNote).default(''),
  });
});

/** Chosen: longer than the longest note in characters of several code points. */
const longestStoredNote = 1_000;

const emptyState: SlipState = { slip: emptySlip, notes: {}, refusal: null, receipt: null };

/** Identifies a leg whatever its side, line and price: the slip has at most one pick per market of a game. */
export function legId(pick: Pick): string {
  return `${pick.gameId} ${pick.market}`;
}

/**
 * The slip of this browser: stored in localStorage, so that it survives reload and sign-in, and synchronized across
 * tabs.
 *
 * A stored slip that does not parse is dropped whole: half a slip would be a bet that nobody made. In a browser without
 * storage the slip lives as long as the page. Source: `docs/decisions/slip-in-the-browser.md`.
 */
export function createSlipStore() {
  let text = stored();
  let state = read(text);
  const listeners = new Set<() => void>();

  function show(next: SlipState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Adopts the slip that another tab stored. */
  function syncFromStorage() {
    const now = stored();
    if (now === text) return;
    text = now;
    const { slip } = read(now);
    show(stateWith(slip, state));
  }

  return {
    read: () => state,
    syncFromStorage,

    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        syncFromStorage(); // without listeners, changes in other tabs were missed
        window.addEventListener('storage', syncFromStorage);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', syncFromStorage);
      };
    },

    /** Replaces the slip. */
    change(slip: Slip) {
      text = save(slip);
      show(stateWith(slip, state));
    },

    note(pick: Pick, fact: LegFact) {
      show({ ...state, notes: { ...state.notes, [legId(pick)]: { ...fact, at: Date.now() } } });
    },

    refuse(words: string) {
      show({ ...state, refusal: words });
    },

    /** Shows the receipt in place of the form; null closes it. */
    setReceipt(receipt: Receipt | null) {
      show({ ...state, receipt });
    },

    /** Removes all refusals: they judged the slip in the league that was chosen then. */
    clearRefusals() {
      const notes = Object.entries(state.notes).filter(([, { kind }]) => kind !== 'refused');
      show({ ...state, notes: Object.fromEntries(notes), refusal: null });
    },
  };
}

/** The state after `slip` has replaced the slip of `before`. An added pick closes the receipt. */
function stateWith(slip: Slip, before: SlipState): SlipState {
  const isOn = (pick: Pick) => before.slip.entries.some((entry) => isSamePick(entry.pick, pick));
  const receipt = slip.entries.every(({ pick }) => isOn(pick)) ? before.receipt : null;
  return { slip, notes: notesOn(slip, before), refusal: null, receipt };
}

/**
 * The notes that still hold on `slip`, which replaces the one of `state`. Notes on removed picks are dropped, and so is
 * a refusal once the pick's amount, line or price is another: it judged the bet of before.
 */
function notesOn(slip: Slip, state: SlipState): SlipState['notes'] {
  const valid = slip.entries.flatMap(({ pick, amount }): [string, LegNote][] => {
    const note = state.notes[legId(pick)];
    const before = state.slip.entries.find((entry) => isSamePick(entry.pick, pick));
    if (!note || !before) return [];
    const isSameBet = before.amount === amount && before.pick.line === pick.line && before.pick.price === pick.price;
    return isSameBet || note.kind !== 'refused' ? [[legId(pick), note]] : [];
  });
  return Object.fromEntries(valid);
}

function stored(): string {
  return readStored(storageKey) ?? '';
}

function read(text: string): SlipState {
  try {
    return text === '' ? emptyState : { ...emptyState, slip: slipText().parse(JSON.parse(text)) };
  } catch {
    return emptyState;
  }
}

/** Stores the slip and returns the stored text; '' for an empty slip, which is removed from the storage. */
function save(slip: Slip): string {
  if (slip.entries.length === 0) {
    removeStored(storageKey);
    removeUnanswered();
    return '';
  }
  const text = JSON.stringify(slip);
  store(storageKey, text);
  return text;
}

export const slipStore = createSlipStore();

export function useSlip(): SlipState {
  return useSyncExternalStore(slipStore.subscribe, slipStore.read, slipStore.read);
}
