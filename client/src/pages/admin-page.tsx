import { useState } from 'react';
import { FeedHealth } from '#client/features/site-feeds/feed-health.tsx';
import { GamePanel } from '#client/features/site-games/game-panel.tsx';
import { WaitingGames } from '#client/features/site-games/waiting-games.tsx';
import { Page } from '#client/ui/page.tsx';
import type { AdminGame } from '#shared/api/admin-games.ts';

/**
 * The tools of those who run the site, for admins. Each section is a `Card` that reads its own data; further ones go
 * below the feeds. The open game stands below its list on a phone, and beside all sections on a desktop.
 */
export function AdminPage() {
  const [open, setOpen] = useState<AdminGame | null>(null);
  const openId = open?.game.id ?? null;
  return (
    <Page title="Running the site" subtitle="Games, feeds, and what needs somebody.">
      <div className="grid grid-cols-[minmax(0,1fr)] gap-4 min-[56rem]:grid-cols-[minmax(0,1fr)_minmax(0,1.08fr)] min-[56rem]:grid-rows-[auto_1fr] min-[56rem]:gap-x-5">
        <WaitingGames openId={openId} onOpen={setOpen} />
        {open && (
          <div className="min-[56rem]:col-start-2 min-[56rem]:row-span-2 min-[56rem]:row-start-1">
            <GamePanel key={openId} each={open} onDone={() => setOpen(null)} />
          </div>
        )}
        <div className="grid grid-cols-[minmax(0,1fr)] content-start gap-4 min-[56rem]:col-start-1">
          <FeedHealth />
        </div>
      </div>
    </Page>
  );
}
