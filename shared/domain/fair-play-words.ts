import { type FairPlay, isClassic, isSameFairPlay, presets } from './fair-play.ts';
import { showWhole } from './money.ts';

/**
 * The effect and the price of each preset, a sentence each. Source of the figures:
 * docs/fair-play.md#a-member-who-does-not-bet, docs/fair-play.md#what-follows.
 */
export const presetWords = {
  classic: 'The highest balance wins, however it was won. Simple, but who never bets wins more often than most.',
  fairPlay:
    'The title must be played for: bet in most weeks, with at most a quarter of your balance open. Calmer, with more rules.',
} as const satisfies Record<keyof typeof presets, string>;

/** The name of a league's options; null for Classic, which nobody needs to be told of. */
export function fairPlayName(options: FairPlay): string | null {
  if (isClassic(options)) return null;
  return isSameFairPlay(options, presets.fairPlay) ? 'Fair play' : 'Rules of its own';
}

/** The option that a player notices first, in a few words. */
export function fairPlayInShort(options: FairPlay): string {
  const { activeWeeksPct, maxInPlayPct } = options;
  if (maxInPlayPct < presets.classic.maxInPlayPct) return `Up to ${maxInPlayPct}% in open bets`;
  if (activeWeeksPct !== null) return `Bets in ${activeWeeksPct}% of the weeks`;
  return 'The highest balance wins';
}

/** The options that differ from Classic, a sentence each. Source: docs/house-rules.md#fair-play. */
export function fairPlayRules({ activeWeeksPct, maxInPlayPct, lateStart, rescue, maxLegs }: FairPlay): string[] {
  const { classic } = presets;
  return [
    activeWeeksPct !== null &&
      `The title needs ${activeWeeksPct}% of your weeks active: place a tenth of your balance in the week, 100 at most.`,
    maxInPlayPct < classic.maxInPlayPct &&
      `At most ${maxInPlayPct}% of your balance may be in open bets, but always 10.`,
    lateStart === 'median' &&
      'Who joins after the first week is over starts with the median of the others, between 250 and 1,000.',
    lateStart === 'guest' && 'Who joins after the first week is over plays as a guest, without a claim to the title.',
    rescue !== null && `Below 50 you may take ${showWhole(rescue)} once, and give up the title.`,
    maxLegs < classic.maxLegs && `Parlays have up to ${maxLegs} legs.`,
  ].filter((words) => words !== false);
}
