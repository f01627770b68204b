import { useQuery } from '@tanstack/react-query';
import { Card } from '#client/ui/card.tsx';
import { Name } from '#client/ui/name.tsx';
import { QueryView } from '#client/ui/query-view.tsx';
import { Skeleton } from '#client/ui/skeleton.tsx';
import { showMonthDay } from '#shared/domain/eastern.ts';
import { AdminRight } from './admin-right.tsx';
import { GrantForm } from './grant-form.tsx';
import { adminsQuery } from './queries.ts';

/** Those who run the site, each with a button that ends the right, and a form that makes another one. */
export function Admins({ viewerId }: { viewerId: string }) {
  const found = useQuery(adminsQuery);
  return (
    <Card title="Admins" id="admins">
      <QueryView query={found} noun="the admins" skeleton={<Skeleton className="h-26" />} bare>
        {({ admins }) => (
          <ul>
            {admins.map(({ id, name, email, since }) => (
              <li
                key={id}
                className="flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-edge py-2 first:border-t-0"
              >
                <span className="min-w-[min(12rem,100%)] flex-1 leading-snug wrap-anywhere">
                  <span className="block font-semibold">
                    <Name>{name}</Name>
                    {id === viewerId && <span className="font-normal text-soft"> (you)</span>}
                  </span>
                  <span className="block text-note text-soft">
                    {email}
                    {since && ` · since ${showMonthDay(new Date(since))}`}
                  </span>
                </span>
                <AdminRight user={{ id, name }} viewerId={viewerId} />
              </li>
            ))}
          </ul>
        )}
      </QueryView>
      <GrantForm />
    </Card>
  );
}
