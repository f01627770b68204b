import { Router } from 'express';
import { removeNote, removeReaction, setReaction, ticketRemarks } from '#shared/api/remark-calls.ts';
import type { Database } from '../db/connection.ts';
import type { Limits } from '../http/limits.ts';
import { mount, mountWithRight } from '../http/mount.ts';
import { type Member, requireMember } from '../leagues/access.ts';
import { react, readRemarks, removeNoteOf } from './service.ts';

type Deps = { database: Database; limits: Limits };

/** The calls about the note of a ticket and the reactions to it. Source: docs/decisions/remarks.md. */
export function remarksRoutes({ database, limits }: Deps): Router {
  const router = Router();

  mountWithRight(router, ticketRemarks, memberOf, ({ proof, params }) => readRemarks(database, proof, params.ticketId));

  mountWithRight(router, setReaction, reactingMemberOf, ({ proof, params, body }) =>
    react(database, proof, params.ticketId, body.reaction),
  );

  mountWithRight(router, removeReaction, reactingMemberOf, ({ proof, params }) =>
    react(database, proof, params.ticketId, null),
  );

  mount(router, removeNote, async ({ user, params }) => {
    await removeNoteOf(database, { leagueId: params.id, userId: user.id }, params.ticketId);
    return { message: 'Note removed' };
  });

  return router;

  function memberOf({ user, params }: Asked): Promise<Member> {
    return requireMember(database.db, user.id, params.id);
  }

  async function reactingMemberOf(asked: Asked): Promise<Member> {
    await limits.reactionsOfUser.use(asked.user.id);
    return memberOf(asked);
  }
}

type Asked = { user: { id: string }; params: { id: string } };
