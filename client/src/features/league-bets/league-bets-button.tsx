import { useState } from 'react';
import { lazyComponent } from '#client/lib/lazy-component.ts';
import { gameTitle } from '#client/tickets/game-title.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Spinner } from '#client/ui/spinner.tsx';
import type { GameView } from '#shared/api/games.ts';
import { BetsFailed } from './bets-failed.tsx';

const loadGameBets = () => import('./game-bets.tsx').then((part) => ({ default: part.GameBets }));
const GameBets = lazyComponent(loadGameBets);

/** Preloads the dialog's chunk, so that the dialog opens at once. If this fails, opening the dialog loads it again. */
export function preloadLeagueBets(): void {
  loadGameBets().catch(() => undefined);
}

type LeagueBetsButtonProps = {
  game: GameView;
  /** Null for visitors: a tap then calls `onSignedOut` instead of opening the dialog. */
  viewerId: string | null;
  onSignedOut: () => void;
};

/** Opens a dialog with the bets of the viewer's leagues on a closed game. */
export function LeagueBetsButton({ game, viewerId, onSignedOut }: LeagueBetsButtonProps) {
  const [open, setOpen] = useState(false);
  return (
    <Dialog
      title={`League Bets - ${gameTitle(game)}`}
      description={scoreWords(game)}
      open={open}
      onOpenChange={(wanted) => {
        if (wanted && viewerId === null) onSignedOut();
        else setOpen(wanted);
      }}
      trigger={
        <Button variant="link" className="-mx-2 px-2! text-sm">
          {game.status === 'final' ? 'View completed bets' : 'View league bets'}
        </Button>
      }
    >
      <Boundary
        waiting={<Spinner words="Loading bets..." />}
        failed={({ tryAgain }) => <BetsFailed onRetry={tryAgain} />}
      >
        {viewerId !== null && <GameBets gameId={game.id} isFinal={game.status === 'final'} viewerId={viewerId} />}
      </Boundary>
    </Dialog>
  );
}

/** 'Chiefs 17, Bills 20', or 'Chiefs at Bills' without a score. */
function scoreWords({ awayTeamName: away, homeTeamName: home, awayScore, homeScore }: GameView): string {
  if (awayScore === null || homeScore === null) return `${away} at ${home}`;
  return `${away} ${awayScore}, ${home} ${homeScore}`;
}
