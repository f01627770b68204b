import { useEffect, useState } from 'react';
import { useSearchParams } from 'wouter';

/**
 * The token of a mailed link; null for an address without one. It is in memory only: it is removed from the address bar
 * and the history at once. `path` is the page's own.
 */
export function useLinkToken(path: string): string | null {
  const [search] = useSearchParams();
  const [token] = useState(() => search.get('token'));
  useEffect(() => history.replaceState(null, '', path), [path]);
  return token;
}
