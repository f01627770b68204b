import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Icon } from '#client/ui/icons.tsx';
import { CopyIcon, ShareIcon } from '#client/ui/page-icons.tsx';
import type { Group } from '#shared/api/groups.ts';
import type { Recap } from '#shared/api/weeks.ts';
import {
  type Fact,
  factsOf,
  figureUnit,
  footnoteWords,
  headline,
  spanWords,
  subline,
} from '#shared/words/recap-words.ts';
import { Net } from './net.tsx';
import { Phrase } from './phrase.tsx';
import { RecapTable } from './recap-table.tsx';
import { copyRecap, sharePicture } from './share-recap.ts';
import { WinnerDisc } from './winner-disc.tsx';

type RecapCardProps = { league: Group; viewerId: string; recap: Recap };

/** The story of a week: its winner and one figure, the table, up to five facts. Source: docs/screens.md#weeks. */
export function RecapCard({ league, viewerId, recap }: RecapCardProps) {
  const isHouse = recap.winners.length === 0;
  const facts = factsOf(recap);
  const edge = isHouse ? 'border-edge' : 'border-story-edge';
  return (
    <section aria-labelledby="recap" className={`overflow-hidden rounded-2xl border bg-surface ${edge}`}>
      <header
        className={`relative flex items-start justify-between gap-3 overflow-hidden px-4 py-5 sm:px-6 ${isHouse ? 'bg-house' : 'bg-story'}`}
      >
        <Rings className={isHouse ? 'text-edge' : 'text-story-edge'} />
        <div className="relative min-w-0">
          <p className="text-note font-semibold text-soft">
            Week {recap.number} · {spanWords(recap)}
          </p>
          <h2 id="recap" className="mt-2 text-3xl leading-[1.08] font-extrabold wrap-anywhere sm:text-4xl">
            <Phrase words={headline(recap)} />
          </h2>
          <p className="mt-2.5 text-3xl font-extrabold tracking-tight max-[16rem]:text-xl">
            <Net amount={recap.net} className="max-[16rem]:wrap-anywhere max-[16rem]:whitespace-normal" />{' '}
            <span className="text-body font-semibold tracking-normal text-soft">{figureUnit(recap)}</span>
          </p>
          <p className="mt-1 text-pretty wrap-anywhere text-soft">
            <Phrase words={subline(recap)} />
          </p>
        </div>
        <span className="relative max-[16rem]:hidden">
          <WinnerDisc winners={recap.winners} size="large" />
        </span>
      </header>
      <TicketEdge className={edge} />
      <div
        className={`grid gap-5 px-4 pt-3 sm:px-6 ${facts.length > 0 ? 'xl:grid-cols-[minmax(0,1.15fr)_minmax(0,1fr)] xl:gap-8' : ''}`}
      >
        <RecapTable rows={recap.rows} viewerId={viewerId} />
        {facts.length > 0 && <Facts facts={facts} />}
      </div>
      {recap.footnotes.length > 0 && (
        <ul className="mx-4 mt-4 grid gap-1.5 rounded-xl bg-raised px-3 py-2.5 text-note text-soft sm:mx-6">
          {recap.footnotes.map((footnote) => (
            <li key={`${footnote.kind} ${footnote.other}`} className="wrap-anywhere">
              <Phrase words={footnoteWords(footnote)} />
            </li>
          ))}
        </ul>
      )}
      <Actions league={league} recap={recap} />
    </section>
  );
}

function Actions({ league, recap }: Pick<RecapCardProps, 'league' | 'recap'>) {
  const [isDrawing, setIsDrawing] = useState(false);
  async function share() {
    setIsDrawing(true);
    await sharePicture(league, recap);
    setIsDrawing(false);
  }
  return (
    <footer className="flex flex-wrap gap-2 px-4 pt-4 pb-4.5 *:flex-[1_1_9rem] sm:px-6 sm:*:flex-none">
      <Button variant="primary" disabled={isDrawing} onClick={share}>
        <ShareIcon />
        Share picture
      </Button>
      <Button onClick={() => copyRecap(league, recap)}>
        <CopyIcon />
        Copy text
      </Button>
    </footer>
  );
}

function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <ul
      aria-label="What happened"
      className="grid content-start gap-3 border-t border-edge pt-3.5 xl:border-0 xl:pt-1.5"
    >
      {facts.map(({ kind, label, who, does }) => (
        <li key={kind} className="flex gap-3">
          <span className="grid size-8 shrink-0 place-items-center rounded-[10px] bg-raised text-soft">
            <Icon size={16}>
              <path d={signs[kind]} />
            </Icon>
          </span>
          <span className="min-w-0">
            <span className="block text-note text-soft">{label}</span>
            <span className="text-pretty wrap-anywhere">
              <b className="font-semibold">
                <Phrase words={who} />
              </b>
              <Phrase words={does} />
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
}

/** Drawings in a box of 24 x 24. */
const signs: Record<Fact['kind'], string> = {
  lead: 'M6 21V4M6 4h11l-2.5 4 2.5 4H6',
  hit: 'M4 7h16v3.5a1.5 1.5 0 0 0 0 3V17H4v-3.5a1.5 1.5 0 0 0 0-3zM14 7v10',
  miss: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18M12 8v4l2.5 2.5',
  single: 'M6 20v-6M12 20V5M18 20v-9',
  streak: 'M4 18l5-6 4 3 7-9M15 6h5v5',
};

/** The dotted line with two notches between a story and its figures, as at the edge of a ticket. */
function TicketEdge({ className }: { className: string }) {
  const notch = `absolute -top-2.25 size-4.5 rounded-full border bg-page ${className}`;
  return (
    <div aria-hidden="true" className={`relative border-t-2 border-dotted ${className}`}>
      <span className={`${notch} -left-2.5`} />
      <span className={`${notch} -right-2.5`} />
    </div>
  );
}

/** Thin rings around the disc: the sign of a moment worth a pause. */
function Rings({ className }: { className: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 400 200"
      preserveAspectRatio="xMaxYMid slice"
      fill="none"
      stroke="currentColor"
      className={`absolute inset-0 size-full ${className}`}
    >
      {[70, 108, 146, 184, 222].map((radius) => (
        <circle key={radius} cx="346" cy="62" r={radius} />
      ))}
    </svg>
  );
}
