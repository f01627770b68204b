import { Dialog } from '#client/ui/dialog.tsx';
import type { GameView } from '#shared/api/games.ts';
import { gameTitle, gameWords } from '#shared/words/game-title.ts';
import { OddsHistory } from './odds-history.tsx';

type OddsHistoryDialogProps = { game: GameView; open: boolean; onClose: () => void };

/** Every change of a game's odds by admins. Its place is above the list of games, which a card may leave meanwhile. */
export function OddsHistoryDialog({ game, open, onClose }: OddsHistoryDialogProps) {
  return (
    <Dialog
      title={`Odds by hand - ${gameTitle(game)}`}
      description={<span className="wrap-anywhere">{gameWords(game)}</span>}
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <OddsHistory game={game} />
    </Dialog>
  );
}
