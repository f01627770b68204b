import { useQuery } from '@tanstack/react-query';
import { Card } from '#client/ui/card.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { FindGame } from './find-game.tsx';
import { GameList } from './game-list.tsx';
import { waitingQuery } from './queries.ts';

type WaitingGamesProps = { openId: string | null; onOpen: (game: AdminGame) => void };

/** The games that need somebody, and a search for any other, such as a final one to be corrected. */
export function WaitingGames({ openId, onOpen }: WaitingGamesProps) {
  const found = useQuery(waitingQuery);
  return (
    <Card title="Games that wait" id="games">
      <QueryView query={found} noun="the games" skeleton={<Skeleton className="h-40" />} bare>
        {(games) =>
          games.length > 0 ? (
            <GameList games={games} openId={openId} onOpen={onOpen} />
          ) : (
            <p className="pb-3 text-soft">No game waits.</p>
          )
        }
      </QueryView>
      <FindGame openId={openId} onOpen={onOpen} />
    </Card>
  );
}
