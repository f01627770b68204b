import type { BodyInput } from '#shared/api/endpoint.ts';
import {
  createGroup,
  deleteGroup,
  type Group,
  joinGroup,
  regenerateCode,
  removeMember,
  rescue,
  setDisplayName,
  updateGroup,
} from '#shared/api/groups.ts';
import { approveRequest, askToJoin, declineRequest, listJoinRequests } from '#shared/api/join-requests.ts';
import { acceptOffer, endOffer, nameManager, offerLeague, unnameManager } from '#shared/api/league-roles.ts';
import { playAgain } from '#shared/api/seasons.ts';
import { presets } from '#shared/domain/fair-play.ts';
import { memberOf, nameOf, ownerOf, signedIn } from './draw.ts';
import type { League, Person, Season } from './season.ts';

const day = 24 * 3_600_000;

/** Makes a league that runs for a week at least, and for as long as the season at most. */
export async function found(season: Season, weeks: number): Promise<void> {
  const owner = signedIn(season);
  if (!owner) return;
  const { reply } = await season.ask(owner, createGroup, { body: drawLeague(season, weeks) });
  if (reply) enter(owner, add(season, owner, reply));
}

function drawLeague({ chance, clock, leagues }: Season, weeks: number): BodyInput<typeof createGroup> {
  const days = chance.between(7, weeks * 7);
  const endDate = clock.ms() + days * day + chance.below(24 * 60) * 60_000;
  const rescue = chance.pick([null, '250']);
  const fairPlay = chance.is(0.3) ? { ...presets.fairPlay, rescue: '250' } : { ...presets.classic, rescue };
  return {
    name: `League ${leagues.length}`,
    description: chance.is(0.2) ? 'Of old friends' : null,
    joinDeadline: new Date(clock.ms() + chance.between(3, days) * day).toISOString(),
    endDate: new Date(endDate).toISOString(),
    allowedSports: chance.is(0.85) ? 'ALL' : chance.pick(['NFL', 'Soccer', 'NBA']),
    reveal: chance.pick(['settled', 'started']),
    remarks: chance.is(0.9),
    fairPlay,
    approvesJoins: chance.is(0.15),
  };
}

type Shown = Pick<Group, 'id' | 'joinCode' | 'approvesJoins' | 'allowedSports'> & { endDate: string | null };

function add({ leagues, clock }: Season, owner: Person, shown: Shown): League {
  const { id, joinCode, endDate, approvesJoins, allowedSports } = shown;
  const endsAt = endDate === null ? clock.ms() + 365 * day : Date.parse(endDate);
  const league = {
    id,
    code: joinCode,
    owner,
    members: new Set<Person>(),
    endsAt,
    approves: approvesJoins,
    allowedSports,
  };
  leagues.push(league);
  return league;
}

function enter(person: Person, league: League): void {
  person.leagues.add(league);
  league.members.add(person);
}

function leave(person: Person, league: League): void {
  person.leagues.delete(league);
  league.members.delete(person);
}

/** Somebody joins a league by its code, or asks to be let in. */
export async function join(season: Season): Promise<void> {
  const { chance, leagues } = season;
  const person = signedIn(season);
  if (!person || leagues.length === 0) return;
  const league = chance.pick(leagues);
  const body = { joinCode: chance.is(0.98) ? league.code : 'ZZZZZZ' };
  if (league.approves) {
    await season.ask(person, askToJoin, { body });
    return;
  }
  const { status, code } = await season.ask(person, joinGroup, { body });
  if (status === 200 || code === 'already-member') enter(person, league);
}

/** An owner answers a request to join. */
export async function answerRequests(season: Season): Promise<void> {
  const drawn = ownerOf(season);
  if (!drawn?.league.approves) return;
  const { person: owner, league } = drawn;
  const { reply } = await season.ask(owner, listJoinRequests, { params: { id: league.id } });
  for (const { userId } of reply ?? []) {
    const params = { id: league.id, userId };
    const endpoint = season.chance.is(0.8) ? approveRequest : declineRequest;
    const { status } = await season.ask(owner, endpoint, { params });
    const person = season.people.find(({ id }) => id === userId);
    if (status === 200 && endpoint === approveRequest && person) enter(person, league);
  }
}

/** An owner changes something of a league. */
export async function manage(season: Season): Promise<void> {
  const drawn = ownerOf(season);
  if (!drawn) return;
  const { chance, clock } = season;
  const { person, league } = drawn;
  const params = { id: league.id };
  const other = chance.pick([...league.members]);
  const ofOther = { ...params, userId: other.id ?? '' };
  const update = async (body: BodyInput<typeof updateGroup>) => {
    const { reply } = await season.ask(person, updateGroup, { params, body });
    if (reply?.endDate) league.endsAt = Date.parse(reply.endDate);
    if (reply) league.approves = reply.approvesJoins;
  };
  const acts: (() => Promise<unknown>)[] = [
    () => update({ announcement: chance.pick(['Good luck', 'Last week', null]) }),
    () => update({ reveal: chance.pick(['settled', 'started']) }),
    () => update({ remarks: chance.is(0.5), approvesJoins: chance.is(0.2) }),
    () => update({ fairPlay: { ...presets.classic, rescue: null } }),
    () => update({ endDate: new Date(clock.ms() + chance.between(2, 20) * day).toISOString() }),
    async () => {
      const { reply } = await season.ask(person, regenerateCode, { params });
      if (reply) league.code = reply.joinCode;
    },
    () => season.ask(person, nameManager, { params: ofOther }),
    () => season.ask(person, unnameManager, { params: ofOther }),
    async () => {
      const { status } = await season.ask(person, removeMember, { params: ofOther });
      if (status === 200) leave(other, league);
    },
    () => transfer(season, league, other),
  ];
  await chance.pick(acts)();
}

async function transfer(season: Season, league: League, to: Person): Promise<void> {
  const params = { id: league.id };
  await season.ask(league.owner, offerLeague, { params, body: { userId: to.id ?? '' } });
  if (season.chance.is(0.3)) await season.ask(league.owner, endOffer, { params });
  const { status } = await season.ask(to, acceptOffer, { params });
  if (status === 200) league.owner = to;
}

/** An owner deletes a whole league. */
export async function deleteLeague(season: Season): Promise<void> {
  const drawn = ownerOf(season);
  if (!drawn) return;
  const { person, league } = drawn;
  const { status, wasCut } = await season.ask(person, deleteGroup, { params: { id: league.id } });
  if (status !== 200 && !wasCut) return;
  for (const member of [...league.members]) leave(member, league);
  season.leagues.splice(season.leagues.indexOf(league), 1);
}

/** A member changes the own display name in a league, or asks for a rescue. */
export async function ownInLeague(season: Season): Promise<void> {
  const drawn = memberOf(season);
  if (!drawn) return;
  const params = { id: drawn.league.id };
  if (season.chance.is(0.5)) await season.ask(drawn.person, rescue, { params });
  else
    await season.ask(drawn.person, setDisplayName, { params, body: { displayName: nameOf(season.chance.below(14)) } });
}

/** A member of a league that is over starts the next season of it, or joins that. */
export async function nextSeason(season: Season, weeks: number): Promise<void> {
  const { chance, clock, leagues } = season;
  const over = leagues.filter(({ endsAt, members }) => endsAt < clock.ms() && members.size > 0);
  if (over.length === 0) return;
  const league = chance.pick(over);
  const person = chance.is(0.7) ? league.owner : chance.pick([...league.members]);
  const { name, joinDeadline, endDate } = drawLeague(season, weeks);
  const body = { name, description: null, joinDeadline, endDate };
  const { reply, status } = await season.ask(person, playAgain, { params: { id: league.id }, body });
  if (!reply) return;
  const known = leagues.find(({ id }) => id === reply.id);
  const { id, joinCode } = reply;
  const { allowedSports } = league;
  const next = known ?? add(season, person, { id, joinCode, endDate, approvesJoins: false, allowedSports });
  if (status === 201 || reply.isMember) enter(person, next);
}
