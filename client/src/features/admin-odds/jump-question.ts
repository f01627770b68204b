import { useState } from 'react';
import type { GameView } from '#shared/api/games.ts';
import { type Quote, quoteFields, quoteOf } from '#shared/domain/market.ts';
import { impliedProbability, showPrice } from '#shared/domain/price.ts';
import { type PriceJump, priceJumps } from '#shared/domain/price-jumps.ts';
import { type OddsDraft, typedQuote } from './odds-draft.ts';

/** Jumps that the admin is asked about, and the text of the odds that have them. */
type Asked = { about: string; jumps: readonly PriceJump[] };

type JumpDeps = {
  /** The odds in force that the page shows. */
  shown: Quote;
  /** Reads the game anew, with the odds in force on the server; null if it is not listed any more. */
  readGame: () => Promise<GameView | null>;
};

/**
 * The question about odds that jump: docs/decisions/odds-in-the-open.md. `check` resolves with whether odds may be sent:
 * if they jump from the odds on the page or from those on the server, only after the question has named these jumps.
 * `words` are those of the question about `odds`; null while there is none.
 */
export function useJumpQuestion({ shown, readGame }: JumpDeps, odds: OddsDraft) {
  const [asked, setAsked] = useState<Asked | null>(null);
  const [isChecking, setChecking] = useState(false);
  const about = JSON.stringify(odds);
  return {
    words: asked?.about === about ? questionWords(asked.jumps) : null,
    isChecking,
    withdraw: () => setAsked(null),
    check: async (): Promise<boolean> => {
      setChecking(true);
      const latest = await readGame().catch(() => null); // without it the odds on the page are compared
      setChecking(false);
      const to = typedQuote(odds);
      const jumps = withoutCopies(
        [shown, ...(latest ? [quoteOf(latest)] : [])].flatMap((from) => priceJumps(from, to)),
      );
      const isNamed = (jump: PriceJump) => asked?.about === about && asked.jumps.some((one) => isSame(one, jump));
      if (jumps.every(isNamed)) return true;
      setAsked({ about, jumps });
      return false;
    },
  };
}

function isSame(one: PriceJump, other: PriceJump): boolean {
  return one.field === other.field && one.from === other.from && one.to === other.to;
}

function withoutCopies(jumps: readonly PriceJump[]): PriceJump[] {
  return jumps.filter((jump, at) => jumps.findIndex((one) => isSame(one, jump)) === at);
}

/** 'Home Moneyline: -180 (64%) to +150 (40%).' */
function questionWords(jumps: readonly PriceJump[]): string {
  const percent = (price: PriceJump['to']) => `${showPrice(price)} (${Math.round(impliedProbability(price) * 100)}%)`;
  const named = jumps.map(({ field, from, to }) => `${quoteFields[field].label}: ${percent(from)} to ${percent(to)}.`);
  return `A jump of more than 10 points of implied probability. ${named.join(' ')} Save these odds?`;
}
