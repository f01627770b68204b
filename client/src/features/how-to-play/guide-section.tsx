import type { ReactNode } from 'react';

/** The sections of How to Play in their order. Source: `docs/screens.md#how-to-play`. */
const guideSections = [
  { id: 'what-is-ching', title: 'What is Ching' },
  { id: 'leagues-and-groups', title: 'Leagues and Groups' },
  { id: 'available-sports', title: 'Available Sports' },
  { id: 'types-of-bets', title: 'Types of Bets' },
  { id: 'how-to-place-bets', title: 'How to Place Bets' },
  { id: 'odds-and-payouts', title: 'Understanding Odds and Payouts' },
  { id: 'leaderboards', title: 'Leaderboards' },
  { id: 'tips', title: 'Tips' },
] as const;

export type GuideTitle = (typeof guideSections)[number]['title'];

/** One section, with the anchor that the table of contents links to. */
export function GuideSection({ title, children }: { title: GuideTitle; children: ReactNode }) {
  const id = guideSections.find((section) => section.title === title)?.id;
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="scroll-mt-18 rounded-2xl border border-edge bg-surface p-5 md:p-6"
    >
      <h2 id={`${id}-title`} className="mb-2 text-lg font-bold">
        {title}
      </h2>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-3 leading-relaxed text-soft *:not-[div]:max-w-[70ch] [&_b]:font-semibold [&_b]:text-ink">
        {children}
      </div>
    </section>
  );
}

/** The table of contents, beside the sections on wide screens. */
export function GuideContents() {
  return (
    <nav aria-label="On this page" className="sticky top-20 -ml-3 hidden self-start lg:block">
      <ol>
        {guideSections.map(({ id, title }) => (
          <li key={id}>
            <a
              href={`#${id}`}
              className="flex min-h-11 items-center rounded-xl px-3 font-semibold text-soft hover:bg-raised hover:text-ink"
            >
              {title}
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
