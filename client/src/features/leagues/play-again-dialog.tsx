import { useState } from 'react';
import { idleNamed, lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import type { Group, NextSeason } from '#shared/api/groups.ts';
import { useLeagueDialog } from './use-league-dialog.ts';

const PlayAgainForm = idleNamed('PlayAgainForm', () => import('./play-again-form.tsx'));
const SeasonStarted = lazyNamed('SeasonStarted', () => import('./season-started.tsx'));

/**
 * The Play Again button, shown while `isOffered`, with its dialog: first the settings of the next season, then its link.
 * The dialog stays when the button goes, because the league has a next season by then.
 */
export function PlayAgainDialog({ league, isOffered }: { league: Group; isOffered: boolean }) {
  const { open, onOpenChange } = useLeagueDialog();
  const [started, setStarted] = useState<NextSeason | null>(null);
  return (
    <Dialog
      open={open}
      onOpenChange={(isOpen) => {
        onOpenChange(isOpen);
        if (isOpen) setStarted(null);
      }}
      {...(isOffered && {
        trigger: (
          <Button variant="primary" className="flex-[0_1_auto]">
            Play Again
          </Button>
        ),
      })}
      title={started ? 'The next season' : 'Play Again'}
      description={
        started
          ? 'Everybody of the season before finds the invitation there, and in their inbox.'
          : 'A new league with the rules of this one, which stays as it ended. You own it, and everybody here is invited.'
      }
    >
      <Boundary
        waiting={<Skeleton className="h-110" />}
        failed={(failure) => <Failed what="The next season" failure={failure} />}
      >
        {started ? <SeasonStarted season={started} /> : <PlayAgainForm league={league} onDone={setStarted} />}
      </Boundary>
    </Dialog>
  );
}
