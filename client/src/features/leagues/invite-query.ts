import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { invite } from '#shared/api/invite.ts';

/**
 * The invitation with a join code, as this person may see it; `viewerId` is null for a visitor. Refetched on every
 * mount, because a league can be closed, and its code replaced, at any time.
 */
export function inviteQuery(code: string, viewerId: string | null) {
  return queryOptions({
    queryKey: [invite.path, code, viewerId],
    queryFn: ({ signal }) => call(invite, { params: { code }, signal }),
    refetchOnMount: 'always',
  });
}
