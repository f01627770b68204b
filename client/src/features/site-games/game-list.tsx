import { useNow } from '#client/lib/use-now.ts';
import { ChevronRightIcon } from '#client/ui/page-icons.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { showAge } from '#shared/domain/age.ts';
import { gameWords, startWords } from '#shared/words/game-title.ts';
import { outcomeWords, whyWords } from './game-words.ts';
import { WaitingIcon } from './waiting-icon.tsx';

const nothingWatched = () => [];
/** Chosen: a screen of a desktop, so that the sections below are found while many games wait. */
const firstGames = 10;

type GameListProps = { games: readonly AdminGame[]; openId: string | null; onOpen: (game: AdminGame) => void };

/** Games, each a button that opens it: why it waits in one word, and since when or what. */
export function GameList({ games, openId, onOpen }: GameListProps) {
  const now = useNow(nothingWatched);
  return (
    <ShowMore rows={games} noun="games" pageSize={firstGames}>
      {(shown, list) => (
        <ul ref={list} className="-mx-4">
          {shown.map((each) => (
            <li key={each.game.id} className="border-t border-edge">
              <button
                type="button"
                data-game={each.game.id}
                aria-current={each.game.id === openId ? 'true' : undefined}
                onClick={() => onOpen(each)}
                className="flex min-h-16 w-full items-center gap-3 px-4 max-[12rem]:gap-0 py-2 text-left hover:bg-raised focus-visible:-outline-offset-2 aria-current:bg-gold-soft aria-current:shadow-[inset_3px_0_0_var(--color-gold-text)]"
              >
                <WaitingIcon why={each.waits?.why ?? null} />
                <GameRow each={each} now={now} />
                <span className="text-faint max-[12rem]:hidden">
                  <ChevronRightIcon />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
    </ShowMore>
  );
}

function GameRow({ each: { game, waits, result }, now }: { each: AdminGame; now: Date }) {
  const state = result ? `result ${outcomeWords(result)}` : startWords(game, now);
  return (
    <span className="flex min-w-0 flex-1 flex-wrap items-center justify-between gap-x-3 leading-snug">
      <span className="min-w-[min(100%,9rem)] flex-1 wrap-break-word">
        <b className="block font-semibold">{gameWords(game)}</b>
        <span className="block text-note text-soft">
          {game.sport} · {waits?.detail ?? state}
        </span>
      </span>
      {waits && (
        <span className="text-sm">
          <b className="block font-semibold">{whyWords[waits.why]}</b>
          {waits.since && <span className="block text-note text-soft">for {showAge(new Date(waits.since), now)}</span>}
        </span>
      )}
    </span>
  );
}
