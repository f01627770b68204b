import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { ShowMore } from '#client/ui/show-more.tsx';
import type { FeedHealth, QuarantinedEvent } from '#shared/api/admin-feeds.ts';
import { counted } from '#shared/domain/count.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { feedName } from './feed-words.ts';
import { RawEventDialog } from './raw-event-dialog.tsx';

/** Chosen: what a feed breaks once, it mostly breaks the same way in all of its events. */
const firstEvents = 3;

type QuarantinedEventsProps = { feeds: readonly FeedHealth[]; now: Date };

/** The quarantined events of each feed with the reason, and the event as it came a tap away. */
export function QuarantinedEvents({ feeds, now }: QuarantinedEventsProps) {
  /** The event of the dialog, which stays open if the event is taken meanwhile. */
  const [shown, setShown] = useState<QuarantinedEvent | null>(null);
  const [isOpen, setOpen] = useState(false);
  const show = (event: QuarantinedEvent) => {
    setShown(event);
    setOpen(true);
  };
  return (
    <>
      {feeds
        .filter(({ quarantined }) => quarantined > 0)
        .map((feed) => (
          <section
            key={feedName(feed)}
            aria-label={`Held events of ${feedName(feed)}`}
            className="mt-3 border-t border-edge pt-2.5"
          >
            <h3 className="text-note font-semibold text-soft">
              {feedName(feed)}: {counted(feed.quarantined, 'event')} held
            </h3>
            <ShowMore rows={feed.quarantinedEvents} noun="events" pageSize={firstEvents}>
              {(events, list) => (
                <ul ref={list}>
                  {events.map((event) => (
                    <EventRow key={`${event.eventId} ${event.reason}`} event={event} now={now} onShow={show} />
                  ))}
                </ul>
              )}
            </ShowMore>
            {feed.quarantined > feed.quarantinedEvents.length && (
              <p className="border-t border-edge pt-2 text-note text-soft">
                And {feed.quarantined - feed.quarantinedEvents.length} more.
              </p>
            )}
          </section>
        ))}
      <RawEventDialog event={shown} isOpen={isOpen} onOpenChange={setOpen} now={now} />
    </>
  );
}

type EventRowProps = { event: QuarantinedEvent; now: Date; onShow: (event: QuarantinedEvent) => void };

function EventRow({ event, now, onShow }: EventRowProps) {
  const { id, eventId, reason, firstSeenAt } = event;
  const name = eventId === null ? 'Without an id' : `Event ${eventId}`;
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 border-t border-edge py-2 first:border-t-0">
      <span className="min-w-[min(12rem,100%)] flex-1 leading-snug wrap-anywhere">
        <bdi dir="auto" className="block">
          {reason}
        </bdi>
        <span className="block text-note text-soft">
          {firstSeenAt ? `${name}, first seen ${showInstant(new Date(firstSeenAt), now)}` : name}
        </span>
      </span>
      {id && (
        <Button
          aria-haspopup="dialog"
          aria-label={`Raw event: ${name}`}
          onClick={({ currentTarget }) => {
            currentTarget.focus(); // Safari does not focus a clicked button; closing returns the focus to it
            onShow(event);
          }}
        >
          Raw Event
        </Button>
      )}
    </li>
  );
}
