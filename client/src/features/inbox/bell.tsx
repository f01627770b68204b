import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { lazyNamed } from '#client/lib/lazy-component.ts';
import { Boundary } from '#client/ui/boundary.tsx';
import { BellIcon } from '#client/ui/icons.tsx';
import { NotOpened } from '#client/ui/not-opened.tsx';
import { BellLink, bellShape } from './bell-link.tsx';
import { countQuery } from './count-query.ts';

const InboxPanel = lazyNamed('InboxPanel', () => import('./inbox-panel.tsx'));

/**
 * The viewer's bell with the number of unread notices. In a narrow bar it leads to the inbox, in a wide one it opens a
 * panel.
 */
export function Bell() {
  const unread = useQuery(countQuery).data ?? 0;
  const [isOpen, setOpen] = useState(false);
  const [wasOpen, setWasOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  if (isOpen && !wasOpen) setWasOpen(true);
  const label = unread > 0 ? `Inbox, ${unread} new` : 'Inbox';
  const count = unread > 0 && <Count unread={unread} />;
  return (
    <>
      <BellLink label={label} className="@3xl:hidden">
        {count}
      </BellLink>
      <button
        ref={button}
        type="button"
        aria-label={label}
        title="Inbox"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={(event) => {
          event.currentTarget.focus(); // Safari does not focus a clicked button
          setOpen(!isOpen);
        }}
        className={`hidden @3xl:grid ${bellShape}`}
      >
        <BellIcon />
        {count}
      </button>
      {wasOpen && (
        <Boundary
          of={isOpen}
          waiting={null}
          failed={(failure) => isOpen && <NotOpened failure={failure} onClose={() => setOpen(false)} />}
        >
          <InboxPanel open={isOpen} onOpenChange={setOpen} bell={button} />
        </Boundary>
      )}
    </>
  );
}

function Count({ unread }: { unread: number }) {
  return (
    <span className="absolute top-0.5 right-0 min-w-[max(18px,1.15em)] rounded-full bg-gold px-1 text-center text-xs leading-[max(18px,1.15em)] font-bold text-gold-ink tabular-nums">
      {unread > 99 ? '99+' : unread}
    </span>
  );
}
