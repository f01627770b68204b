import { queryOptions } from '@tanstack/react-query';
import { call } from '#client/lib/call.ts';
import { changesWith } from '#client/lib/live.ts';
import { parseTopic } from '#shared/api/events.ts';
import { invite } from '#shared/api/invite.ts';

/** The start of the keys of all invitations. */
export const inviteKey = invite.path;

/**
 * The invitation with a join code, as this person may see it; `viewerId` is null for a visitor. Refetched on every
 * mount, because a league can be closed, and its code replaced, at any time; and when a request of theirs is answered.
 */
export function inviteQuery(code: string, viewerId: string | null) {
  return queryOptions({
    queryKey: [inviteKey, code, viewerId],
    queryFn: ({ signal }) => call(invite, { params: { code }, signal }),
    refetchOnMount: 'always',
    meta: changesWith((topic) => parseTopic(topic).userId !== null),
  });
}
