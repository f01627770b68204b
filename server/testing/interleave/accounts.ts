import { register } from '#shared/api/auth.ts';
import { askEmailChange, confirmEmailChange } from '#shared/api/email-change.ts';
import { revokeAdminRight } from '#shared/api/oversight.ts';
import { changePassword, endOwnSession, listSessions } from '#shared/api/own-account.ts';
import { deliveredTo } from '../mail.ts';
import { anAdmin } from '../manual-odds.ts';
import type { Player, World } from '../world.ts';
import { type Act, calls, outcomeOf } from './acts.ts';
import type { Meeting } from './meeting.ts';
import { asPlayer, seenOf, signsIn } from './resets.ts';

/** A player who has asked for another address, and the link in the letter to that address. */
async function aChange(world: World) {
  const player = await world.signUp('Ann');
  const email = `new.${player.user.email}`;
  await player.call(askEmailChange, { body: { email, password: player.password } });
  const [token = ''] = (await deliveredTo(world, email)).flatMap(
    ({ body }) => /\/confirm-email\?token=([\w.-]+)/.exec(body)?.[1] ?? [],
  );
  return { email, token };
}

const signsUp =
  (email: string): Act =>
  ({ visitor }) =>
    outcomeOf(
      visitor().call(register, { body: { email, password: 'correct horse', firstName: null, lastName: null } }),
    );

/** Opens the link, and once more if the app is busy: another call has changed the address meanwhile. */
const confirms = (token: string): Act => {
  const open: Act = ({ visitor }) => outcomeOf(visitor().call(confirmEmailChange, { body: { token } }));
  return async (actor) => {
    const outcome = await open(actor);
    return outcome === '503 busy' ? open(actor) : outcome;
  };
};

const revokes = (admin: Player, { user }: Player): Act =>
  calls(admin, revokeAdminRight, { body: { id: user.id, isOwnMeant: false } });

/** A player who has signed in in two browsers. */
async function twoBrowsers(world: World) {
  const player = await world.signUp('Rita');
  const visitor = world.visitor();
  await signsIn(visitor, player.user, player.password)(world);
  return { player, other: { ...player, ...visitor } };
}

/** Ends the session of the other one of two browsers. */
async function endsOther(browser: Player): Promise<Act> {
  const { sessions } = (await browser.call(listSessions)).reply;
  const id = sessions.find(({ isThis }) => !isThis)?.id ?? '';
  return asPlayer(calls(browser, endOwnSession, { params: { id } }));
}

/** Requests about accounts and sessions that meet, besides those of resets.ts. */
export const accountPairs: Meeting[] = [
  {
    name: 'two admins who end each other’s right',
    prepare: async (world) => {
      const [one, other] = [await anAdmin(world, 'Ada'), await anAdmin(world, 'Bob')];
      return { acts: [revokes(one, other), revokes(other, one)], seen: async () => '' };
    },
  },
  {
    name: 'two browsers that end each other’s session',
    prepare: async (world) => {
      const { player, other } = await twoBrowsers(world);
      return {
        acts: [await endsOther(player), await endsOther(other)],
        seen: () => seenOf(world, [player, other], player.user, []),
      };
    },
  },
  {
    name: 'a change of the password and the end of its session from another browser',
    prepare: async (world) => {
      const { player, other } = await twoBrowsers(world);
      return {
        acts: [
          asPlayer(calls(player, changePassword, { body: { password: player.password, newPassword: 'a new horse' } })),
          await endsOther(other),
        ],
        seen: () => seenOf(world, [player, other], player.user, [player.password, 'a new horse']),
      };
    },
  },
];

export const accountTrio: Meeting = {
  name: 'a sign-up with an address and two changes to it by one link',
  ends: 3,
  prepare: async (world) => {
    const { email, token } = await aChange(world);
    return { acts: [signsUp(email), confirms(token), confirms(token)], seen: async () => '' };
  },
};
