import type { currentUser } from '#shared/api/auth.ts';
import type { ReplyInput } from '#shared/api/endpoint.ts';
import { displayName } from '#shared/domain/naming.ts';
import type { UserRow } from './store.ts';

/** A user as that user sees it. */
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
