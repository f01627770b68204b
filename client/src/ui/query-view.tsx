import type { ReactNode } from 'react';
import { Button } from './button.tsx';
import { EmptyState } from './empty-state.tsx';
import { Loading } from './skeleton.tsx';

type QueryViewProps<Data> = {
  query: { data: Data | undefined; isPending: boolean; refetch: () => unknown };
  /** The name of the data in messages: 'betting history'. */
  noun: string;
  /** Placeholders of the size of the data. */
  skeleton: ReactNode;
  /** For use in a card. */
  bare?: boolean;
  children: (data: Data) => ReactNode;
};

/**
 * Renders a query's data, also after a failed refresh. Without data it shows that the query is loading or has failed.
 */
export function QueryView<Data>({ query, noun, skeleton, bare = false, children }: QueryViewProps<Data>): ReactNode {
  const { data, isPending, refetch } = query;
  if (data !== undefined) return children(data);
  if (isPending) return <Loading words={`Loading ${noun}...`}>{skeleton}</Loading>;
  return (
    <EmptyState alert bare={bare} title={`Failed to load ${noun}`} text="Please try again later">
      <Button onClick={() => refetch()}>Try Again</Button>
    </EmptyState>
  );
}
