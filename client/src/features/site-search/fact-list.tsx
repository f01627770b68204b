import type { ReactNode } from 'react';

/** Facts about an account or a league: a name and a value in each line. A fact of null is left out. */
export function FactList({ facts }: { facts: readonly (readonly [name: string, value: ReactNode])[] }) {
  return (
    <dl className="mt-2">
      {facts.map(
        ([name, value]) =>
          value !== null && (
            <div key={name} className="flex flex-wrap justify-between gap-x-4 border-t border-edge py-1.5">
              <dt className="text-soft">{name}</dt>
              <dd className="min-w-0 text-right font-semibold wrap-anywhere">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}
