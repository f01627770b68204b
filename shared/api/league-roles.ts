import { z } from 'zod';
import { mostManagers } from '#shared/domain/league-role.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { uuid } from './values.ts';

const ofMember = () => z.object({ id: uuid(), userId: uuid() });

/** Makes a manager of a member; of one who is one already, too. */
export const nameManager = endpoint({
  method: 'PUT',
  path: '/api/groups/:id/managers/:userId',
  access: 'owner',
  params: ofMember,
  reply: message,
  refuses: [
    '400 `bad-input`: the owner is no manager',
    '404 `member-not-found`: nobody of this id is a member, or is one any more',
    `409 \`too-many-managers\`: the league has ${mostManagers}`,
  ],
});

/** Takes the role of a manager back. The member stays in the league. */
export const unnameManager = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/managers/:userId',
  access: 'owner',
  params: ofMember,
  reply: message,
  refuses: ['404 `member-not-found`: nobody of this id is a member, or is one any more'],
});
