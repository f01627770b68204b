import { Name } from '#client/ui/name.tsx';
import { showGain } from '#shared/domain/money.ts';
import type { Stop, Voice } from './course.ts';
import { LineKey } from './marks.tsx';
import { type Reading, winnerOf, wonWords } from './race-words.ts';

type ReadoutProps = { stop: Stop; readings: readonly (Reading & { voice: Voice })[] };

/** The stop of the cursor: its week, the winner of that week, and the figures of the lines in front. */
export function Readout({ stop, readings }: ReadoutProps) {
  return (
    <div className="my-3 flex flex-wrap items-center justify-between gap-x-4 gap-y-1.5 rounded-xl bg-raised px-3 py-2.5 max-md:block md:min-h-16">
      <div className="min-w-0 md:flex-1">
        <p className="text-note text-soft">{stop.title}</p>
        <Won stop={stop} winner={winnerOf(stop, readings)} />
      </div>
      <dl className="min-w-0 max-md:mt-1.5 md:flex md:gap-5">
        {readings.map(({ line, voice, name, rank, figure }) => (
          <div key={line.userId} className="flex min-w-0 items-center gap-2 max-[18rem]:block md:block md:max-w-44">
            <dt className="flex min-w-0 flex-1 items-center gap-1.5 text-note text-soft">
              <LineKey voice={voice} />
              <span className="flex min-w-0 gap-1.5">
                <span className="min-w-0 truncate">{name === null ? 'You' : <Name>{name}</Name>}</span>{' '}
                {rank !== null && <span className="shrink-0 font-semibold">{rank}</span>}
              </span>
            </dt>
            <dd className="font-bold whitespace-nowrap tabular-nums md:text-lg">{figure}</dd>
          </div>
        ))}
      </dl>
      {/* The chart below stays where it is while a finger brings a third line to the front and lets go of it. */}
      {readings.every(({ voice }) => voice !== 'third') && (
        <p aria-hidden="true" className="md:hidden">
          &nbsp;
        </p>
      )}
    </div>
  );
}

function Won({ stop: { week, unwon }, winner }: { stop: Stop; winner: ReturnType<typeof winnerOf> }) {
  if (!week || !winner) return <p className="font-semibold">{unwon}</p>;
  return (
    <p className="flex min-w-0 gap-1 font-semibold max-[18rem]:block">
      <span className="block min-w-0 truncate">{winner.name === null ? 'You' : <Name>{winner.name}</Name>}</span>{' '}
      <span className="shrink-0 whitespace-nowrap max-[18rem]:whitespace-normal">
        {wonWords(week)} <span className="text-won tabular-nums">{showGain(week.net)}</span>
      </span>
    </p>
  );
}
