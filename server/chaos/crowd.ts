import { login, register } from '#shared/api/auth.ts';
import { createGroup, type Group, joinGroup, listGroups, updateGroup } from '#shared/api/groups.ts';
import type { Model } from './model.ts';
import type { Browser, Service } from './service.ts';

export type Player = Browser & {
  id: string;
  email: string;
  leagues: Group[];
  /** Resolves once the journal holds every ticket acknowledged to the player. */
  written: Promise<void>;
};

export type Crowd = {
  players: Player[];
  /** Signed up, but not yet in a league. */
  latecomers: Player[];
  /** A league that lasts a year. */
  lasting: Group;
  /** A league whose join deadline passes during the round. */
  closing: Group;
  /** A league whose end date passes during the round. */
  ending: Group;
};

const names = ['Ann', 'Ben', 'Cleo', 'Dev', 'Eva', 'Finn', 'Gus', 'Hana', 'Ivo', 'June', 'Kai', 'Lou', 'Mia', 'Ned'];
const yearMs = 365 * 24 * 3_600_000;

/** Signs people up, makes leagues that last a year and joins them, through the API as a browser does. */
export async function gatherCrowd(
  service: Service,
  model: Model,
  { size, further }: { size: number; further: number },
): Promise<Crowd> {
  const everybody = await Promise.all(Array.from({ length: size * 2 }, (_, number) => signUp(service, number)));
  const [players, latecomers] = [everybody.slice(0, size), everybody.slice(size)];
  const [owner = everybody[0] as Player] = players;
  const now = Date.now();
  const dates = { joinDeadline: isoDate(now + yearMs / 2), endDate: isoDate(now + yearMs) };
  const found = async (name: string): Promise<Group> => {
    const answer = await service.ask(owner, createGroup, { body: { name, description: null, ...dates } });
    if (!answer?.reply) throw new Error(`no league could be made: ${answer?.code}`);
    enter(owner, answer.reply, model);
    return answer.reply;
  };
  const [ending, lasting, closing] = [
    await found('Short season'),
    await found('Sunday league'),
    await found('Closing door'),
  ];
  const others: Group[] = [];
  while (others.length < further) others.push(await found(`League ${others.length}`));
  for (const league of [lasting, ending, ...others]) {
    await Promise.all(players.slice(1).map((player) => join(service, model, player, league)));
  }
  return { players, latecomers, lasting, closing, ending };
}

/** Sets when one league closes its door and another one ends, as their owner. */
export async function setDates(
  service: Service,
  { players: [owner], closing, ending }: Crowd,
  { joinDeadlineAt, endsAt }: { joinDeadlineAt: number; endsAt: number },
): Promise<void> {
  const changes = [
    [closing, { joinDeadline: isoDate(joinDeadlineAt) }],
    [ending, { joinDeadline: isoDate(Math.min(joinDeadlineAt, endsAt - 1)), endDate: isoDate(endsAt) }],
  ] as const;
  for (const [{ id }, body] of changes) {
    const answer = await service.ask(owner as Player, updateGroup, { params: { id }, body });
    if (!answer?.reply) throw new Error(`the dates of a league could not be set: ${answer?.code}`);
  }
}

function isoDate(at: number): string {
  return new Date(at).toISOString();
}

async function signUp(service: Service, number: number): Promise<Player> {
  const firstName = names[number % names.length] ?? 'Ann';
  const email = `${firstName.toLowerCase()}.${number}@example.com`;
  const browser: Browser = { cookie: null };
  const password = 'correct horse';
  const signedUp = await service.ask(browser, register, { body: { email, password, firstName, lastName: 'Chaos' } });
  // an earlier try made the account, but its answer was lost
  const isKnown = signedUp?.code === 'email-taken';
  const answer = isKnown ? await service.ask(browser, login, { body: { email, password } }) : signedUp;
  if (!answer?.reply) throw new Error(`nobody can sign up: ${answer?.code}`);
  return Object.assign(browser, { id: answer.reply.id, email, leagues: [], written: Promise.resolve() });
}

/** Joins the league, or is refused after its deadline; returns whether the player is a member now. */
export async function join(service: Service, model: Model, player: Player, league: Group): Promise<boolean> {
  const answer = await service.ask(player, joinGroup, { body: { joinCode: league.joinCode } });
  // 'already-member': an earlier try joined, but its answer was lost
  let isMember = answer !== null && (answer.reply !== null || answer.code === 'already-member');
  if (answer?.code === 'too-late') {
    const mine = await service.ask(player, listGroups); // an earlier try may have joined in time, with its answer lost
    isMember = mine?.reply?.some(({ group }) => group.id === league.id) ?? false;
  }
  if (isMember) enter(player, league, model);
  return isMember;
}

function enter(player: Player, league: Group, model: Model): void {
  player.leagues.push(league);
  model.joined(league.id, player.id);
}
