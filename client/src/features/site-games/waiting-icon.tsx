import { ClockIcon, LockIcon, SwapIcon, WarningIcon } from '#client/ui/site-icons.tsx';
import type { WhyWaiting } from '#shared/api/admin-games.ts';

const icons = { unconfirmed: SwapIcon, overdue: ClockIcon, suspended: WarningIcon, quarantined: LockIcon } as const;

/** The reason as a shape: nothing in the list is red. The words beside it say it where there is no room. */
export function WaitingIcon({ why }: { why: WhyWaiting | null }) {
  const Icon = why === null ? SwapIcon : icons[why];
  return (
    <span className="grid size-9 shrink-0 place-items-center rounded-xl bg-raised text-soft max-[12rem]:hidden">
      <Icon />
    </span>
  );
}
