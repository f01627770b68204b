/** "12 s", "5 min", "3 h" or "2 days": the time from an instant to now; "0 s" for one that is still to come. */
export function showAge(instant: Date, now: Date): string {
  const seconds = Math.max(0, Math.round((now.getTime() - instant.getTime()) / 1_000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7_200) return `${Math.floor(seconds / 60)} min`;
  return seconds < 172_800 ? `${Math.floor(seconds / 3_600)} h` : `${Math.floor(seconds / 86_400)} days`;
}
