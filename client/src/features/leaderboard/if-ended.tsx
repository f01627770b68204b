import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Switch } from '#client/ui/switch.tsx';
import type { Group, Standing } from '#shared/api/groups.ts';
import type { IfEnded, RowIfEnded } from '#shared/api/if-ended.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import { fromWhole, showSigned, toWhole } from '#shared/domain/money.ts';
import { ifEndedQuery } from './queries.ts';

/** A row of the standings; `ifEnded` while it shows the place that the member would have if it ended now. */
export type ShownStanding = Standing & { ifEnded?: RowIfEnded };

export type IfEndedView = {
  /** Whether there is something to switch on: a final league has no open bets. */
  isOffered: boolean;
  isOn: boolean;
  /** Undefined while it is off, loads, or could not be loaded. */
  data: IfEnded | undefined;
  hasFailed: boolean;
  setOn(isOn: boolean): void;
  retry(): void;
};

/** The switch 'If it ended now' of a league's standings, off at first, and what it shows. */
export function useIfEnded({ id, state }: Pick<Group, 'id' | 'state'>): IfEndedView {
  /** The time at which it was switched on; null while it is off. Data from before would show an old score first. */
  const [onSince, setOnSince] = useState<number | null>(null);
  const isOffered = state !== 'final';
  const isOn = isOffered && onSince !== null;
  const { data, dataUpdatedAt, isError, refetch } = useQuery({ ...ifEndedQuery(id), enabled: isOn });
  const isCurrent = onSince !== null && dataUpdatedAt >= onSince;
  return {
    isOffered,
    isOn,
    data: isOn && isCurrent ? data : undefined,
    hasFailed: isOn && isError && !isCurrent,
    setOn: (wanted) => setOnSince(wanted ? Date.now() : null),
    retry: () => void refetch(),
  };
}

/** The standings if it ended now. A member whom the standings do not have yet comes with their next answer. */
export function rowsIfEnded(standings: readonly Standing[], { rows }: IfEnded): ShownStanding[] {
  const standingOf = new Map(standings.map((standing) => [standing.user.id, standing]));
  return rows.flatMap((ifEnded) => {
    const standing = standingOf.get(ifEnded.userId);
    return standing ? [{ ...standing, ifEnded }] : [];
  });
}

/** The id of the switch's label, which names the rows while it is on. */
export const ifEndedLabel = 'if-it-ended-now';

export function IfEndedSwitch({ view }: { view: IfEndedView }) {
  if (!view.isOffered) return null;
  return <Switch label="If it ended now" labelId={ifEndedLabel} isOn={view.isOn} onChange={view.setOn} />;
}

/**
 * The note above the rows while it is on. Its first sentence is always the same, so that it tells nothing of bets
 * that the viewer may not see.
 */
export function IfEndedNote({ view: { isOn, data, hasFailed, retry } }: { view: IfEndedView }) {
  const isCut = data && data.members > data.rows.length;
  return (
    <div role="status" className={isOn ? 'mb-3 rounded-xl bg-raised px-3 py-2 text-note text-soft' : ''}>
      {isOn && <p>Bets you cannot see are not counted.</p>}
      {isCut && (
        <p>
          Shows {showCount(data.rows.length)} of {counted(data.members, 'member')}.
        </p>
      )}
      {hasFailed && (
        <div className="mt-1 flex flex-wrap items-center gap-x-3">
          <p>Failed to load how it would end. This is the present table.</p>
          <Button onClick={retry}>Try Again</Button>
        </div>
      )}
    </div>
  );
}

/**
 * The gain or loss of the member's balance if it ended now: '+106 Ching', '-150 Ching', or 'as it is'. It is the
 * difference of the two balances as they stand beside it, each rounded down.
 */
export function ChangeIfEnded({ row: { balance, before } }: { row: RowIfEnded }) {
  const change = fromWhole(toWhole(balance) - toWhole(before.balance));
  const tone = change > 0 ? 'text-won' : change < 0 ? 'text-lost' : 'text-soft';
  return (
    <span className={`font-semibold whitespace-nowrap tabular-nums ${tone}`}>
      {change === 0 ? 'as it is' : showSigned(change)}
    </span>
  );
}
