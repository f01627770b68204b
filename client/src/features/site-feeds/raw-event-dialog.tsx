import { useQuery } from '@tanstack/react-query';
import { CallError } from '#client/lib/call.ts';
import { Button } from '#client/ui/button.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { Dialog } from '#client/ui/dialog.tsx';
import { CopyIcon } from '#client/ui/page-icons.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toast } from '#client/ui/toast-store.ts';
import type { QuarantinedEvent } from '#shared/api/admin-feeds.ts';
import { showCount } from '#shared/domain/count.ts';
import { showInstant } from '#shared/domain/eastern.ts';
import { prettyJson } from './pretty-json.ts';
import { rawEventQuery } from './queries.ts';

type RawEventDialogProps = {
  event: QuarantinedEvent | null;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  now: Date;
};

/** A quarantined event as its feed sent it. It comes from outside, and is text and nothing else. */
export function RawEventDialog({ event, isOpen, onOpenChange, now }: RawEventDialogProps) {
  const found = useQuery({ ...rawEventQuery(event?.id ?? ''), enabled: isOpen && event !== null });
  const { data, error } = found;
  const isGone = !data && error instanceof CallError && error.status === 404;
  return (
    <Dialog
      open={isOpen}
      onOpenChange={onOpenChange}
      title="Raw event"
      description={event?.reason}
      footer={
        data && (
          <Button onClick={() => copy(data.raw)}>
            <CopyIcon />
            Copy
          </Button>
        )
      }
    >
      {isGone ? (
        <p className="text-soft">It is not held any more.</p>
      ) : (
        <QueryView query={found} noun="the event" skeleton={<Skeleton className="h-60" />} bare>
          {({ feed, eventId, firstSeenAt, raw, rawBytes, isCut }) => (
            <>
              <p className="text-note text-soft wrap-anywhere">
                {feed}, {eventId === null ? 'without an id' : `event ${eventId}`}, first seen{' '}
                {showInstant(new Date(firstSeenAt), now)}, {showCount(rawBytes)} bytes.
                {isCut && ' It is cut after 64 kB.'}
              </p>
              <pre dir="ltr" className="mt-2 rounded-xl bg-raised p-3 text-note whitespace-pre-wrap wrap-anywhere">
                {prettyJson(raw)}
              </pre>
            </>
          )}
        </QueryView>
      )}
    </Dialog>
  );
}

async function copy(raw: string): Promise<void> {
  if (await copyText(raw)) toast('Raw event copied');
  else toast('Copying is not possible here', 'Select the text and copy it by hand.');
}
