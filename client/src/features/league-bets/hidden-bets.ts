import type { GameView } from '#shared/api/games.ts';
import type { Group } from '#shared/api/groups.ts';
import { gamePhase } from '#shared/domain/phase.ts';

export type Reveal = Group['reveal'];

/**
 * Says from when on bets of others on a locked game show, for a viewer in leagues with these settings. The words depend
 * on the settings alone: they are the same whether there are hidden bets or not, and so reveal nothing.
 * Source: docs/decisions/who-sees-which-bets.md.
 */
export function hiddenBetsWords(reveals: readonly Reveal[]): string {
  if (!reveals.includes('started')) return 'Bets of others show after they settle';
  if (!reveals.includes('settled')) return 'Bets of others show once the game starts';
  return 'Bets of others show after they settle, or once the game starts where a league is set so';
}

/**
 * The second line of an empty list; null while the leagues, and so their settings, are not known. Source:
 * docs/screens.md#league-bets.
 */
export function noBetsWords({ status }: GameView, isLocked: boolean, reveals: readonly Reveal[] | null): string | null {
  if (gamePhase(status) === 'finished') return 'No league members bet on this game';
  if (!isLocked) return 'Be the first to place a bet!';
  return reveals && hiddenBetsWords(reveals);
}
