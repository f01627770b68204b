import { Money } from '#client/tickets/money.tsx';
import { Name } from '#client/ui/name.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { showInstant } from '#shared/domain/eastern.ts';

type LeaguePickerProps = { memberships: readonly Membership[]; chosenId: string; onChoose: (leagueId: string) => void };

/** The viewer's leagues with member counts; one league is chosen. */
export function LeaguePicker({ memberships, chosenId, onChoose }: LeaguePickerProps) {
  return (
    <ul aria-label="My leagues" className="-mx-4 flex scroll-row gap-2 px-4 py-1 lg:mx-0 lg:grid lg:p-0">
      {memberships.map(({ group, memberCount, balance }) => (
        <li key={group.id} className="w-[240px] shrink-0 lg:w-auto">
          <button
            type="button"
            aria-pressed={group.id === chosenId}
            onClick={() => onChoose(group.id)}
            className="grid h-full w-full gap-0.5 rounded-2xl border border-edge bg-surface px-4 py-3 text-left transition-colors duration-100 hover:border-faint aria-pressed:border-gold aria-pressed:inset-ring aria-pressed:inset-ring-gold"
          >
            <span className="truncate font-bold">
              <Name>{group.name}</Name>
            </span>
            <span className="flex flex-wrap justify-between gap-x-2 text-sm text-soft">
              {memberCount === 1 ? '1 member' : `${memberCount} members`}
              <Money amount={balance} className="font-semibold text-ink" />
            </span>
            <span className="text-[13px] text-faint">
              {group.endDate ? `Ends ${showInstant(new Date(group.endDate))}` : 'No end date'}
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}
