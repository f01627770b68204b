import { Dialog } from '#client/ui/dialog.tsx';
import type { GameView } from '#shared/api/games.ts';
import { gameTitle, gameWords, teamsOf } from '#shared/words/game-title.ts';
import { GameBets } from './game-bets.tsx';
import type { Reveal } from './hidden-bets.ts';

type LeagueBetsDialogProps = {
  game: GameView;
  isLocked: boolean;
  viewerId: string;
  /**
   * The settings of the viewer's leagues that allow the sport: from when on each shows bets to its members. Null while
   * they are not known.
   */
  reveals: readonly Reveal[] | null;
  open: boolean;
  onClose: () => void;
};

/**
 * The bets of the viewer's leagues on a closed game. Its place is above the list of games: a card that leaves the list,
 * as under the filter Live when its game ends, must not take an open dialog with it.
 */
export function LeagueBetsDialog({ game, isLocked, viewerId, reveals, open, onClose }: LeagueBetsDialogProps) {
  return (
    <Dialog
      title={`League Bets - ${gameTitle(game)}`}
      description={<span className="wrap-anywhere">{scoreWords(game)}</span>}
      open={open}
      onOpenChange={(isOpen) => {
        if (!isOpen) onClose();
      }}
    >
      <GameBets game={game} isLocked={isLocked} viewerId={viewerId} reveals={reveals} />
    </Dialog>
  );
}

/** 'Chiefs 17 at Bills 20', or 'Chiefs at Bills' without a score. */
function scoreWords(game: GameView): string {
  const { awayScore, homeScore } = game;
  if (awayScore === null || homeScore === null) return gameWords(game);
  const { away, home } = teamsOf(game);
  return `${away} ${awayScore} at ${home} ${homeScore}`;
}
