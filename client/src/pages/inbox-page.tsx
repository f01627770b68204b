import { Inbox } from '#client/features/inbox/inbox.tsx';
import { usePageTitle } from '#client/ui/page-title.ts';

/** The viewer's notices as a page, for screens that have no room for a panel. */
export function InboxPage() {
  usePageTitle('Inbox');
  return (
    <main id="content" className="mx-auto w-full max-w-160 px-4 pt-5 pb-28 md:pb-16">
      <div className="overflow-clip rounded-2xl border border-edge bg-surface pt-1">
        <Inbox heading={<h1 className="text-xl font-bold">Inbox</h1>} />
      </div>
    </main>
  );
}
