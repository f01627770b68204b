import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { personal } from '#client/lib/account.ts';
import { removeUnanswered } from '#client/lib/idempotent-call.ts';
import { readStored, removeStored, store } from '#client/lib/storage.ts';
import { price } from '#shared/api/values.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { emptySlip, isSamePick, type Pick, type Slip, type Terms } from '#shared/domain/slip.ts';
import { sports } from '#shared/domain/sport.ts';
import { lazy } from '#shared/lazy.ts';

const storageKey = personal.slip;

/**
 * What is known of a leg beyond the slate: the server's words for refusing it, that its line or price moved (null: it is
 * not offered any more), or that the player said yes to what it moved to.
 */
type Word = { kind: 'refused'; words: string } | { kind: 'moved'; terms: Terms | null } | { kind: 'accepted' };

/** `at`, in milliseconds, decides between the note and a slate: the later of the two is right. */
export type LegNote = Word & { at: number };

export type SlipState = {
  slip: Slip;
  /** By `legId`; forgotten on reload. */
  notes: Readonly<Record<string, LegNote>>;
  /** Why the parlay was refused, in the server's words; until the slip changes. */
  refusal: string | null;
};

const slipText = lazy(() => {
  const amount = z.string().regex(/^\d{0,9}$/);
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
  });
});

const emptyState: SlipState = { slip: emptySlip, notes: {}, refusal: null };

/** One pick per market of a game, so this names a leg whatever its side, line and price. */
export function legId(pick: Pick): string {
  return `${pick.gameId} ${pick.market}`;
}

/**
 * The slip of this browser: it survives a reload and a sign-in, and follows the other tabs.
 *
 * What is stored and does not parse is dropped whole: half a slip would be a bet that nobody made. A browser without
 * storage has a slip for as long as the page lives.
 */
export function createSlipStore() {
  let text = stored();
  let state = read(text);
  const listeners = new Set<() => void>();

  function show(next: SlipState) {
    state = next;
    for (const listener of listeners) listener();
  }

  /** Takes over what another tab left in the storage. */
  function renew() {
    const now = stored();
    if (now === text) return;
    text = now;
    show({ ...read(now), notes: state.notes });
  }

  return {
    read: () => state,
    renew,

    subscribe(listener: () => void) {
      if (listeners.size === 0) {
        renew(); // other tabs may have changed it since
        window.addEventListener('storage', renew);
      }
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', renew);
      };
    },

    /** Puts `slip` in place; what was known about picks that are no longer on it is forgotten. */
    change(slip: Slip) {
      const picks = slip.entries.map((entry) => entry.pick);
      const kept = picks.filter((pick) => state.slip.entries.some((entry) => isSamePick(entry.pick, pick)));
      const notes = Object.fromEntries(
        kept.flatMap((pick) => {
          const note = state.notes[legId(pick)];
          return note ? [[legId(pick), note]] : [];
        }),
      );
      text = save(slip);
      show({ slip, notes, refusal: null });
    },

    note(pick: Pick, word: Word) {
      show({ ...state, notes: { ...state.notes, [legId(pick)]: { ...word, at: Date.now() } } });
    },

    refuse(words: string) {
      show({ ...state, refusal: words });
    },
  };
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

/** Keeps the slip, and returns the text as which it is kept. */
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
