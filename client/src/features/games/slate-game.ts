import type { GameView, SlateGameView } from '#shared/api/games.ts';
import { isLocked, type Lockable } from '#shared/domain/lock.ts';
import { flatQuote, marketRules, type Offer, offers, quoteOf } from '#shared/domain/market.ts';
import { areOddsOld } from '#shared/domain/odds-age.ts';
import type { Pick } from '#shared/domain/slip.ts';
import { gameTitle, gameWords, teamsOf } from '#shared/words/game-title.ts';

/** A game of the API with its start as a Date, which ordering, locks and picks need. */
export type SlateGame = SlateGameView & Lockable;

export function slateGame(view: SlateGameView): SlateGame {
  return { ...view, startsAt: startOf(view), startKnown: view.timeKnown };
}

const starts = new Map<string, Date>();

/**
 * Returns the same Date for the same instant: TanStack Query reuses an unchanged game only if all its parts are
 * identical.
 */
function startOf({ gameTime }: GameView): Date {
  const start = starts.get(gameTime) ?? new Date(gameTime);
  starts.set(gameTime, start);
  return start;
}

/** The instant at which the odds of the game close; null if time alone does not close them. */
export function oddsCloseOf({ oddsCloseAt }: SlateGame): Date | null {
  return oddsCloseAt === null ? null : new Date(oddsCloseAt);
}

/** The game without its odds if they are old at `now`; else the same object. */
export function withoutOldOdds(game: SlateGame, now: Date): SlateGame {
  return areOddsOld(oddsCloseOf(game), now) ? { ...game, ...flatQuote(null), quoteSource: null } : game;
}

/** The offers on a game, whether or not the game still takes bets. */
export function offersOn(game: SlateGame): Offer[] {
  return offers(game.sport, quoteOf(game));
}

/** Whether the game counts as available for betting: it is open and has offers. */
export function takesBets(game: SlateGame, now: Date): boolean {
  return !isLocked(game, now) && offersOn(game).length > 0;
}

/** The pick that a tap on an odds button puts on the slip. */
export function pickOf(game: SlateGame, offer: Offer): Pick {
  return {
    ...offer,
    gameId: game.id,
    sport: game.sport,
    label: marketRules[offer.market].label(offer.side, teamsOf(game)),
    game: gameTitle(game),
    startsAt: game.startsAt,
  };
}

/**
 * The accessible name of an odds button, with its game, because games share their totals: 'Chiefs minus 3.5 at minus
 * 110, Chiefs at Bills', 'Over 47.5 at plus 100, Chiefs at Bills'.
 */
export function spokenOffer(game: SlateGame, offer: Offer): string {
  const side = marketRules[offer.market].spoken(offer.side, offer.line, teamsOf(game));
  // Screen readers skip a minus or call it a dash.
  return `${side} at ${offer.price > 0 ? 'plus' : 'minus'} ${Math.abs(offer.price)}, ${gameWords(game)}`;
}

/** Says what happens to the bets on a game that is not played as planned; null for every other game. */
export function betsWords({ status, timeKnown }: GameView): string | null {
  switch (status) {
    case 'postponed':
      return 'Played in time, bets stand; else stakes return.';
    case 'suspended':
      return 'Finished in time, bets stand; else stakes return.';
    case 'canceled':
      return 'All bets on it are void: stakes return.';
    default:
      return status === 'scheduled' && !timeKnown ? 'No bets until the time is set; placed ones stand.' : null;
  }
}
