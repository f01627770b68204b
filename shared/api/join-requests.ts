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

/** Takes the caller's request back, if there is one. */
export const withdrawRequest = endpoint({
  method: 'DELETE',
  path: '/api/groups/join/request/:code',
  access: 'signed-in',
  params: () => z.object({ code: code() }),
  reply: message,
  refuses: ['404 `unknown-code`: no league has this join code'],
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
