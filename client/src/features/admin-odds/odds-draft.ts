import type { ManualOdds, SeenOdds, saveManualOdds } from '#shared/api/admin.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import { type GameView, quoteOf } from '#shared/api/games.ts';
import { offers, type Quote, startingQuote } from '#shared/domain/market.ts';

/** What stands in the fields of one game's form, as typed. The away spread is no field: it follows from the home spread. */
export type OddsDraft = {
  spreadHome: string;
  spreadHomeOdds: string;
  spreadAwayOdds: string;
  moneylineHome: string;
  moneylineAway: string;
  moneylineDraw: string;
  totalPoints: string;
  overOdds: string;
  underOdds: string;
  notes: string;
};
export type OddsField = keyof OddsDraft;

/** What was typed into a game's form and not saved. */
export type TypedOdds = {
  odds: OddsDraft;
  /** What the page showed of the game when the typing began, or when the admin chose to save over other odds. */
  seen: SeenOdds;
  /** Whether the admin has chosen to save over odds that were saved meanwhile. */
  isKept: boolean;
};

/** Keeps what was typed into a game's form; null forgets it. What is typed while a save is under way is not lost. */
export type ChangeDraft = (gameId: string, change: (typed: TypedOdds | null) => TypedOdds | null) => void;

type SentOdds = BodyInput<typeof saveManualOdds>['odds'][number];

/** Where the values of a form come from; `none` are the specification's defaults, of which nothing is live. */
export type OddsSource = 'manual' | 'feed' | 'none';

/**
 * What a game's form starts with: the manual odds, else the feed's, else the specification's defaults.
 *
 * A market that manual odds or the feed leave out stays empty, so that saving never offers what nobody has set.
 * Source: spec §3; screens, "Admin odds".
 */
export function startingDraft(game: GameView, manual: ManualOdds | null): { source: OddsSource; draft: OddsDraft } {
  if (manual) return { source: 'manual', draft: { ...draftOf(quoteOf(manual)), notes: manual.notes } };
  const live = quoteOf(game);
  const hasOdds = offers(game.sport, live).length > 0;
  return hasOdds
    ? { source: game.quoteSource ?? 'feed', draft: draftOf(live) }
    : { source: 'none', draft: draftOf(startingQuote(game.sport)) };
}

/** What the page shows now of a game and its manual odds, for the server to compare. */
export function seenOn({ awayTeam, homeTeam }: GameView, manual: ManualOdds | null): SeenOdds {
  return { awayTeam, homeTeam, updatedAt: manual?.updatedAt ?? null };
}

export function hasSameTeams(one: SeenOdds, other: SeenOdds): boolean {
  return one.awayTeam === other.awayTeam && one.homeTeam === other.homeTeam;
}

/** The spread of the away side, always the negative of the home side's: '-3.5' for '3.5'; empty when that is no number. */
export function mirrored(spreadHome: string): string {
  return spreadHome.trim() === '' || Number.isNaN(Number(spreadHome)) ? '' : showPoints(0 - Number(spreadHome));
}

/** Whether a form holds no odds at all: saving it would say nothing. Notes alone are no odds. */
export function isBlank({ notes: _notes, ...odds }: OddsDraft): boolean {
  return Object.values(odds).every((text) => text.trim() === '');
}

/** What is sent for a form. Fields are parsed by the schema of the wire, which refuses what is none in words. */
export function sentOdds(gameId: string, draft: OddsDraft, seen: SeenOdds): SentOdds {
  return {
    gameId,
    seen,
    spreadHome: points(draft.spreadHome),
    spreadAway: points(mirrored(draft.spreadHome)),
    spreadHomeOdds: odds(draft.spreadHomeOdds),
    spreadAwayOdds: odds(draft.spreadAwayOdds),
    moneylineHome: odds(draft.moneylineHome),
    moneylineAway: odds(draft.moneylineAway),
    moneylineDraw: odds(draft.moneylineDraw),
    totalPoints: points(draft.totalPoints),
    overOdds: odds(draft.overOdds),
    underOdds: odds(draft.underOdds),
    notes: draft.notes,
  };
}

/** A record without values, which takes the manual odds of a game away. Source: design 5. */
export function clearedOdds(gameId: string, seen: SeenOdds): SentOdds {
  return { gameId, seen };
}

function draftOf(quote: Quote): OddsDraft {
  const text = (value: number | null) => (value === null ? '' : String(value));
  return {
    spreadHome: quote.spreadHome === null ? '' : showPoints(quote.spreadHome),
    spreadHomeOdds: text(quote.spreadHomePrice),
    spreadAwayOdds: text(quote.spreadAwayPrice),
    moneylineHome: text(quote.moneylineHome),
    moneylineAway: text(quote.moneylineAway),
    moneylineDraw: text(quote.moneylineDraw),
    totalPoints: quote.totalPoints === null ? '' : showPoints(quote.totalPoints),
    overOdds: text(quote.overPrice),
    underOdds: text(quote.underPrice),
    notes: '',
  };
}

/** Points as the form shows them, with their half: '0.0', '-3.5', '44.5'. Anything finer is left as it is, to be refused. */
function showPoints(value: number): string {
  return Number.isInteger(value * 2) ? (value + 0).toFixed(1) : String(value);
}

function points(text: string): string | null {
  return text.trim() === '' ? null : String(Number(text));
}

function odds(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
