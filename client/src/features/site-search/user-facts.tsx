import type { ReactNode } from 'react';
import { Button } from '#client/ui/button.tsx';
import { Name } from '#client/ui/name.tsx';
import type { UserFacts } from '#shared/api/oversight.ts';
import { counted, showCount } from '#shared/domain/count.ts';
import { showInstant, showMonthDay } from '#shared/domain/eastern.ts';
import { isolate } from '#shared/domain/naming.ts';
import { FactList } from './fact-list.tsx';

type UserFactsListProps = {
  user: UserFacts;
  /** Searches for a league of the account by its id. */
  onLeague: (id: string) => void;
  /** The acts on the account. */
  children: ReactNode;
};

const roles = { owner: 'Owner', manager: 'Manager', member: 'Member', removed: 'Removed' } as const;
const states = { open: 'open', ended: 'ended', final: 'final' } as const;

/** The facts of an account that an admin sees. Source: docs/decisions/what-admins-see.md. */
export function UserFactsList({ user, onLeague, children }: UserFactsListProps) {
  const { email, firstName, lastName, username, isAdmin, createdAt, sessions, leagues } = user;
  const name = [firstName, lastName].filter(Boolean).join(' ');
  return (
    <section aria-label="The account" className="mt-4">
      <h3 className="font-semibold wrap-anywhere">
        <Name>{name || email}</Name>
      </h3>
      <FactList
        facts={[
          ['E-mail', email],
          ['Username', username],
          [
            'Id',
            <span key="id" className="text-note">
              {user.id}
            </span>,
          ],
          ['Made', showInstant(new Date(createdAt))],
          ['Admin', isAdmin ? 'Yes' : 'No'],
          ['Signed in on', counted(sessions, 'browser')],
          ['Leagues', showCount(user.leaguesInAll)],
        ]}
      />
      <ul className="max-h-90 overflow-y-auto">
        {leagues.map((league) => (
          <li key={league.id} className="flex items-center gap-x-3 border-t border-edge py-1.5">
            <span className="min-w-0 flex-1 leading-snug wrap-anywhere">
              <Name>{league.name}</Name>
              <span className="block text-note text-soft">
                {roles[league.role]} since {showMonthDay(new Date(league.joinedAt))} · {states[league.state]}
              </span>
            </span>
            <Button
              variant="link"
              aria-label={`Show the league ${isolate(league.name)}`}
              onClick={() => onLeague(league.id)}
            >
              Show
            </Button>
          </li>
        ))}
      </ul>
      {user.leaguesLeftOut > 0 && (
        <p className="border-t border-edge pt-1.5 text-note text-soft">
          {counted(user.leaguesLeftOut, 'league')} cannot be reached at the moment.
        </p>
      )}
      <div className="mt-3 flex flex-wrap gap-2">{children}</div>
    </section>
  );
}
