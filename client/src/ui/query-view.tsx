import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './skeleton.tsx';

type LoadedProps<Data> = {
  query: { data: Data | undefined; isPending: boolean; refetch: () => unknown };
  /** What it is: 'betting history'. */
  noun: string;
  /** Place holders of the size of what comes. */
  skeleton: ReactNode;
  /** Inside a card. */
  bare?: boolean;
  children: (data: Data) => ReactNode;
};

/** What a query holds once it is there, and through failed refreshes; until then that it loads, or that it failed. */
export function QueryView<Data>({ query, noun, skeleton, bare = false, children }: LoadedProps<Data>): ReactNode {
  const { data, isPending, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) return <Loading words={`Loading ${noun}...`}>{skeleton}</Loading>;
  return (
    <EmptyState alert bare={bare} title={`Failed to load ${noun}`} text="Please try again later">
      <Button onClick={() => refetch()}>Try Again</Button>
    </EmptyState>
  );
}
