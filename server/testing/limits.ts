import { sql } from 'drizzle-orm';
import { pino } from 'pino';
import { login } from '#shared/api/auth.ts';
import { type Player, testWorld, type World } from './world.ts';

/** A world with the limits of production. `write` gets each line of its log. */
export async function strictWorld(settings: Record<string, string>, write: (line: string) => void): Promise<World> {
  return testWorld({ RATE_LIMIT_SCALE: '1', ...settings }, pino({ level: 'info' }, { write }));
}

/** The number of answers with each status. */
export function tally(answers: { status: number }[]): Record<number, number> {
  const counts: Record<number, number> = {};
  for (const { status } of answers) counts[status] = (counts[status] ?? 0) + 1;
  return counts;
}

/** Calls one after another. */
export async function repeat<T>(times: number, call: (at: number) => Promise<T>): Promise<T[]> {
  const answers: T[] = [];
  for (let at = 0; at < times; at += 1) answers.push(await call(at));
  return answers;
}

export const signInAt = (world: World, email: string, password = 'wrong horse', headers: Record<string, string> = {}) =>
  world.visitor().call(login, { body: { email, password }, headers });

/** `count` people with one network address. Their sign-ups do not count towards its limits. */
export async function signUpNeighbours(world: World, count: number): Promise<Player[]> {
  const people = await repeat(count, async (at) => {
    if (at % 20 === 0) await world.database.db.execute(sql`delete from rate_limits`);
    return world.signUp();
  });
  await world.database.db.execute(sql`delete from rate_limits`);
  return people;
}
