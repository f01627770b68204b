import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button, IconButton } from '#client/ui/button.tsx';
import { copyText } from '#client/ui/copy-text.ts';
import { Field } from '#client/ui/field.tsx';
import { CheckIcon, CopyIcon } from '#client/ui/page-icons.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Question } from '#client/ui/question.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { toast } from '#client/ui/toast-store.ts';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { useMakeLink, useRemoveLink } from './mutations.ts';
import { calendarLinkQuery } from './queries.ts';

/** The card with which a member makes, replaces and removes the link of their calendar. Source: docs/screens.md#profile. */
export function CalendarCard() {
  const link = useQuery(calendarLinkQuery);
  return (
    <section aria-labelledby="calendar" className="mt-7">
      <h2 id="calendar" className="mb-3 text-lg font-bold">
        Calendar
      </h2>
      <div className="rounded-2xl border border-edge bg-surface p-4">
        <p className="text-sm text-soft">
          The games you have open bets on and the dates of your leagues, in the calendar you use already.
        </p>
        <QueryView query={link} noun="your calendar link" skeleton={<Skeleton className="mt-4 h-11" />} bare>
          {({ madeAt }) => <LinkOf madeAt={madeAt} />}
        </QueryView>
      </div>
    </section>
  );
}

/** The actions of this moment: make the first link, copy the one just made, replace or remove the one that there is. */
function LinkOf({ madeAt }: { madeAt: string | null }) {
  const make = useMakeLink();
  const remove = useRemoveLink();
  if (madeAt === null) {
    return (
      <Button
        className="mt-4 whitespace-normal"
        autoFocus={!remove.isIdle}
        onClick={() => make.mutate()}
        disabled={make.isPending}
      >
        {make.isPending ? 'Making a link...' : 'Make a Calendar Link'}
      </Button>
    );
  }
  const path = make.data?.madeAt === madeAt ? make.data.path : null;
  return (
    <div className="mt-4 grid max-w-2xl grid-cols-[minmax(0,1fr)] gap-4">
      {path ? (
        <NewLink key={path} path={path} />
      ) : (
        <p className="text-sm">
          You made a link on {showMonthDay(new Date(madeAt))}. It was shown only then: if you need it again, make a new
          one.
        </p>
      )}
      <Changes
        isBusy={make.isPending || remove.isPending}
        onRenew={() => make.mutate()}
        onRemove={() => remove.mutate()}
      />
    </div>
  );
}

/** The link, which is shown this once. */
function NewLink({ path }: { path: string }) {
  const [isCopied, setCopied] = useState(false);
  const address = location.origin + path;
  const copy = async () => {
    const done = await copyText(address);
    setCopied(done);
    if (done) toast('Calendar link copied', 'Paste it into your calendar as a calendar from a URL.');
    else toast('Copying is not possible here', 'Select the link and copy it by hand.');
  };
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-3">
      <Field
        label="Your calendar link"
        hint="Copy it now: it is shown only once. Who has it sees your open bets, so keep it to yourself."
        value={address}
        readOnly
        autoFocus
        dir="ltr"
        // Backward, so that the field shows the beginning of the link.
        onFocus={({ target }) => target.setSelectionRange(0, target.value.length, 'backward')}
        end={
          <IconButton label="Copy calendar link" onClick={copy}>
            {isCopied ? <CheckIcon /> : <CopyIcon />}
          </IconButton>
        }
      />
      <a
        href={`webcal://${location.host}${path}`}
        className="inline-flex min-h-11 items-center justify-center justify-self-start rounded-xl border border-edge bg-raised px-4 font-semibold hover:border-faint"
      >
        Add to My Calendar
      </a>
      <p className="text-note text-soft">Google Calendar takes the link under Other calendars, From URL.</p>
    </div>
  );
}

type ChangesProps = { isBusy: boolean; onRenew: () => void; onRemove: () => void };

/**
 * Replacing and removing the link. Each asks once more; the question takes the place of the buttons. Afterwards the button
 * that led to it has the focus again.
 */
function Changes({ isBusy, onRenew, onRemove }: ChangesProps) {
  const [asked, setAsked] = useState<'renew' | 'remove' | null>(null);
  const [last, setLast] = useState<typeof asked>(null);
  const ask = (what: 'renew' | 'remove') => {
    setAsked(what);
    setLast(what);
  };
  if (asked === null) {
    return (
      <div className="flex flex-wrap gap-2 border-t border-edge pt-4 *:whitespace-normal">
        <Button autoFocus={last === 'renew'} onClick={() => isBusy || ask('renew')} aria-disabled={isBusy}>
          Make a New Link
        </Button>
        <Button
          className="text-lost"
          autoFocus={last === 'remove'}
          onClick={() => isBusy || ask('remove')}
          aria-disabled={isBusy}
        >
          Remove Link
        </Button>
      </div>
    );
  }
  return (
    <Question
      {...questions[asked]}
      onConfirm={() => {
        setAsked(null);
        if (asked === 'renew') onRenew();
        else onRemove();
      }}
      onCancel={() => setAsked(null)}
    />
  );
}

const questions = {
  renew: {
    words: 'The old link stops at once, in every calendar that follows it.',
    label: 'Make a New Link',
    tone: 'plain',
  },
  remove: {
    words: 'The link stops at once, and your bets leave every calendar that follows it.',
    label: 'Remove Link',
    tone: 'danger',
  },
} as const;
