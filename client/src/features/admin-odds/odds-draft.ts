import type { ManualOdds, SeenOdds, saveManualOdds } from '#shared/api/admin.ts';
import type { BodyInput } from '#shared/api/endpoint.ts';
import type { GameView } from '#shared/api/games.ts';
import {
  flatQuote,
  mapFields,
  offers,
  type Quote,
  type QuoteField,
  quoteFields,
  quoteOf,
  startingQuote,
} from '#shared/domain/market.ts';

/** The fields of one game's form, as typed. A line that mirrors another follows from it and is not typed. */
export type OddsDraft = Record<QuoteField | 'notes', string>;

/** Odds that the admin typed into a game's form and has not saved. */
export type TypedOdds = {
  odds: OddsDraft;
  /** Teams and odds version that the page showed when typing began, or when the admin chose to overwrite other odds. */
  seen: SeenOdds;
  /** Whether the admin has chosen to overwrite odds that another admin saved meanwhile. */
  overwrites: boolean;
  /** Of exactly these odds: `pending` until the answer comes, `unanswered` when none came and they may be saved. */
  save: 'none' | 'pending' | 'unanswered';
};

/**
 * Stores the typed odds of a game's form; null discards them. `change` receives the latest typed odds, so that text
 * typed during a save is not lost.
 */
export type ChangeDraft = (gameId: string, change: (typed: TypedOdds | null) => TypedOdds | null) => void;

type SentOdds = BodyInput<typeof saveManualOdds>['odds'][number];

/** The source of a form's values. `none` means default values, none of which is live. */
export type OddsSource = 'manual' | 'feed' | 'none';

/**
 * The initial values of a game's form: the manual odds, else the feed's, else the defaults.
 *
 * A market that the manual odds or the feed leave out stays empty, so that saving never offers a market that nobody
 * set. Source: `docs/screens.md#admin-odds`.
 */
export function startingDraft(game: GameView, manual: ManualOdds | null): { source: OddsSource; draft: OddsDraft } {
  if (manual) return { source: 'manual', draft: { ...draftOf(quoteOf(manual)), notes: manual.notes } };
  const live = quoteOf(game);
  const hasOdds = offers(game.sport, live).length > 0;
  return hasOdds
    ? { source: game.quoteSource ?? 'feed', draft: draftOf(live) }
    : { source: 'none', draft: draftOf(startingQuote(game.sport)) };
}

/** The teams and the odds version that the page shows now. The server compares them and refuses outdated odds. */
export function seenOn({ awayTeam, homeTeam }: GameView, manual: ManualOdds | null): SeenOdds {
  return { awayTeam, homeTeam, updatedAt: manual?.updatedAt ?? null };
}

export function hasSameTeams(one: SeenOdds, other: SeenOdds): boolean {
  return one.awayTeam === other.awayTeam && one.homeTeam === other.homeTeam;
}

/** The text that a field shows. A line that mirrors another shows the negative of that line: '-3.5' for '3.5'. */
export function textIn(draft: OddsDraft, field: QuoteField): string {
  const { mirrors } = quoteFields[field];
  return mirrors ? negative(draft[mirrors]) : draft[field];
}

/** The negative of a typed number: empty when it is not a number. */
export function negative(text: string): string {
  return text.trim() === '' || Number.isNaN(Number(text)) ? '' : showPoints(0 - Number(text));
}

/** Whether a form contains no odds at all, so that there is nothing to save. Notes do not count as odds. */
export function isBlank(draft: OddsDraft): boolean {
  return Object.values(oddsTexts(draft)).every((text) => text.trim() === '');
}

/** The texts that the fields of the odds show. */
function oddsTexts(draft: OddsDraft): Record<QuoteField, string> {
  return mapFields(
    (field) => textIn(draft, field),
    (field) => draft[field],
  );
}

/** The labels of a form's fields, by their names in the request. */
export const oddsLabels: Record<QuoteField | 'notes', string> = {
  ...mapFields(
    (field) => quoteFields[field].label,
    (field) => quoteFields[field].label,
  ),
  notes: 'Notes',
};

/** A form as text to paste elsewhere: the game, then each filled field on a line. */
export function draftText({ awayTeam, homeTeam }: GameView, draft: OddsDraft): string {
  const texts = { ...oddsTexts(draft), notes: draft.notes };
  const names = Object.keys(oddsLabels) as (keyof typeof oddsLabels)[];
  const filled = names.filter((name) => texts[name].trim() !== '');
  return [`${awayTeam} at ${homeTeam}`, ...filled.map((name) => `${oddsLabels[name]}: ${texts[name]}`)].join('\n');
}

/** The request body of a form. The endpoint's schema parses the fields and refuses invalid ones in words. */
export function sentOdds(gameId: string, draft: OddsDraft, seen: SeenOdds): SentOdds {
  return {
    gameId,
    seen,
    ...mapFields(
      (field) => points(textIn(draft, field)),
      (field) => odds(draft[field]),
    ),
    notes: draft.notes,
  };
}

/** The odds of a form. A market that is half or invalid is closed: the server refuses it in words. */
export function typedQuote(draft: OddsDraft): Quote {
  const number = (text: string) => (text.trim() === '' ? null : Number(text));
  return quoteOf(
    mapFields(
      (field) => number(textIn(draft, field)),
      (field) => number(draft[field]),
    ),
  );
}

/** The odds in force that the page shows of a game. */
export function shownQuote(game: GameView, manual: ManualOdds | null): Quote {
  return quoteOf(manual ?? game);
}

/** A record without values, which deletes a game's manual odds. Source: `docs/decisions/three-sources-of-quotes.md`. */
export function clearedOdds(gameId: string, seen: SeenOdds): SentOdds {
  return { gameId, seen };
}

function draftOf(quote: Quote): OddsDraft {
  const flat = flatQuote(quote);
  const text = (value: number | null, show: (value: number) => string) => (value === null ? '' : show(value));
  return {
    ...mapFields(
      (field) => text(flat[field], showPoints),
      (field) => text(flat[field], String),
    ),
    notes: '',
  };
}

/** Points with one decimal: '0.0', '-3.5', '44.5'. Finer values stay unrounded, so that the server refuses them. */
function showPoints(value: number): string {
  return Number.isInteger(value * 2) ? (value + 0).toFixed(1) : String(value);
}

function points(text: string): string | null {
  return text.trim() === '' ? null : String(Number(text));
}

function odds(text: string): number | null {
  return text.trim() === '' ? null : Number(text);
}
