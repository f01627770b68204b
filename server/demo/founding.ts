import type { FairPlay } from '#shared/domain/fair-play.ts';
import type { Database } from '../db/connection.ts';
import type { Chance } from '../feed/simulation/chance.ts';
import { type Member, requireMember, requireRight } from '../leagues/access.ts';
import { joinLeague } from '../leagues/joining.ts';
import { startNextSeason } from '../leagues/seasons.ts';
import { changeSettings, createLeague, renameMember } from '../leagues/service.ts';
import { newId } from '../lib/ids.ts';
import { insertUser } from '../users/store.ts';
import type { Person } from './cast.ts';
import { later, type Past } from './past.ts';

/** An account, and the made-up person behind it. */
export type Account = { userId: string; person: Person };

/** A member, the made-up person behind it, and when they joined in the played past. */
export type Seated = { member: Member; person: Person; joinedAt: Date };

/** A league whose owner is its first member. */
export type Founded = { leagueId: string; fairPlay: FairPlay; foundedAt: Date; seats: Seated[] };

type Founding = {
  name: string;
  description: string;
  announcement: string | null;
  endDate: Date;
  fairPlay: FairPlay;
  /** The owner in the final league whose next season this is; null for a first season. */
  previous: Member | null;
  owner: Account;
  /** They join one after the other, at random times. */
  joining: readonly Account[];
  /** In milliseconds. */
  joiningMs: number;
};

/** Makes a league at the time of the past, which moves on while members join. */
export async function foundLeague(past: Past, founding: Founding, chance: Chance): Promise<Founded> {
  const { name, description, announcement, endDate, fairPlay, previous, owner, joining, joiningMs } = founding;
  const { database, now: foundedAt } = past;
  const settings = {
    name,
    description,
    joinDeadline: later(foundedAt, joiningMs),
    endDate,
    allowedSports: 'ALL',
    reveal: 'started',
    approvesJoins: false,
    remarks: true,
    fairPlay,
  } as const;
  const { id: leagueId, joinCode } = previous
    ? (await startNextSeason(database, previous, settings)).season
    : await createLeague(database, owner.userId, settings);
  const seatOf = async ({ userId, person }: Account): Promise<Seated> => {
    const member = await requireMember(database.db, userId, leagueId);
    if (person.displayName) await renameMember(database, member, person.displayName);
    return { member, person, joinedAt: past.now };
  };
  const seats = [await seatOf(owner)];
  for (const account of joining) {
    past.now = later(foundedAt, chance.between(0, joiningMs));
    await joinLeague(database, account.userId, joinCode);
    seats.push(await seatOf(account));
  }
  if (announcement !== null)
    await changeSettings(database, await requireRight(database.db, owner.userId, leagueId, 'edit'), { announcement });
  return { leagueId, fairPlay, foundedAt, seats };
}

export async function newAccount({ db }: Database, person: Person, passwordHash: string): Promise<Account> {
  const { firstName, lastName } = person;
  const id = newId();
  // Nobody gets mail at .invalid (RFC 2606).
  const email = `${firstName.toLowerCase()}.${id}@demo.invalid`;
  const user = await insertUser(db, { id, email, passwordHash, firstName, lastName });
  if (!user) throw new Error('an address of a new id was taken');
  return { userId: user.id, person };
}
