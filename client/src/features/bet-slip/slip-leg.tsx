import type { ReactNode } from 'react';
import { Price } from '#client/tickets/price.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { leavingFocus } from '#client/ui/leaving-focus.ts';
import { ProblemText } from '#client/ui/problem-text.tsx';
import { showStart } from '#shared/domain/eastern.ts';
import type { Pick } from '#shared/domain/slip.ts';
import { pickName, pickWords } from './slip-words.ts';
import type { LegNote } from './store.ts';

type SlipLegProps = {
  pick: Pick;
  mark: ReactNode;
  now: Date;
  note: LegNote | null;
  /** The reason why the leg cannot be combined with another one; null if it can. */
  clash: string | null;
  onRemove: () => void;
  /** The amount, if each leg has its own, and the price change. */
  children?: ReactNode;
};

/** One pick on the slip, with the server's refusal if there is one. */
export function SlipLeg({ pick, mark, now, note, clash, onRemove, children }: SlipLegProps) {
  return (
    <li
      ref={leavingFocus}
      className="grid grid-cols-[minmax(0,1fr)] gap-2 border-b border-edge py-3 first:pt-1 last:border-0"
    >
      <div className="flex items-center gap-2.5">
        <span className="max-[16rem]:hidden">{mark}</span>
        <div className="min-w-0 flex-1">
          <div className="flex items-start gap-2 font-semibold">
            <p className="min-w-0 flex-1 wrap-anywhere">{pickWords(pick)}</p>
            <Price value={pick.price} />
            <IconButton label={`Remove ${pickName(pick)}`} onClick={onRemove} className="-my-2.5 -mr-2.5">
              <CloseIcon />
            </IconButton>
          </div>
          <p className="text-note wrap-anywhere text-soft">
            {pick.game} · {showStart(pick.startsAt, now)}
          </p>
        </div>
      </div>
      {children}
      {clash && <ProblemText>{clash}</ProblemText>}
      {note?.kind === 'refused' && (
        <div role="status">
          <ProblemText>{note.words}</ProblemText>
        </div>
      )}
    </li>
  );
}
