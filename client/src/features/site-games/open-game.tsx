import { Button } from '#client/ui/button.tsx';
import { Loading, Skeleton } from '#client/ui/skeleton.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { GamePanel } from './game-panel.tsx';

type OpenGameProps = {
  each: AdminGame | null;
  /** Whether no game has the id of the address. */
  isMissing: boolean;
  onDone: () => void;
};

/** The game of the address, once it is read. */
export function OpenGame({ each, isMissing, onDone }: OpenGameProps) {
  if (each) return <GamePanel each={each} onDone={onDone} />;
  return (
    <section aria-label="The game" className="rounded-2xl border border-edge bg-surface p-4">
      {isMissing ? (
        <>
          <p>There is no such game.</p>
          <Button className="mt-3" onClick={onDone}>
            Close
          </Button>
        </>
      ) : (
        <Loading words="Loading the game...">
          <Skeleton className="h-60" />
        </Loading>
      )}
    </section>
  );
}
