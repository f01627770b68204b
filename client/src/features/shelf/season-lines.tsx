import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Name } from '#client/ui/name.tsx';
import { ChevronRightIcon } from '#client/ui/page-icons.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { Shelf } from '#shared/api/shelf.ts';
import { counted } from '#shared/domain/count.ts';
import { showWhole } from '#shared/domain/money.ts';
import { placeWords, yearOf } from './award-words.ts';

type Season = Shelf['seasons'][number];

type SeasonLinesProps = {
  seasons: readonly Season[];
  /** Renders the rank in a season that runs. */
  renderRunning: (leagueId: string) => ReactNode;
};

/** A line for each season, which opens the frozen page of its league. */
export function SeasonLines({ seasons, renderRunning }: SeasonLinesProps) {
  return (
    <ShowMore rows={seasons} noun="seasons">
      {(shown, list) => (
        <ul ref={list} className="mt-3 border-t border-edge">
          {shown.map((season) => (
            <li key={season.groupId} className="border-b border-edge">
              <Line season={season} renderRunning={renderRunning} />
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  );
}

function Line({ season, renderRunning }: { season: Season; renderRunning: SeasonLinesProps['renderRunning'] }) {
  const { groupId, name, final, weeksWon } = season;
  return (
    <Link
      href={`/league/${groupId}`}
      className="flex min-h-14 flex-wrap items-center gap-x-3 py-2 hover:text-gold-text"
    >
      <span className="text-soft tabular-nums">{yearOf(season)}</span>
      <span className="min-w-0 flex-[1_1_8rem] wrap-anywhere">
        <b className="block font-semibold">{final ? placeWords(final) : renderRunning(groupId)}</b>
        <span className="block text-note text-soft">
          <Name>{name}</Name> · {counted(weeksWon, 'week')} won
          {final?.isEligible && !final.isChampion && ' · eligible'}
          {final?.isEligible === false && ' · not eligible'}
        </span>
      </span>
      {final && (
        <span className="font-semibold tabular-nums">
          <span className="sr-only">Balance </span>
          {showWhole(final.balance)}
        </span>
      )}
      <span className="text-soft">
        <ChevronRightIcon />
      </span>
    </Link>
  );
}
