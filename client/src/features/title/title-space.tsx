import type { Group } from '#shared/api/groups.ts';

/**
 * The claim to the title in a slip. Beside the slate it has the three lines of its longest words: the panel of the slip
 * is as tall as its content, and Place is below. A sheet ends at the lower edge of the screen, where Place stays.
 */
export const titleLines = 'mt-1.5 min-[62.5rem]:min-h-[3lh] text-note';

/**
 * The space of a claim that is not known yet. Without it the claim would move the button that places the bet away from
 * under a tap. Nothing where the title asks for no active weeks.
 */
export function TitleSpace({ league: { state, fairPlay } }: { league: Pick<Group, 'state' | 'fairPlay'> }) {
  return state === 'open' && fairPlay.activeWeeksPct !== null && <div className={titleLines} />;
}
