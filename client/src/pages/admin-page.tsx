import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useCurrentUser } from '#client/features/auth/queries.ts';
import { AdminRight } from '#client/features/site-admins/admin-right.tsx';
import { Admins } from '#client/features/site-admins/admins.tsx';
import { adminsQuery } from '#client/features/site-admins/queries.ts';
import { FeedHealth } from '#client/features/site-feeds/feed-health.tsx';
import { feedsQuery, needsSomebody } from '#client/features/site-feeds/queries.ts';
import { OpenGame } from '#client/features/site-games/open-game.tsx';
import { waitingQuery } from '#client/features/site-games/queries.ts';
import { useOpenGame } from '#client/features/site-games/use-open-game.ts';
import { WaitingGames } from '#client/features/site-games/waiting-games.tsx';
import { noFilter } from '#client/features/site-log/queries.ts';
import { SiteLog } from '#client/features/site-log/site-log.tsx';
import { FailedMail } from '#client/features/site-mail/failed-mail.tsx';
import { failedMailQuery } from '#client/features/site-mail/queries.ts';
import { SiteSearch } from '#client/features/site-search/site-search.tsx';
import { Tiles } from '#client/features/site-tiles/tiles.tsx';
import { Button } from '#client/ui/button.tsx';
import { Page } from '#client/ui/page.tsx';
import { mostCounted } from '#shared/api/oversight.ts';
import { signerName } from '#shared/domain/naming.ts';

const column = 'grid grid-cols-[minmax(0,1fr)] content-start gap-4';

/**
 * The tools of those who run the site, for admins. Each section is a `Card` that reads its own data. The open game
 * stands below its list on a phone, and beside all sections on a desktop. Without one they stand in two columns there.
 */
export function AdminPage() {
  const opened = useOpenGame();
  const { openId } = opened;
  const isOpen = openId !== null;
  const viewerId = useCurrentUser().user?.id ?? '';
  const [filter, setFilter] = useState(noFilter);
  /** The account that was found last: its acts may be chosen in the log, too. */
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
      <Counts />
      <div
        className={`grid grid-cols-[minmax(0,1fr)] gap-4 min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] min-[56rem]:gap-x-5 ${isOpen ? 'min-[56rem]:grid-rows-[auto_auto_auto_1fr]' : 'min-[56rem]:grid-rows-[auto_1fr]'}`}
      >
        <WaitingGames openId={openId} onOpen={opened.open} />
        {isOpen && (
          <div className="min-[56rem]:col-start-2 min-[56rem]:row-span-4 min-[56rem]:row-start-1">
            <OpenGame key={openId} each={opened.game} isMissing={opened.isMissing} onDone={opened.close} />
          </div>
        )}
        <div className={`${column} min-[56rem]:col-start-1`}>
          <FeedHealth />
          <FailedMail />
        </div>
        <div
          className={`${column} ${isOpen ? 'min-[56rem]:col-start-1' : 'min-[56rem]:col-start-2 min-[56rem]:row-span-2 min-[56rem]:row-start-1'}`}
        >
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
        <div className={isOpen ? 'min-[56rem]:col-start-1' : 'min-[56rem]:col-span-2'}>
          <SiteLog filter={filter} onFilter={setFilter} people={people} />
        </div>
      </div>
    </Page>
  );
}

/** The tiles with the counts of the sections, taken from the same lists as the sections. */
function Counts() {
  const waiting = useQuery(waitingQuery).data;
  const feeds = useQuery(feedsQuery).data?.feeds;
  const mail = useInfiniteQuery(failedMailQuery).data?.pages[0];
  const admins = useQuery(adminsQuery).data?.admins;
  const givenUpOrWaiting = mail ? [mail.givenUp, mail.waiting] : null;
  return (
    <Tiles
      tiles={[
        { section: 'games', count: waiting?.length ?? null, one: 'game waits', many: 'games wait', standsOut: true },
        {
          section: 'feeds',
          count: feeds?.filter(needsSomebody).length ?? null,
          one: 'feed to look at',
          many: 'feeds to look at',
        },
        {
          section: 'mail',
          count: givenUpOrWaiting?.reduce((sum, count) => sum + count, 0) ?? null,
          isLeast: givenUpOrWaiting?.includes(mostCounted) ?? false,
          one: 'letter failed',
          many: 'letters failed',
        },
        { section: 'admins', count: admins?.length ?? null, one: 'admin', many: 'admins' },
      ]}
    />
  );
}
