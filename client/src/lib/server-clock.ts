/** The two clocks of a device, in milliseconds. */
type Device = {
  /** The wall clock, which may be wrong, and which somebody may set while the page is open. */
  wall: () => number;
  /** A monotonic clock, which nobody can set. */
  monotonic: () => number;
};

/** The bounds of the lead of the server's clock over the device's, in milliseconds. */
type Offset = {
  least: number;
  most: number;
  /**
   * `wall` minus `monotonic` at the measurement. It differs once the clock was set, and on some devices after a sleep.
   */
  setting: number;
};

/**
 * Chosen: a smaller difference from the server counts as a right clock, and a smaller jump does not count as setting
 * it.
 */
const toleranceMs = 1_000;
/** The resolution of the Date header: whole seconds. */
const resolutionMs = 1_000;
/** Chosen: after a reply that took longer than this, further replies may still show that the clock is wrong. */
const slowMs = 4_000;

/**
 * Estimates the server's time from the device's clock and the Date header of the server's replies.
 *
 * Each reply bounds the offset between the two clocks; the bounds of several replies are intersected. A clock that is
 * hours off still runs at the right speed, so the offset is valid until somebody sets the clock. The offset is 0 if the
 * bounds allow it. A reply that contradicts the earlier ones is ignored, unless the clock was set in between. Source:
 * docs/decisions/database-clock.md.
 */
export function createServerClock({ wall, monotonic }: Device) {
  let known: Offset | null = null;
  const listeners = new Set<() => void>();

  /** The milliseconds to add to the device's time; 0 for a right clock, and before the first reply. */
  function correction(): number {
    return known === null || mayBeRight(known) ? 0 : Math.round((known.least + known.most) / 2);
  }

  return {
    correction,

    now: () => new Date(wall() + correction()),

    /** Whether a reply has been measured. Until then nothing irreversible may rely on the device's clock. */
    isKnown: () => known !== null,

    /**
     * Measures the offset by a reply. `date` is its Date header, `sentAt` when the request was sent by the device's
     * clock.
     */
    learn(date: string | null, sentAt: number): void {
      const serverTime = Date.parse(date ?? '');
      const receivedAt = wall();
      const setting = receivedAt - monotonic();
      const measured = { least: serverTime - receivedAt, most: serverTime + resolutionMs - sentAt, setting };
      if (!(measured.least <= measured.most)) return; // no date, or the clock was set between request and reply
      const before = known !== null && Math.abs(known.setting - setting) <= toleranceMs ? known : null;
      if (before && mayBeRight(before) && before.most - before.least <= slowMs + resolutionMs) return;
      known = before ? (intersection(before, measured) ?? before) : measured;
      for (const listener of listeners) listener();
    },

    /** Calls `listener` when the correction may have changed, until the returned function is called. */
    subscribe(listener: () => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

function mayBeRight({ least, most }: Offset): boolean {
  return least - toleranceMs <= 0 && 0 <= most + toleranceMs;
}

/**
 * The offset that two measurements allow. Null when they contradict each other, as servers with different clocks can.
 */
function intersection(a: Offset, b: Offset): Offset | null {
  const [least, most] = [Math.max(a.least, b.least), Math.min(a.most, b.most)];
  return least <= most ? { least, most, setting: b.setting } : null;
}

export const serverClock = createServerClock({ wall: () => Date.now(), monotonic: () => performance.now() });

/** The server's present time. Locks, deadlines and days on screen go by it. */
export function serverNow(): Date {
  return serverClock.now();
}
