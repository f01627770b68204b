import type { Standing } from '#shared/api/groups.ts';
import { counted } from '#shared/domain/count.ts';

/**
 * The words of a member's row about the title: 'Guest', 'Rescued', and in a final league also '9 of 12 weeks, eligible'.
 * Empty where there is nothing to say.
 */
export function claimWords({ isGuest, isRescued, title }: Pick<Standing, 'isGuest' | 'isRescued' | 'title'>): string {
  const words = [...(isGuest ? ['Guest'] : []), ...(isRescued ? ['Rescued'] : [])];
  if (title) {
    const { activeWeeks, countedWeeks, isEligible } = title;
    const weeks = countedWeeks > 0 ? [`${activeWeeks} of ${counted(countedWeeks, 'week')}`] : [];
    words.push(...weeks, isEligible ? 'eligible' : 'not eligible');
  }
  return words.join(', ');
}

/** Why somebody is not eligible, after 'but': 'was active in 5 of 12 weeks'. */
export function missedWords({ isGuest, isRescued, title }: Pick<Standing, 'isGuest' | 'isRescued' | 'title'>): string {
  if (isRescued) return 'took the rescue';
  if (isGuest || !title) return 'played as a guest';
  return `was active in ${title.activeWeeks} of ${counted(title.countedWeeks, 'week')}`;
}
