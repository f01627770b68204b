import type { AdminGame, WhyWaiting } from '#shared/api/admin-games.ts';
import type { Outcome } from '#shared/domain/correction.ts';

export const whyWords: Record<WhyWaiting, string> = {
  unconfirmed: 'Unconfirmed',
  quarantined: 'Quarantined',
  suspended: 'Suspended',
  overdue: 'Overdue',
};

/** A result with the away side first, as the game is named: '24-30', 'void'. */
export function outcomeWords({ isVoid, home, away }: Outcome): string {
  return isVoid || home === null || away === null ? 'void' : `${away}-${home}`;
}

type Source = Outcome & { label: string; seenAt: string | null; halfInnings: number | null };

/** The known outcomes of a game with their sources, each outcome once. */
export function sourcesOf({ result, feed, correction }: AdminGame): Source[] {
  const all = [
    ...(result
      ? [{ ...result, label: result.source === 'admin' ? 'Set by hand' : 'In force', seenAt: result.at }]
      : []),
    ...(correction ? [{ ...correction, label: 'Feed, since then' }] : []),
    ...(feed ? [{ ...feed, label: 'Feed' }] : []),
  ];
  return all.filter((one, at) => all.findIndex((other) => outcomeWords(other) === outcomeWords(one)) === at);
}
