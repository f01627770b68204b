/** What a device knows of time, in milliseconds. */
type Device = {
  /** Its clock, which may be wrong, and may be set meanwhile. */
  wall: () => number;
  /** How long it has been running: nobody sets this one. */
  steady: () => number;
};

/** By how much the server is ahead of the device, at least and at most, in milliseconds. */
type Lead = {
  least: number;
  most: number;
  /** `wall` less `steady` when it was learned: another once the clock was set, and on some devices after a sleep. */
  setting: number;
};

/** Ours: a clock that may be this near to the server's is right, and what it moves by in this time is no setting of it. */
const slackMs = 1_000;
/** A Date has whole seconds only. */
const resolutionMs = 1_000;
/** Ours: an answer that was this long under way may still hide that the clock is wrong. */
const slowMs = 4_000;

/**
 * The server's time, told by the device's clock and by the Date of what the server answers.
 *
 * Answers tell how far off the clock is set; how much time passes is the device's to tell, since a clock that is hours off
 * runs evenly all the same. A clock within what the answers allow stands, and one answer against several is left out,
 * unless the clock was set in between. Source: design D9, D18.
 */
export function createServerClock({ wall, steady }: Device) {
  let known: Lead | null = null;
  const listeners = new Set<() => void>();

  /** What to add to the device's time, in milliseconds; 0 for a clock that is right, and before the first answer. */
  function correction(): number {
    return known === null || mayBeRight(known) ? 0 : Math.round((known.least + known.most) / 2);
  }

  return {
    correction,

    now: () => new Date(wall() + correction()),

    /** Whether the server has told its time: until then a device is not to be believed in what cannot be undone. */
    isKnown: () => known !== null,

    /** Takes over the Date of an answer to what was asked at `askedAt`, by the device's clock; null where it has none. */
    learn(date: string | null, askedAt: number): void {
      const saidAt = Date.parse(date ?? '');
      const heardAt = wall();
      const setting = heardAt - steady();
      const lead = { least: saidAt - heardAt, most: saidAt + resolutionMs - askedAt, setting };
      if (!(lead.least <= lead.most)) return; // no date, or the clock was set while the answer was under way
      const before = known !== null && Math.abs(known.setting - setting) <= slackMs ? known : null;
      if (before && mayBeRight(before) && before.most - before.least <= slowMs + resolutionMs) return;
      known = before ? (both(before, lead) ?? before) : lead;
      for (const listener of listeners) listener();
    },

    /** Tells `listener` that the correction may be another, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function mayBeRight({ least, most }: Lead): boolean {
  return least - slackMs <= 0 && 0 <= most + slackMs;
}

/** What two answers say together; null where they contradict each other, as those of servers whose clocks differ may. */
function both(a: Lead, b: Lead): Lead | null {
  const [least, most] = [Math.max(a.least, b.least), Math.min(a.most, b.most)];
  return least <= most ? { least, most, setting: b.setting } : null;
}

export const serverClock = createServerClock({ wall: () => Date.now(), steady: () => performance.now() });

/** The present instant as the server has it: what games, leagues and days are judged by. */
export function serverNow(): Date {
  return serverClock.now();
}
