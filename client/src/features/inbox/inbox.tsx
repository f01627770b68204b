import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef } from 'react';
import { Link } from 'wouter';
import { useNow } from '#client/lib/use-now.ts';
import { UnreachableLeagues } from '#client/tickets/unreachable-leagues.tsx';
import { Button } from '#client/ui/button.tsx';
import { EmptyState } from '#client/ui/empty-state.tsx';
import { BellIcon } from '#client/ui/icons.tsx';
import { NextPage } from '#client/ui/next-page.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { InboxNotice } from '#shared/api/notifications.ts';
import { showGain } from '#shared/domain/money.ts';
import { countQuery } from './count-query.ts';
import { NoticeIcon } from './notice-icon.tsx';
import { isToday, timeWords } from './notice-time.ts';
import { inboxQuery, useReadAll, useReadOne } from './queries.ts';

const watchNothing = (): Date[] => [];

type InboxProps = {
  /** The heading of the page or the panel. */
  heading: ReactNode;
  /** Beside the heading: what closes a panel. */
  aside?: ReactNode;
  /** Called when a notice leads to its place. */
  onLeave?: (() => void) | undefined;
};

/** The viewer's notices, the latest first. Source: docs/screens.md#inbox. */
export function Inbox({ heading, aside, onLeave }: InboxProps) {
  const query = useInfiniteQuery(inboxQuery);
  const unread = useQuery(countQuery).data ?? 0;
  const readAll = useReadAll();
  const head = useRef<HTMLDivElement>(null);
  const pages = query.data?.pages ?? [];
  const newest = pages.find((page) => page.newest !== null)?.newest ?? null;
  return (
    <>
      <div ref={head} tabIndex={-1} className="flex flex-wrap items-center gap-x-2 px-4 pt-1 outline-none">
        {heading}
        {unread > 0 && <span className="text-note text-soft">{unread} new</span>}
        <span className="ml-auto flex items-center">
          {unread > 0 && newest !== null && (
            <Button
              variant="link"
              aria-disabled={readAll.isPending}
              onClick={() => {
                head.current?.focus(); // the button goes away
                readAll.mutate(newest);
              }}
            >
              Mark all read
            </Button>
          )}
          {aside}
        </span>
      </div>
      <div className="px-4 empty:hidden">
        <UnreachableLeagues count={pages[0]?.unreachable ?? 0} />
      </div>
      <QueryView
        bare
        query={{ ...query, data: query.data && pages.flatMap(({ notices }) => notices) }}
        noun="inbox"
        skeleton={<InboxSkeleton />}
      >
        {(notices) =>
          notices.length === 0 ? <NoNotices onLeave={onLeave} /> : <Lists notices={notices} onLeave={onLeave} />
        }
      </QueryView>
      <NextPage query={query} noun="notices" />
    </>
  );
}

function InboxSkeleton() {
  return (
    <div className="grid gap-3 px-4 pb-4">
      {[0, 1, 2].map((at) => (
        <Skeleton key={at} className="h-12" />
      ))}
    </div>
  );
}

function NoNotices({ onLeave }: Pick<InboxProps, 'onLeave'>) {
  return (
    <EmptyState bare icon={<BellIcon />} title="Nothing here yet" text="Place a bet: once it settles, it is here.">
      <TextLink href="/" onClick={onLeave}>
        See the games
      </TextLink>
    </EmptyState>
  );
}

type ListsProps = { notices: readonly InboxNotice[] } & Pick<InboxProps, 'onLeave'>;

function Lists({ notices, onLeave }: ListsProps) {
  const now = useNow(watchNothing);
  const readOne = useReadOne();
  const groups = [
    { title: 'Today', rows: notices.filter(({ at }) => isToday(new Date(at), now)) },
    { title: 'Earlier', rows: notices.filter(({ at }) => !isToday(new Date(at), now)) },
  ];
  return (
    <div>
      {groups
        .filter(({ rows }) => rows.length > 0)
        .map(({ title, rows }) => (
          <section key={title} aria-label={title}>
            <p aria-hidden="true" className="px-4 pt-2.5 pb-1 text-note font-semibold text-soft">
              {title}
            </p>
            <ul>
              {rows.map((notice) => (
                <Row
                  key={notice.id}
                  notice={notice}
                  now={now}
                  onOpen={() => {
                    if (!notice.isRead) readOne.mutate(notice.id);
                    onLeave?.();
                  }}
                />
              ))}
            </ul>
          </section>
        ))}
    </div>
  );
}

/** A notice: what happened with its net, where and what it changed, and when. The whole row leads to its place. */
function Row({ notice, now, onOpen }: { notice: InboxNotice; now: Date; onOpen: () => void }) {
  const { kind, title, net, line, path, at, isRead } = notice;
  return (
    <li className={isRead ? '' : 'bg-story'}>
      <Link
        href={path}
        onClick={onOpen}
        className="flex min-h-15 items-start gap-3 border-t border-edge px-4 py-2.5 hover:bg-raised focus-visible:-outline-offset-2 max-[20rem]:flex-wrap"
      >
        <span
          className={`grid size-9 shrink-0 place-items-center rounded-[11px] ${isRead ? 'bg-raised text-soft' : 'bg-gold-soft text-gold-text'}`}
        >
          <NoticeIcon kind={kind} />
        </span>
        <span className="grid min-w-0 flex-1 leading-snug max-[20rem]:min-w-[60%]">
          <span className={isRead ? '' : 'font-semibold'}>
            <bdi dir="auto">{title}</bdi>
            {net !== null && (
              <>
                , <span className={netTone(net)}>{showGain(net)}</span>
              </>
            )}
          </span>
          <span className="text-note text-soft">
            <bdi dir="auto">{line}</bdi>
          </span>
        </span>
        <span className="flex items-center gap-1.5 pt-0.5 text-note whitespace-nowrap text-faint max-[20rem]:ml-12">
          <time dateTime={at}>{timeWords(new Date(at), now)}</time>
          {!isRead && (
            <>
              <span aria-hidden="true" className="size-2 rounded-full border border-transparent bg-gold-text" />
              <span className="sr-only">new</span>
            </>
          )}
        </span>
      </Link>
    </li>
  );
}

function netTone(net: number): string {
  if (net === 0) return 'text-soft';
  return net > 0 ? 'text-won' : 'text-lost';
}
