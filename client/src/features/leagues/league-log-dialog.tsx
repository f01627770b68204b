import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { Button } from '#client/ui/button.tsx';
import { Dialog } from '#client/ui/dialog.tsx';
import { Failed } from '#client/ui/failed.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';

const LeagueLog = lazyNamed('LeagueLog', () => import('./league-log.tsx'));

/** The button that opens the log of a league, which every member can read. */
export function LeagueLogDialog({ leagueId }: { leagueId: string }) {
  return (
    <Dialog
      trigger={
        <Button variant="link" className="px-0!">
          League log
        </Button>
      }
      title="League log"
      description="Settings, removals and roles: who changed what, and when. Every member sees it."
    >
      <Boundary
        waiting={<Skeleton className="h-60 rounded-xl" />}
        failed={(failure) => <Failed what="The league log" failure={failure} />}
      >
        <LeagueLog leagueId={leagueId} />
      </Boundary>
    </Dialog>
  );
}
