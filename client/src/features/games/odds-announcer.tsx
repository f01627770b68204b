import { useEffect, useRef, useState } from 'react';
import { gameWords } from '#shared/words/game-title.ts';
import { offersOn, type SlateGame } from './slate-game.ts';

/** Chosen: at most two messages a minute, because the odds of a full slate may move with every poll. */
const quietMs = 30_000;

/**
 * Announces to screen readers that odds moved, each move once: the games whose odds moved during the quiet time after a
 * message are announced together after it. Odds that moved back meanwhile are not announced, nor are first odds.
 */
export function OddsAnnouncer({ games }: { games: readonly SlateGame[] }) {
  /** The line and price of each side that were announced last, or that it had at first. */
  const announced = useRef(new Map<string, string>());
  const quietUntil = useRef(0);
  const [message, setMessage] = useState({ words: '', count: 0 });
  useEffect(() => {
    for (const [side, odds] of games.flatMap(oddsOf)) {
      if (!announced.current.has(side)) announced.current.set(side, odds);
    }
    const announce = () => {
      const moved = games.filter((game) => oddsOf(game).some(([side, odds]) => odds !== announced.current.get(side)));
      if (moved.length === 0) return;
      for (const [side, odds] of moved.flatMap(oddsOf)) announced.current.set(side, odds);
      quietUntil.current = Date.now() + quietMs;
      setMessage(({ count }) => ({ words: movedWords(moved), count: count + 1 }));
    };
    const timer = setTimeout(announce, Math.max(0, quietUntil.current - Date.now()));
    return () => clearTimeout(timer);
  }, [games]);
  return (
    <p aria-live="polite" className="sr-only">
      {/* A new element: screen readers do not read a text again that stays the same. */}
      <span key={message.count}>{message.words}</span>
    </p>
  );
}

/** Each offered side of a game, with its line and price as a text. */
function oddsOf(game: SlateGame): [side: string, odds: string][] {
  return offersOn(game).map(({ market, side, line, price }) => [`${game.id} ${market} ${side}`, `${line} ${price}`]);
}

/** 'Odds moved: Chiefs at Bills.', 'Odds moved in 5 games.' */
function movedWords(games: readonly SlateGame[]): string {
  return games.length > 2 ? `Odds moved in ${games.length} games.` : `Odds moved: ${games.map(gameWords).join('; ')}.`;
}
