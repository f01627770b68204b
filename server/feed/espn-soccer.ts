import { z } from 'zod';
import type { HomeAway } from '#shared/domain/side.ts';

const detail = z.object({
  scoringPlay: z.boolean().optional(),
  shootout: z.boolean().optional(),
});
const goal = z.object({
  clock: z.object({ displayValue: z.string().regex(/^\d{1,3}'/) }),
  team: z.object({ id: z.string() }),
});

/**
 * The score after 90 minutes and stoppage, counted goal by goal; null when the goals do not add up to the score.
 *
 * details   ESPN's list of incidents. An own goal names the team that it counts for. A goal at "90'+3'" is within
 *           regulation; the clock's number is not read, because it drops the stoppage time.
 * score     after extra time, without the shoot-out.
 * Source    `docs/feeds.md#soccer-after-90-minutes`, verified there on 124 matches.
 */
export function scoreAfter90(
  details: readonly unknown[],
  teamIds: HomeAway<string>,
  score: HomeAway<number>,
): HomeAway<number> | null {
  const regulation = { home: 0, away: 0 };
  const total = { home: 0, away: 0 };
  for (const entry of details) {
    const incident = detail.safeParse(entry);
    if (!incident.success) return null;
    if (!incident.data.scoringPlay || incident.data.shootout) continue;
    const scored = goal.safeParse(entry);
    if (!scored.success) return null;
    const { team, clock } = scored.data;
    const side = team.id === teamIds.home ? 'home' : team.id === teamIds.away ? 'away' : null;
    if (!side) return null;
    total[side] += 1;
    if (Number.parseInt(clock.displayValue, 10) <= 90) regulation[side] += 1;
  }
  return total.home === score.home && total.away === score.away ? regulation : null;
}
