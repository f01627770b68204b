import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import type { SlateGameView } from '#shared/api/games.ts';
import { isolate } from '#shared/domain/naming.ts';
import { gameWords } from '#shared/words/game-title.ts';

export const OddsHistoryDialog = lazyNamed('OddsHistoryDialog', () => import('./odds-history-dialog.tsx'));

/**
 * Names who set the odds of a game, and opens their history. Nothing on a game whose odds no admin ever set. Source:
 * docs/decisions/odds-in-the-open.md.
 */
export function OddsByButton({ game, onPress }: { game: SlateGameView; onPress: () => void }) {
  if (game.manual === null) return null;
  const { setBy } = game.manual;
  const words = setBy === null ? 'Odds were set by hand' : `Odds by ${isolate(setBy)}`;
  return (
    <Button
      variant="link"
      className="-mr-2 min-w-0 px-2! text-note"
      aria-label={`${words}: every change, ${gameWords(game)}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.currentTarget.focus(); // Safari does not focus a clicked button; closing returns the focus to it
        onPress();
      }}
    >
      {setBy === null ? (
        words
      ) : (
        <span className="flex min-w-0 gap-x-1 max-[16rem]:flex-wrap">
          <span className="shrink-0">Odds by</span>{' '}
          <span className="min-w-0 truncate max-[16rem]:basis-full">
            <Name>{setBy}</Name>
          </span>
        </span>
      )}
    </Button>
  );
}
