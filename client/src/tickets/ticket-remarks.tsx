import { type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { accountOfPage } from '#client/lib/account.ts';
import { IconButton } from '#client/ui/button.tsx';
import type { Remarks } from '#shared/api/remarks.ts';
import { isolate } from '#shared/domain/naming.ts';
import { type Reaction, reactionWords } from '#shared/domain/remarks.ts';
import { AddReactionIcon, ReactionIcon } from './reaction-icon.tsx';
import { ReactionPicker } from './reaction-picker.tsx';
import { Reactors } from './reactors.tsx';
import { type TicketKey, useReact } from './remarks-mutations.ts';
import type { Ticket } from './ticket.ts';
import { TicketNote } from './ticket-note.tsx';

type TicketRemarksProps = {
  ticket: Ticket;
  /** Renders the ticket around the button that leads to the reactions, null where there is none, and the remarks. */
  children: (button: ReactNode, remarks: ReactNode) => ReactNode;
};

/**
 * A ticket with its note and the reactions to it. Nothing of both takes any room on a ticket without them: a button in
 * the corner of a ticket of somebody else opens the reactions. They open within the card, which would cut anything that
 * floats above it.
 */
export function TicketRemarks({ ticket, children }: TicketRemarksProps) {
  const [first] = ticket.legs;
  const { remarks } = first;
  if (remarks === null) return children(null, null);
  const key = { id: first.groupId, ticketId: remarks.ticketId };
  const isOwn = first.userId === accountOfPage();
  return isOwn ? (
    children(null, <OwnRemarks remarks={remarks} of={key} />)
  ) : (
    <OpenToReactions remarks={remarks} of={key} name={first.displayName}>
      {children}
    </OpenToReactions>
  );
}

type RemarksProps = { remarks: Remarks; of: TicketKey };

/** The remarks on the viewer's own ticket. The reactions are one button that shows who has reacted. */
function OwnRemarks({ remarks, of }: RemarksProps) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const { reactions } = remarks;
  return (
    <>
      <TicketNote remarks={remarks} of={of} />
      {reactions.length > 0 && (
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={isOpen ? id : undefined}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-11 flex-wrap items-center gap-x-1.5 gap-y-1 py-1"
        >
          <span className="sr-only">Reactions:</span>
          {reactions.map(({ reaction, count }) => (
            <span key={reaction} className={`${chip} border-edge text-soft`}>
              <Count reaction={reaction} count={count} />
            </span>
          ))}
        </button>
      )}
      {isOpen && reactions.length > 0 && <Reactors id={id} of={of} />}
    </>
  );
}

/** The remarks on a ticket of somebody else, and the viewer's own reaction. */
function OpenToReactions({
  remarks,
  of,
  name,
  children,
}: RemarksProps & { name: string; children: TicketRemarksProps['children'] }) {
  const [isOpen, setOpen] = useState(false);
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  const react = useReact(of);
  const { reactions } = remarks;
  const own = reactions.find(({ isOwn }) => isOwn)?.reaction ?? null;

  function toggle(reaction: Reaction) {
    if (!react.isPending) react.mutate(reaction === own ? null : reaction);
  }

  function close() {
    setOpen(false);
    button.current?.focus();
  }

  function closeOnEscape(event: KeyboardEvent) {
    if (event.key !== 'Escape') return;
    event.stopPropagation(); // a dialog around the ticket stays open
    close();
  }

  return children(
    <IconButton
      ref={button}
      label={`React to the bet of ${isolate(name)}`}
      title="React"
      aria-expanded={isOpen}
      aria-controls={isOpen ? id : undefined}
      onClick={() => setOpen(!isOpen)}
      className="-my-2.5 -mr-2.5 shrink-0 aria-expanded:text-ink"
    >
      <AddReactionIcon />
    </IconButton>,
    <>
      <TicketNote remarks={remarks} of={of} />
      {reactions.length > 0 && (
        <ul aria-label="Reactions" className="flex flex-wrap gap-x-1.5">
          {reactions.map(({ reaction, count, isOwn }) => (
            <li key={reaction}>
              <button
                type="button"
                aria-pressed={isOwn}
                onClick={() => toggle(reaction)}
                className="group flex min-h-11 items-center"
              >
                <span
                  className={`${chip} ${isOwn ? 'border-gold bg-gold-soft text-ink' : 'border-edge text-soft group-hover:border-faint'}`}
                >
                  <Count reaction={reaction} count={count} />
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {isOpen && (
        // biome-ignore lint/a11y/noStaticElementInteractions: catches Escape of the buttons within
        <div id={id} onKeyDown={closeOnEscape}>
          <ReactionPicker
            own={own}
            onChoose={(reaction) => {
              toggle(reaction);
              close();
            }}
          />
          {reactions.length > 0 && <Reactors of={of} />}
        </div>
      )}
    </>,
  );
}

const chip = 'flex min-h-8 items-center gap-1 rounded-full border px-2 text-note font-semibold tabular-nums';

/** The drawing and the number of a reaction; its word for screen readers alone, since the drawing is known by its tooltip. */
function Count({ reaction, count }: { reaction: Reaction; count: number }) {
  return (
    <span className="flex items-center gap-1" title={reactionWords[reaction]}>
      <ReactionIcon reaction={reaction} />
      <span className="sr-only">{reactionWords[reaction]}</span> {count}
    </span>
  );
}
