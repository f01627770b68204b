const hour = 60 * 60_000;

const easternClock = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'America/New_York',
  hourCycle: 'h23',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
});

/** '2026-11-22, 13:00' in New York. */
function easternText(at: number): string {
  return easternClock.format(at);
}

/** The Eastern day of an instant, as the UTC midnight of the same date. */
export function easternDate(at: number): number {
  return Date.parse(`${easternText(at).slice(0, 10)}T00:00:00Z`);
}

/** The instant at which clocks in New York, four or five hours behind UTC, show `time` on `date`. */
export function easternInstant(date: number, time: string): number {
  const wanted = `${new Date(date).toISOString().slice(0, 10)}, ${time}`;
  const asUtc = Date.parse(`${wanted.replace(', ', 'T')}:00Z`);
  const found = [4, 5].map((hours) => asUtc + hours * hour).find((at) => easternText(at) === wanted);
  if (found === undefined) throw new Error(`no such time in New York: ${wanted}`);
  return found;
}
