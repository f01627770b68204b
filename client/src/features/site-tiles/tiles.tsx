import type { MouseEvent } from 'react';
import { showCount } from '#shared/domain/count.ts';

export type Tile = {
  /** The element id of the section with what is counted. */
  section: string;
  /** Null until it is known. */
  count: number | null;
  /** Whether there may be more than the count. */
  isLeast?: boolean;
  one: string;
  many: string;
  /** Whether a count stands out, as of what waits for somebody. */
  standsOut?: boolean;
};

/** The counts of the sections below, each a link to its section. What is 0 is quiet. */
export function Tiles({ tiles }: { tiles: readonly Tile[] }) {
  return (
    <nav aria-label="Sections">
      <ul className="mb-4 grid grid-cols-[repeat(auto-fit,minmax(min(100%,9rem),1fr))] gap-2.5">
        {tiles.map((tile) => (
          <li key={tile.section} className="grid">
            <TileLink {...tile} />
          </li>
        ))}
      </ul>
    </nav>
  );
}

function TileLink({ section, count, isLeast = false, one, many, standsOut = false }: Tile) {
  const isQuiet = !count;
  return (
    <a
      href={`#${section}`}
      onClick={(event) => jump(event, section)}
      className={`flex min-h-14 flex-wrap items-baseline content-center gap-x-2 rounded-2xl border bg-surface px-3.5 py-2 hover:bg-raised ${standsOut && !isQuiet ? 'border-gold' : 'border-edge'}`}
    >
      <b className={`text-xl tabular-nums ${isQuiet ? 'font-normal text-soft' : 'font-bold'}`}>
        {count === null ? <span aria-hidden="true">–</span> : `${showCount(count)}${isLeast ? '+' : ''}`}
      </b>{' '}
      <span className="text-sm text-soft">{count === 1 ? one : many}</span>
    </a>
  );
}

/** Focuses the section, which scrolls to it; address and history stay as they are. */
function jump(event: MouseEvent, section: string): void {
  const target = document.getElementById(section);
  if (!target) return;
  event.preventDefault();
  target.tabIndex = -1;
  target.focus();
}
