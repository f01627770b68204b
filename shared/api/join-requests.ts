import { z } from 'zod';
import { readJoinCode } from '#shared/domain/join-code.ts';
import { lazy } from '#shared/lazy.ts';
import { message } from './auth.ts';
import { endpoint } from './endpoint.ts';
import { instant, shortText, uuid } from './values.ts';

const code = lazy(() => shortText(20).transform(readJoinCode));

/** Asks to be let into a league that approves joins. Who has asked already waits on. */
export const askToJoin = endpoint({
  method: 'POST',
  path: '/api/groups/join/request',
  access: 'signed-in',
  body: () => z.object({ joinCode: code() }),
  reply: message,
  status: 201,
  mayFind: true,
  refuses: [
    'what a join refuses, except `approval-needed`',
    '409 `no-approval-needed`: the league lets everybody in',
    '409 `too-many-requests`: 200 people wait already',
  ],
});

/** The leagues that the caller has asked to join and that have not answered, the first one first. */
export const ownRequests = endpoint({
  method: 'GET',
  path: '/api/join-requests',
  access: 'signed-in',
  reply: () => z.array(z.object({ groupId: uuid(), name: z.string(), at: instant() })),
  isOverLeagues: true,
});

/** Takes the caller's request to join a league back, if there is one. No join code is needed: it may have changed. */
export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/api/join-requests/:groupId',
  access: 'signed-in',
  params: () => z.object({ groupId: uuid() }),
  reply: message,
});

/** Those who wait to be let in, the first one first. */
export const listJoinRequests = endpoint({
  method: 'GET',
  path: '/api/groups/:id/requests',
  access: 'manager',
  params: () => z.object({ id: uuid() }),
  reply: () => z.array(z.object({ userId: uuid(), name: z.string(), at: instant() })),
});

const ofRequest = () => z.object({ id: uuid(), userId: uuid() });
const gone = '404 `request-not-found`: it was answered or taken back';

export const approveRequest = endpoint({
  method: 'POST',
  path: '/api/groups/:id/requests/:userId',
  access: 'manager',
  params: ofRequest,
  reply: message,
  refuses: [gone, '409 `too-late`, `league-ended`, `league-full`, `too-many-leagues`: the person cannot join any more'],
});

/** The person may ask again. */
export const declineRequest = endpoint({
  method: 'DELETE',
  path: '/api/groups/:id/requests/:userId',
  access: 'manager',
  params: ofRequest,
  reply: message,
  refuses: [gone],
});
