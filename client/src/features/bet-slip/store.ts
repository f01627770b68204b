import { useSyncExternalStore } from 'react';
import { z } from 'zod';
import { forgetUnanswered } from '#client/lib/call-once.ts';
import { price } from '#shared/api/values.ts';
import { markets, sides } from '#shared/domain/market.ts';
import type { Price } from '#shared/domain/price.ts';
import { emptySlip, isSamePick, type Pick, type Slip } from '#shared/domain/slip.ts';
import { sports } from '#shared/domain/sport.ts';

const storageKey = 'ching.slip';

/** Why a leg is still on the slip after placing: the server's words, or that its line or price moved. */
export type LegNote = { kind: 'refused'; words: string } | { kind: 'moved'; line: number | null; price: Price };

export type SlipState = {
  slip: Slip;
  /** By `legId`; forgotten on reload. */
  notes: Readonly<Record<string, LegNote>>;
};

const amount = z.string().regex(/^\d{0,9}$/);

const entries = z.array(
  z.object({
    pick: z.object({
      gameId: z.string(),
      sport: z.enum(sports),
      market: z.enum(markets),
      side: z.enum(sides),
      line: z.number().nullable(),
      price,
      label: z.string(),
      game: z.string(),
      startsAt: z.iso.datetime().transform((text) => new Date(text)),
    }),
    amount,
  }),
);

const stored = z.object({
  mode: z.enum(['individual', 'parlay']),
  entries,
  parlayAmount: amount,
  carried: entries.nullable(),
});

const emptyState: SlipState = { slip: emptySlip, notes: {} };

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
export function createSlipStore(storage: Storage) {
  let state = load(storage);
  const listeners = new Set<() => void>();

  function show(next: SlipState) {
    state = next;
    for (const listener of listeners) listener();
  }

  function follow(event: StorageEvent) {
    if (event.key === storageKey || event.key === null) show({ ...load(storage), notes: state.notes });
  }

  return {
    read: () => state,

    subscribe(listener: () => void) {
      if (listeners.size === 0) window.addEventListener('storage', follow);
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) window.removeEventListener('storage', follow);
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
      show({ slip, notes });
      save(storage, slip);
    },

    note(pick: Pick, note: LegNote | null) {
      const { [legId(pick)]: _, ...others } = state.notes;
      show({ ...state, notes: note ? { ...others, [legId(pick)]: note } : others });
    },
  };
}

function load(storage: Storage): SlipState {
  try {
    const text = storage.getItem(storageKey);
    return text === null ? emptyState : { slip: stored.parse(JSON.parse(text)), notes: {} };
  } catch {
    return emptyState;
  }
}

function save(storage: Storage, slip: Slip) {
  try {
    if (slip.entries.length === 0) {
      storage.removeItem(storageKey);
      forgetUnanswered();
    } else storage.setItem(storageKey, JSON.stringify(slip));
  } catch {
    // A full or forbidden storage costs the memory of the slip, not the slip.
  }
}

export const slipStore = createSlipStore(localStorage);

export function useSlip(): SlipState {
  return useSyncExternalStore(slipStore.subscribe, slipStore.read);
}
