import { currentUser, login, resetPassword, type User } from '#shared/api/auth.ts';
import { changePassword, deleteAccount } from '#shared/api/own-account.ts';
import { resetTokensTo } from '../mail.ts';
import type { Player, Visitor, World } from '../world.ts';
import { type Act, calls, outcomeOf } from './acts.ts';
import type { Meeting } from './meeting.ts';

/** A player who has asked for a link to reset the password. */
async function aReset(world: World) {
  const player = await world.signUp('Rita');
  const { email } = player.user;
  await world.visitor().raw('POST', '/api/auth/forgot-password', { body: { email } });
  const [token = ''] = await resetTokensTo(world, email);
  return { player, token };
}

const resets =
  (token: string, newPassword: string): Act =>
  ({ visitor }) =>
    outcomeOf(visitor().call(resetPassword, { body: { token, newPassword } }));

export const signsIn =
  (browser: Visitor, { email }: User, password: string): Act =>
  ({ origin }) =>
    outcomeOf(browser.at(origin).call(login, { body: { email, password } }));

/**
 * The refusals of a player whose session, password or membership another act ends. The order of the messages decides
 * which of them is sent.
 */
const notLetIn = ['401 unauthorized', '403 wrong-password', '404 league-not-found', '404 ticket-not-found'];

export const asPlayer =
  (act: Act): Act =>
  async (actor) => {
    const outcome = await act(actor);
    return notLetIn.includes(outcome) ? 'not let in' : outcome;
  };

const changesPassword = (player: Player, newPassword: string): Act =>
  asPlayer(calls(player, changePassword, { body: { password: player.password, newPassword } }));

/** The status of each browser's session, and that of a sign-in with each password. */
export async function seenOf(
  world: World,
  browsers: readonly Visitor[],
  { email }: User,
  passwords: readonly string[],
) {
  const signedIn = await Promise.all(browsers.map(async (browser) => (await browser.call(currentUser)).status));
  const letIn = [];
  for (const password of passwords) {
    letIn.push((await world.visitor().call(login, { body: { email, password } })).status);
  }
  return JSON.stringify([signedIn, letIn]);
}

/** A reset to 'a new horse' beside another act of the player, and the sign-ins with `passwords` afterwards. */
const besideReset = (
  name: string,
  passwords: readonly string[],
  other: (made: Awaited<ReturnType<typeof aReset>>) => Act,
): Meeting => ({
  name,
  prepare: async (world) => {
    const made = await aReset(world);
    const { player, token } = made;
    return {
      acts: [resets(token, 'a new horse'), other(made)],
      seen: () => seenOf(world, [player], player.user, passwords),
    };
  },
});

/** A reset of a password beside other acts of the same account. */
export const resetPairs: Meeting[] = [
  {
    name: 'a reset of a password and a sign-in with the old one',
    prepare: async (world) => {
      const { player, token } = await aReset(world);
      const visitor = world.visitor();
      return {
        acts: [resets(token, 'a new horse'), signsIn(visitor, player.user, player.password)],
        seen: () => seenOf(world, [player, visitor], player.user, [player.password, 'a new horse']),
      };
    },
  },
  besideReset('two resets by one link', ['a new horse', 'another horse'], ({ token }) =>
    resets(token, 'another horse'),
  ),
  besideReset('a reset and a change of the password', ['a new horse', 'another horse'], ({ player }) =>
    changesPassword(player, 'another horse'),
  ),
  besideReset('a reset of a password and the deletion of the account', ['a new horse'], ({ player }) =>
    asPlayer(calls(player, deleteAccount, { body: { password: player.password } })),
  ),
];

export const resetTrio: Meeting = {
  name: 'a reset, a change of the password and a sign-in with the old one',
  ends: 4,
  prepare: async (world) => {
    const { player, token } = await aReset(world);
    const visitor = world.visitor();
    return {
      acts: [
        resets(token, 'a new horse'),
        changesPassword(player, 'another horse'),
        signsIn(visitor, player.user, player.password),
      ],
      seen: () => seenOf(world, [player, visitor], player.user, ['a new horse', 'another horse']),
    };
  },
};
