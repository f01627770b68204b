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

const ofLeague = () => z.object({ id: uuid() });

/** Offers the league to a member, in place of an earlier offer. */
export const offerLeague = endpoint({
  method: 'PUT',
  path: '/api/groups/:id/offer',
  access: 'owner',
  params: ofLeague,
  body: () => z.object({ userId: uuid() }),
  reply: message,
  refuses: [
    '400 `bad-input`: the owner owns the league already',
    '404 `member-not-found`: nobody of this id is a member, or is one any more',
  ],
});

const noOffer = '404 `no-offer`: the league is not offered, or not to the caller';

/** Withdraws the caller's offer, or declines the one that was made to the caller. */
export const endOffer = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/offer',
  access: 'member',
  params: ofLeague,
  reply: message,
  refuses: [noOffer],
});

/** Makes the caller the owner; who owned the league is a manager afterwards. */
export const acceptOffer = endpoint({
  method: 'POST',
  path: '/api/groups/:id/offer/accept',
  access: 'member',
  params: ofLeague,
  reply: message,
  refuses: [noOffer, '409 `too-many-leagues`: the caller owns 50 leagues'],
});
