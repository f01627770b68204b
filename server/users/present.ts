import type { currentUser } from '#shared/api/auth.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { displayName } from '#shared/domain/naming.ts';
import type { UserRow } from './store.ts';

/** The reply that describes a user to that same user. */
export function presentUser(user: UserRow): ReplyInput<typeof currentUser> {
  const { id, email, firstName, lastName, username, isAdmin } = user;
  return {
    id,
    email,
    firstName,
    lastName,
    username,
    displayName: displayName({ firstName, lastName, username }),
    isAdmin,
  };
}
