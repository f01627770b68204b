import { useId, useMemo, useState } from 'react';
import { Name } from '#client/ui/name.tsx';
import { ScrollRow } from '#client/ui/scroll-row.tsx';
import type { Race } from '#shared/api/race.ts';
import { Chart } from './chart.tsx';
import { type CourseLine, courseOf, frontOf, type RaceWeeks, type Voice } from './course.ts';
import { LineKey, WeekMark } from './marks.tsx';
import { RaceTable } from './race-table.tsx';
import { readingOf, sentenceOf } from './race-words.ts';
import { Readout } from './readout.tsx';

type RaceViewProps = { race: Race; weeks: RaceWeeks; viewerId: string };

/** Chart and table of a race that has begun. A chunk of its own, with d3-shape. */
export function RaceView({ race, weeks, viewerId }: RaceViewProps) {
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <RaceCard race={race} weeks={weeks} viewerId={viewerId} />
      <RaceTable lines={race.lines} viewerId={viewerId} />
    </div>
  );
}

const voices: readonly Voice[] = ['leader', 'own', 'third'];

function RaceCard({ race, weeks, viewerId }: RaceViewProps) {
  const hintId = useId();
  const course = useMemo(() => courseOf(race, weeks), [race, weeks]);
  /** The stop that the viewer chose; null for the latest. Its index changes with new data, its key does not. */
  const [stopKey, setStopKey] = useState<string | null>(null);
  /** The member whose line a chip brings to the front, and the one below the pointer, which comes before. */
  const [pickedId, setPickedId] = useState<string | null>(null);
  const [pointedId, setPointedId] = useState<string | null>(null);
  const front = useMemo(
    () => frontOf(course, viewerId, pointedId ?? pickedId),
    [course, viewerId, pointedId, pickedId],
  );
  const chosen = course.stops.findIndex(({ key }) => key === stopKey);
  const cursor = chosen < 0 ? course.stops.length - 1 : chosen;
  const stop = course.stops[cursor];
  if (!stop) return null;
  const readings = voices.flatMap((voice) => {
    const line = front[voice];
    return line ? [{ ...readingOf(course, line, stop, front), voice }] : [];
  });
  return (
    <section aria-labelledby="race" className="rounded-2xl border border-edge bg-surface p-4 sm:px-6">
      <div className="flex flex-wrap items-baseline justify-between gap-x-3">
        <h2 id="race" className="text-lg font-bold">
          The race
        </h2>
        <span className="text-note text-soft">Settled bets only</span>
      </div>
      <Readout stop={stop} readings={readings} />
      <Chart
        course={course}
        front={front}
        cursor={cursor}
        onCursor={(index) => setStopKey(course.stops[index]?.key ?? null)}
        onPoint={(line) => setPointedId(line?.userId ?? null)}
        sentence={sentenceOf(stop, readings)}
        hintId={hintId}
      />
      <div className="mt-2 flex flex-wrap gap-x-4 gap-y-1 text-xs text-soft">
        <Legend isWon words="week won by a member" />
        <Legend isWon={false} words="the house won" />
        <p id={hintId}>Slide a finger, or use the arrow keys, to read a week.</p>
      </div>
      <Chips
        lines={course.lines.filter((line) => line !== front.own && line !== front.leader)}
        pickedId={pickedId}
        onPick={(userId) => {
          setPointedId(null); // after a touch it lasts
          setPickedId(userId);
        }}
      />
    </section>
  );
}

function Legend({ isWon, words }: { isWon: boolean; words: string }) {
  return (
    <span className="flex items-center gap-1.5">
      <svg aria-hidden="true" width="0.75rem" height="0.75rem" viewBox="0 0 12 12" className="shrink-0">
        <WeekMark isWon={isWon} />
      </svg>
      {words}
    </span>
  );
}

type ChipsProps = {
  lines: readonly CourseLine[];
  pickedId: string | null;
  onPick: (userId: string | null) => void;
};

/** A chip for each line that is not in front by itself. A tap brings it there, another one sends it back. */
function Chips({ lines, pickedId, onPick }: ChipsProps) {
  if (lines.length === 0) return null;
  return (
    <div className="mt-2">
      <ScrollRow noun="members" chosen={pickedId ?? ''}>
        <fieldset aria-label="A third line in front" className="flex w-max gap-1.5">
          {lines.map(({ userId, name }) => (
            <button
              key={userId}
              type="button"
              aria-pressed={userId === pickedId}
              onClick={() => onPick(userId === pickedId ? null : userId)}
              className="flex min-h-11 max-w-44 items-center gap-2 rounded-[10px] border border-edge px-3 text-sm font-semibold text-soft hover:text-ink aria-pressed:border-gold aria-pressed:text-ink aria-pressed:inset-ring aria-pressed:inset-ring-gold"
            >
              {userId === pickedId && <LineKey voice="third" />}
              <span className="min-w-0 truncate">
                <Name>{name}</Name>
              </span>
            </button>
          ))}
        </fieldset>
      </ScrollRow>
    </div>
  );
}
