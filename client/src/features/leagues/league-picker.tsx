import { Money } from '#client/tickets/money.tsx';
import { Name } from '#client/ui/name.tsx';
import { ScrollRow } from '#client/ui/scroll-row.tsx';
import type { Membership } from '#shared/api/groups.ts';
import { counted } from '#shared/domain/count.ts';
import { endWords } from './league-words.ts';

type LeaguePickerProps = { memberships: readonly Membership[]; chosenId: string; onChoose: (leagueId: string) => void };

/** The viewer's leagues with member counts; one league is chosen. */
export function LeaguePicker({ memberships, chosenId, onChoose }: LeaguePickerProps) {
  return (
    <ScrollRow noun="leagues" chosen={chosenId} className="lg:-mt-1">
      <ul aria-label="My leagues" className="flex w-max gap-2 lg:grid lg:w-auto lg:grid-cols-[minmax(0,1fr)]">
        {memberships.map(({ group, memberCount, balance }) => (
          <li key={group.id} className="w-60 shrink-0 lg:w-auto">
            <button
              type="button"
              aria-pressed={group.id === chosenId}
              onClick={() => onChoose(group.id)}
              className="grid h-full w-full grid-cols-[minmax(0,1fr)] gap-0.5 rounded-2xl border border-edge bg-surface px-4 py-3 text-left transition-colors duration-100 hover:border-faint aria-pressed:border-gold aria-pressed:inset-ring aria-pressed:inset-ring-gold"
            >
              <span className="truncate font-bold">
                <Name>{group.name}</Name>
              </span>
              <span className="flex flex-wrap justify-between gap-x-2 text-sm text-soft">
                {counted(memberCount, 'member')}
                <Money amount={balance} className="font-semibold text-ink" />
              </span>
              <span className="text-note text-faint">{endWords(group)}</span>
            </button>
          </li>
        ))}
      </ul>
    </ScrollRow>
  );
}
