import { EmptyState } from '#client/ui/empty-state.tsx';
import { LeagueIcon } from '#client/ui/icons.tsx';
import { TextLink } from '#client/ui/text-link.tsx';
import type { Departure } from '#shared/api/events.ts';
import { isolate } from '#shared/domain/naming.ts';

type Words = { title: (name: string) => string; text: string };

const words: Record<Departure | 'unknown', Words> = {
  removed: {
    title: (name) => `You were removed from ${name}`,
    text: 'Your open bets there still settle, and stay in My Bets.',
  },
  deleted: {
    title: (name) => `${name} was deleted`,
    text: 'The owner deleted the league, with all its bets and balances.',
  },
  unknown: {
    title: (name) => `You are not in ${name} any more`,
    text: 'You were removed, or the league was deleted.',
  },
};

/** In place of a league that the viewer lost while its page was open. `how` is null if the page did not hear of it. */
export function LostLeague({ name, how }: { name: string; how: Departure | null }) {
  const { title, text } = words[how ?? 'unknown'];
  return (
    <EmptyState alert icon={<LeagueIcon size={32} />} title={title(isolate(name))} text={text}>
      <div className="flex flex-wrap justify-center gap-x-6">
        <TextLink href="/leaderboard">Back to Leaderboards</TextLink>
        {how !== 'deleted' && <TextLink href="/my-bets">My Bets</TextLink>}
      </div>
    </EmptyState>
  );
}
