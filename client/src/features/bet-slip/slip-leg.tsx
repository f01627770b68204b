import type { ReactNode } from 'react';
import { Price } from '#client/tickets/price.tsx';
import { IconButton } from '#client/ui/button.tsx';
import { CloseIcon } from '#client/ui/icons.tsx';
import { showStart } from '#shared/domain/eastern.ts';
import type { Pick } from '#shared/domain/slip.ts';
import { pickWords } from './slip-words.ts';
import type { LegNote } from './store.ts';

type SlipLegProps = {
  pick: Pick;
  now: Date;
  note: LegNote | null;
  /** The reason why the leg cannot be combined with another one; null if it can. */
  clash: string | null;
  onRemove: () => void;
  /** The amount, if each leg has its own, and the price change. */
  children?: ReactNode;
};

/** One pick on the slip, with the server's refusal if there is one. */
export function SlipLeg({ pick, now, note, clash, onRemove, children }: SlipLegProps) {
  const words = pickWords(pick);
  return (
    <li className="grid gap-2 border-b border-edge py-3 first:pt-1 last:border-0">
      <div>
        <div className="flex items-start gap-2 font-semibold">
          <p className="min-w-0 flex-1">{words}</p>
          <Price value={pick.price} />
          <IconButton label={`Remove ${words}`} onClick={onRemove} className="-my-2.5 -mr-2.5">
            <CloseIcon />
          </IconButton>
        </div>
        <p className="text-[13px] text-soft">
          {pick.game} · {showStart(pick.startsAt, now)}
        </p>
      </div>
      {children}
      {clash && <p className="text-[13px] text-lost">{clash}</p>}
      {note?.kind === 'refused' && (
        <p role="status" className="text-[13px] text-lost">
          {note.words}
        </p>
      )}
    </li>
  );
}
