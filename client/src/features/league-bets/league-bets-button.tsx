import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Button } from '#client/ui/button.tsx';
import type { GameView } from '#shared/api/games.ts';
import { gameWords } from '#shared/words/game-title.ts';

const loadDialog = () => import('./league-bets-dialog.tsx');

export const LeagueBetsDialog = lazyNamed('LeagueBetsDialog', loadDialog);

/** Preloads the dialog's chunk, so that the dialog opens at once. If this fails, opening the dialog loads it again. */
export function preloadLeagueBets(): void {
  loadDialog().catch(() => undefined);
}

/** The button on the card of a closed game that opens the dialog. */
export function LeagueBetsButton({ game, onPress }: { game: GameView; onPress: () => void }) {
  const words = game.status === 'final' ? 'View completed bets' : 'View league bets';
  return (
    <Button
      variant="link"
      className="-mr-2 px-2! text-note"
      aria-label={`${words}, ${gameWords(game)}`}
      aria-haspopup="dialog"
      onClick={(event) => {
        event.currentTarget.focus(); // Safari does not focus a clicked button; closing returns the focus to it
        onPress();
      }}
    >
      {words}
    </Button>
  );
}
