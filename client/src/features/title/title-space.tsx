import type { Group } from '#shared/api/groups.ts';

/** The claim to the title in a slip: two lines, in the widths that a slip has. */
export const titleLines = 'mt-1.5 min-h-[2lh] text-note';

/**
 * The space of a claim that is not known yet. Without it the claim would move the button that places the bet away from
 * under a tap. Nothing where the title asks for no active weeks.
 */
export function TitleSpace({ league: { state, fairPlay } }: { league: Pick<Group, 'state' | 'fairPlay'> }) {
  return state === 'open' && fairPlay.activeWeeksPct !== null && <div className={titleLines} />;
}
