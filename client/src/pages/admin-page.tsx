import { FeedHealth } from '#client/features/site-feeds/feed-health.tsx';
import { Page } from '#client/ui/page.tsx';

/**
 * The tools of those who run the site, for admins. Each section is a `Card` that reads its own data. On a desktop the
 * sections stand on the left, and the game that is open on the right.
 */
export function AdminPage() {
  return (
    <Page title="Running the site">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] min-[56rem]:gap-5">
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4">
          <FeedHealth />
        </div>
      </div>
    </Page>
  );
}
