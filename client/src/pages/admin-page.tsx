import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { AdminRight } from '#client/features/site-admins/admin-right.tsx';
import { Admins } from '#client/features/site-admins/admins.tsx';
import { adminsQuery } from '#client/features/site-admins/queries.ts';
import { FeedHealth } from '#client/features/site-feeds/feed-health.tsx';
import { GamePanel } from '#client/features/site-games/game-panel.tsx';
import { WaitingGames } from '#client/features/site-games/waiting-games.tsx';
import { noFilter } from '#client/features/site-log/queries.ts';
import { SiteLog } from '#client/features/site-log/site-log.tsx';
import { FailedMail } from '#client/features/site-mail/failed-mail.tsx';
import { SiteSearch } from '#client/features/site-search/site-search.tsx';
import { Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';
import { signerName } from '#shared/domain/naming.ts';

const column = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4';

/**
 * The tools of those who run the site, for admins. Each section is a `Card` that reads its own data; further ones go
 * below the feeds. The open game stands below its list on a phone, and beside all sections on a desktop. Without one
 * they stand in two columns there.
 */
export function AdminPage() {
  const [open, setOpen] = useState<AdminGame | null>(null);
  const openId = open?.game.id ?? null;
  const viewerId = useCurrentUser().user?.id ?? '';
  const [filter, setFilter] = useState(noFilter);
  /** Whoever was found last: their acts may be chosen in the log, too. */
  const [person, setPerson] = useState<{ id: string; name: string } | null>(null);
  const admins = useQuery(adminsQuery).data?.admins ?? [];
  const people = person && !admins.some(({ id }) => id === person.id) ? [...admins, person] : admins;
  const showActs = (found: { id: string; name: string }) => {
    setPerson(found);
    setFilter({ ...noFilter, actor: found.id });
    document.getElementById('log')?.scrollIntoView();
  };
  return (
    <Page title="Running the site" subtitle="Games, feeds, and what needs somebody.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] min-[56rem]:grid-rows-[auto_1fr] min-[56rem]:gap-x-5">
        <WaitingGames openId={openId} onOpen={setOpen} />
        {open && (
          <div className="min-[56rem]:col-start-2 min-[56rem]:row-span-2 min-[56rem]:row-start-1">
            <GamePanel key={openId} each={open} onDone={() => setOpen(null)} />
          </div>
        )}
        <div
          className={`${column} ${open ? 'min-[56rem]:col-start-1' : 'min-[56rem]:col-span-2 min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] min-[56rem]:gap-x-5'}`}
        >
          <div className={column}>
            <FeedHealth />
            <FailedMail />
          </div>
          <div className={column}>
            <SiteSearch
              actions={(user) => {
                const found = { id: user.id, name: signerName(user) };
                return (
                  <>
                    <AdminRight key={user.id} user={found} viewerId={viewerId} />
                    <Button onClick={() => showActs(found)}>What They Did</Button>
                  </>
                );
              }}
            />
            <Admins viewerId={viewerId} />
          </div>
          <div className={open ? '' : 'min-[56rem]:col-span-2'}>
            <SiteLog filter={filter} onFilter={setFilter} people={people} />
          </div>
        </div>
      </div>
    </Page>
  );
}
