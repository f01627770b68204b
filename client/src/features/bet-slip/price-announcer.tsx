import { useEffect, useRef, useState } from 'react';
import type { Pick } from '#shared/domain/slip.ts';
import type { PriceChange } from './price-changes.ts';
import { pickName, termsWords } from './slip-words.ts';
import { legId } from './store.ts';

type PriceAnnouncerProps = { picks: readonly Pick[]; changeOfLeg: (pick: Pick) => PriceChange | null };

/**
 * Announces to screen readers, once, that the odds of a leg are no longer those on the slip, and once that it is no
 * longer offered. Odds that go on moving until they are accepted are shown and not announced: a live game's move every
 * few seconds.
 */
export function PriceAnnouncer({ picks, changeOfLeg }: PriceAnnouncerProps) {
  const announced = useRef(new Set<string>());
  const [words, setWords] = useState('');
  useEffect(() => {
    const news = picks.flatMap((pick) => {
      const change = changeOfLeg(pick);
      if (!change) return [];
      const { terms } = change;
      const about = `${legId(pick)} ${termsWords(pick, pick)} ${terms ? 'moved' : 'closed'}`;
      if (announced.current.has(about)) return [];
      announced.current.add(about);
      return terms
        ? `The odds moved: ${pickName(pick)} is now ${termsWords(pick, terms)}.`
        : `${pickName(pick)} is not offered any more.`;
    });
    if (news.length > 0) setWords(news.join(' '));
    else if (picks.every((pick) => changeOfLeg(pick) === null)) setWords('');
  });
  return (
    <p aria-live="polite" className="sr-only">
      {words}
    </p>
  );
}
