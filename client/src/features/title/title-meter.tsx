import { useQuery } from '@tanstack/react-query';
import type { Group, Title } from '#shared/api/groups.ts';
import { titleQuery } from './queries.ts';
import { TitleSpace, titleLines } from './title-space.tsx';
import { forfeitWords, progressWords, stepWords } from './title-words.ts';

/**
 * The viewer's claim to the title: how many weeks count, a bar, the next step; or why there is none. Nothing where the
 * title asks for no active weeks.
 * Source: docs/screens.md#the-title.
 */
export function TitleMeter({ title }: { title: Title }) {
  const forfeit = forfeitWords(title);
  if (forfeit !== null) return <p className="text-note text-soft">{forfeit}</p>;
  if (title.thisWeek === null) return null;
  return (
    <div className="grid gap-1 text-note text-soft">
      <p className="flex flex-wrap gap-x-2">
        <b className="font-semibold text-ink">{progressWords(title)}</b>
        {title.countedWeeks > 0 && <span>{title.neededWeeks} needed so far</span>}
      </p>
      <Bar title={title} />
      <p className="text-pretty">{stepWords(title.thisWeek)}</p>
    </div>
  );
}

/** The active ones of the weeks so far, and a mark at those that are needed. Decoration: the sentence above says it. */
function Bar({ title: { activeWeeks, countedWeeks, neededWeeks } }: { title: Title }) {
  if (countedWeeks === 0) return null;
  const share = (weeks: number) => `${Math.round((100 * weeks) / countedWeeks)}%`;
  return (
    <span aria-hidden="true" className="relative my-1 block h-2 w-full max-w-80">
      <span className="block size-full overflow-hidden rounded-full border border-gold-text">
        <span
          className="block h-full bg-gold-text forced-colors:bg-[CanvasText]"
          style={{ width: share(activeWeeks) }}
        />
      </span>
      <span className="absolute -inset-y-1 -ml-px w-0.5 bg-ink" style={{ left: share(neededWeeks) }} />
    </span>
  );
}

/** The meter in a card. */
export function TitleCard({ title }: { title: Title }) {
  if (title.thisWeek === null && forfeitWords(title) === null) return null;
  return (
    <section aria-labelledby="title" className="grid gap-1 rounded-2xl border border-edge bg-surface p-4">
      <h2 id="title" className="font-bold">
        Your claim to the title
      </h2>
      <TitleMeter title={title} />
    </section>
  );
}

/**
 * The claim in one or two sentences, and its space until it has loaded. Nothing in a Classic league, and where it cannot
 * be loaded.
 */
export function TitleLine({ league }: { league: Pick<Group, 'id' | 'state' | 'fairPlay'> }) {
  const { data: title, isLoading, isFetched } = useQuery(titleQuery(league));
  if (isLoading && !isFetched) return <TitleSpace league={league} />;
  if (!title?.thisWeek) return null;
  const forfeit = forfeitWords(title);
  return (
    <p className={`text-pretty text-soft ${titleLines}`}>
      {forfeit ?? (
        <>
          <b className="font-semibold text-ink">{progressWords(title)}.</b> {stepWords(title.thisWeek)}
        </>
      )}
    </p>
  );
}
