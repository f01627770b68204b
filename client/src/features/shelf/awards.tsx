import { Name } from '#client/ui/name.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { Shelf } from '#shared/api/shelf.ts';
import { showCount } from '#shared/domain/count.ts';
import { AwardShape } from './award-shape.tsx';
import { awardNames, awardRules, factWords, shelfLine, timeWords } from './award-words.ts';

/** Every kind of award with its shape: how often the member has it, or that nobody has. */
export function Awards({ shelf }: { shelf: Shelf }) {
  return (
    <ul className="mt-3 grid grid-cols-[repeat(auto-fill,minmax(6rem,1fr))] gap-x-2 gap-y-4">
      {shelf.kinds.map((row) => (
        <li key={row.kind} className="flex min-w-0 flex-col items-center text-center" title={awardRules[row.kind]}>
          <span className="relative">
            <AwardShape kind={row.kind} isEarned={row.times > 0} />
            {row.times > 1 && (
              <span className="absolute -top-1 left-8 rounded-full bg-ink px-1.5 text-2xs font-bold text-surface tabular-nums">
                ×{showCount(row.times)}
              </span>
            )}
          </span>
          <b className="mt-1 font-semibold">{awardNames[row.kind]}</b>
          <span className="text-note text-soft wrap-anywhere">{shelfLine(row, shelf)}</span>
        </li>
      ))}
    </ul>
  );
}

/** The awards one by one, the latest first. */
export function AwardHistory({ shelf: { awards, seasons } }: { shelf: Shelf }) {
  if (awards.length === 0) return null;
  const seasonOf = new Map(seasons.map((season) => [season.groupId, season]));
  return (
    <details className="mt-3">
      <summary className="min-h-11 cursor-pointer py-2.5 text-sm font-semibold text-soft">One by one</summary>
      <ShowMore rows={awards} noun="awards">
        {(shown, list) => (
          <ol ref={list}>
            {shown.map((award) => {
              const season = seasonOf.get(award.groupId);
              const fact = factWords(award);
              return (
                <li key={`${award.groupId} ${award.kind} ${award.week}`} className="py-1.5 wrap-anywhere">
                  <b className="font-semibold">{awardNames[award.kind]}</b>
                  {fact && <span> · {fact}</span>}
                  <span className="block text-note text-soft">
                    {season && (
                      <>
                        <Name>{season.name}</Name> ·{' '}
                      </>
                    )}
                    {timeWords(award, season)}
                  </span>
                </li>
              );
            })}
          </ol>
        )}
      </ShowMore>
    </details>
  );
}
