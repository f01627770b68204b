import { login, register } from '#shared/api/auth.ts';
import { createGroup, type Group, joinGroup, listGroups } from '#shared/api/groups.ts';
import type { Model } from './model.ts';
import type { Browser, Service } from './service.ts';

export type Player = Browser & {
  id: string;
  email: string;
  leagues: Group[];
  /** Settles once everything that was promised to the player has been written down. */
  written: Promise<void>;
};

export type Crowd = {
  players: Player[];
  /** Signed up, and in no league yet. */
  latecomers: Player[];
  /** It goes on for a year. */
  lasting: Group;
  /** Its join deadline comes in the middle of the round. */
  closingDoor: Group;
  /** Its end date does. */
  ending: Group;
};

const names = ['Ann', 'Ben', 'Cleo', 'Dev', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'June', 'Kai', 'Lou', 'Mia', 'Ned'];
const yearMs = 365 * 24 * 3_600_000;

/** People with sessions of their own in leagues of their own, by the calls that a browser makes. */
export async function gatherCrowd(
  service: Service,
  model: Model,
  { size, doorClosesAt, endsAt }: { size: number; doorClosesAt: number; endsAt: number },
): Promise<Crowd> {
  const everybody = await Promise.all(Array.from({ length: size * 2 }, (_, number) => signUp(service, number)));
  const [players, latecomers] = [everybody.slice(0, size), everybody.slice(size)];
  const [owner = everybody[0] as Player] = players;
  const found = async (name: string, joinDeadline: number, endDate: number): Promise<Group> => {
    const body = {
      name,
      description: null,
      joinDeadline: new Date(joinDeadline).toISOString(),
      endDate: new Date(endDate).toISOString(),
    };
    const answer = await service.ask(owner, createGroup, { body });
    if (!answer?.reply) throw new Error(`no league could be made: ${answer?.code}`);
    enter(owner, answer.reply, model);
    return answer.reply;
  };
  const now = Date.now();
  const ending = await found('Short season', Math.min(doorClosesAt, endsAt - 1), endsAt);
  const lasting = await found('Sunday league', now + yearMs / 2, now + yearMs);
  const closingDoor = await found('Closing door', doorClosesAt, now + yearMs);
  for (const league of [lasting, ending]) {
    await Promise.all(players.slice(1).map((player) => join(service, model, player, league)));
  }
  return { players, latecomers, lasting, closingDoor, ending };
}

async function signUp(service: Service, number: number): Promise<Player> {
  const firstName = names[number % names.length] ?? 'Ann';
  const email = `${firstName.toLowerCase()}.${number}@example.com`;
  const browser: Browser = { cookie: null };
  const password = 'correct horse';
  const signedUp = await service.ask(browser, register, { body: { email, password, firstName, lastName: 'Chaos' } });
  // an answer that came too late left an account behind
  const isKnown = signedUp?.code === 'email-taken';
  const answer = isKnown ? await service.ask(browser, login, { body: { email, password } }) : signedUp;
  if (!answer?.reply) throw new Error(`nobody can sign up: ${answer?.code}`);
  return Object.assign(browser, { id: answer.reply.id, email, leagues: [], written: Promise.resolve() });
}

/** Joins, or is refused for coming too late; returns whether the player is a member now. */
export async function join(service: Service, model: Model, player: Player, league: Group): Promise<boolean> {
  const answer = await service.ask(player, joinGroup, { body: { joinCode: league.joinCode } });
  // a call that was repeated because its answer got lost finds its own membership
  let isMember = answer !== null && (answer.reply !== null || answer.code === 'already-member');
  if (answer?.code === 'too-late') {
    const mine = await service.ask(player, listGroups); // or an earlier try came in time, and its answer got lost
    isMember = mine?.reply?.some(({ group }) => group.id === league.id) ?? false;
  }
  if (isMember) enter(player, league, model);
  return isMember;
}

function enter(player: Player, league: Group, model: Model): void {
  player.leagues.push(league);
  model.joined(league.id, player.id);
}
