import { z } from 'zod';
import { lateStarts } from '#shared/domain/fair-play.ts';
import { lazy } from '#shared/lazy.ts';
import { money, type stakeText } from './values.ts';

/**
 * The moment from which members see each other's tickets: the settling, or the start of the first game.
 * Source: docs/decisions/who-sees-which-bets.md.
 */
export const reveals = ['settled', 'started'] as const;

/** The options of fair play. Their meaning: `FairPlay` in shared/domain/fair-play.ts. */
export const fairPlayWith = (rescue: typeof money | typeof stakeText) =>
  z.object({
    activeWeeksPct: z.int().min(1).max(100).nullable(),
    maxInPlayPct: z.int().min(1).max(100),
    lateStart: z.enum(lateStarts),
    rescue: rescue().nullable(),
    maxLegs: z.int().min(2).max(12),
  });

export const fairPlay = lazy(() => fairPlayWith(money));
