import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Field } from '#client/ui/field.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { GameList } from './game-list.tsx';
import { foundQuery } from './queries.ts';
import { useSettled } from './use-settled.ts';

type FindGameProps = { openId: string | null; onOpen: (game: AdminGame) => void };

/** Any game by a team or an id. Without words: those whose result may still be corrected. */
export function FindGame(props: FindGameProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div className="border-t border-edge pt-3">
      {isOpen ? (
        <Finder {...props} />
      ) : (
        <Button onClick={() => setOpen(true)} className="whitespace-normal">
          Correct or Void Another Game
        </Button>
      )}
    </div>
  );
}

function Finder({ openId, onOpen }: FindGameProps) {
  const [typed, setTyped] = useState('');
  const words = useSettled(typed.trim());
  const found = useQuery(foundQuery(words));
  return (
    <div className="grid gap-3">
      <Field
        label="Find a game"
        hint="A team or a game’s id. Empty: games with a result of the last three days."
        type="search"
        autoFocus
        maxLength={81}
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
      />
      <QueryView query={found} noun="games" skeleton={<Skeleton className="h-40" />} bare>
        {(games) =>
          games.length > 0 ? (
            <div className="max-h-96 overflow-y-auto px-4 -mx-4">
              <GameList games={games} openId={openId} onOpen={onOpen} />
            </div>
          ) : (
            <p className="text-soft">No games match.</p>
          )
        }
      </QueryView>
    </div>
  );
}
