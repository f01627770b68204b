import { useQuery } from '@tanstack/react-query';
import { Card } from '#client/ui/card.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { FeedNotes } from './feed-notes.tsx';
import { FeedTable } from './feed-table.tsx';
import { QuarantinedEvents } from './quarantined-events.tsx';
import { feedsQuery } from './queries.ts';

/** The health of each sport's feed, with words for those that need somebody. */
export function FeedHealth() {
  const found = useQuery(feedsQuery);
  return (
    <Card title="Feeds" id="feeds">
      <QueryView query={found} noun="the feeds" skeleton={<Skeleton className="h-80" />} bare>
        {({ now, feeds }) => (
          <>
            <FeedTable feeds={feeds} now={new Date(now)} />
            <FeedNotes feeds={feeds} now={new Date(now)} />
            <QuarantinedEvents feeds={feeds} now={new Date(now)} />
          </>
        )}
      </QueryView>
    </Card>
  );
}
