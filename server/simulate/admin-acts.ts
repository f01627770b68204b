import { manualOddsByGames, weekManualOdds } from '#shared/api/admin.ts';
import { feedsHealth, rawEvent } from '#shared/api/admin-feeds.ts';
import { findAdminGames, waitingGames } from '#shared/api/admin-games.ts';
import type { Endpoint } from '#shared/api/endpoint.ts';
import {
  auditLog,
  failedDeliveries,
  failedMail,
  grantAdminRight,
  listAdmins,
  revokeAdminRight,
  searchPeople,
  tryMailAgain,
} from '#shared/api/oversight.ts';
import { signedIn } from './draw.ts';
import { type Answer, asText, BrokenLaw, moneyIn, type Person, type Season } from './season.ts';

/** Makes an admin of somebody, as `npm run admin` does. */
async function grantByCommand({ site, step }: Season, person: Person): Promise<void> {
  const { email } = person;
  for (;;) {
    const grant = () => site.grantAdmin(email).catch(() => null);
    const { result, wasCut } = await step(`the operator makes an admin of ${email}`, grant);
    person.isAdmin = result !== null;
    if (!wasCut) return;
  }
}

/** Admins, and those of whom nobody knows, as an answer was lost. */
const adminsOf = ({ people }: Season) => people.filter(({ id, isAdmin }) => id !== null && isAdmin !== false);

/** Mostly an admin, else somebody who tries what only admins may; null without admins. */
export function anAdmin(season: Season): Person | null {
  const admins = adminsOf(season);
  if (admins.length === 0) return null;
  return (season.chance.is(0.8) ? null : signedIn(season)) ?? season.chance.pick(admins);
}

/** An admin opens pages of those who run the site, or gives and takes the right; others try to. */
export async function oversee(season: Season): Promise<void> {
  const { chance, people, leagues, feed } = season;
  const person = anAdmin(season);
  if (!person) {
    const drawn = signedIn(season);
    return drawn ? grantByCommand(season, drawn) : undefined;
  }
  const other = chance.pick(people.filter(({ id }) => id !== null));
  const open = <E extends Endpoint>(...asked: [endpoint: E, sent?: Parameters<typeof season.ask<E>>[2]]) =>
    openAsAdmin(season, person, ...asked);
  const pages: (() => Promise<unknown>)[] = [
    async () => {
      const { reply } = await open(feedsHealth);
      const [id] =
        reply?.feeds.flatMap(({ quarantinedEvents }) => quarantinedEvents.flatMap(({ id }) => id ?? [])) ?? [];
      if (id !== undefined) await open(rawEvent, { params: { id } });
    },
    () => open(waitingGames),
    () => open(findAdminGames, { params: chance.is(0.5) ? {} : { words: chance.pick(['Team', 'NBA', 'a']) } }),
    () => open(listAdmins),
    () => open(searchPeople, { body: { query: other.email } }),
    () => open(searchPeople, { body: { query: leagues.length > 0 ? chance.pick(leagues).id : (other.id ?? '') } }),
    async () => {
      const { reply } = await open(failedMail, { params: {} });
      const ids = reply?.letters.map(({ id }) => id) ?? [];
      if (ids.length > 0) await open(tryMailAgain, { body: { ids } });
    },
    () => open(failedDeliveries),
    () => open(auditLog, { params: {} }),
    () => open(weekManualOdds, { params: { week: '1', season: '2026' } }),
    () => open(manualOddsByGames, { body: { gameIds: feed.fixtures.slice(-3).map(({ id }) => id) } }),
    () => grant(season, person, other),
    () => revoke(season, person, chance.pick(adminsOf(season))),
  ];
  await chance.pick(pages)();
}

/** The same as `askAsAdmin`, for a request that moves no money. */
export async function openAsAdmin<E extends Endpoint>(...asked: Parameters<typeof askAsAdmin<E>>): Promise<Answer<E>> {
  const answer = await askAsAdmin(...asked);
  const [, { email }, { method, path }] = asked;
  const money = moneyIn(answer.entries);
  if (money.length > 0) throw new BrokenLaw(`${email} at ${method} ${path} wrote ${asText(money)}`);
  return answer;
}

/** Sends a request for admins; others are refused. */
export async function askAsAdmin<E extends Endpoint>(
  season: Season,
  person: Person,
  endpoint: E,
  sent: Parameters<typeof season.ask<E>>[2] = {},
): Promise<Answer<E>> {
  const answer = await season.ask(person, endpoint, sent);
  const { status, text } = answer;
  const who = `${person.email} at ${endpoint.method} ${endpoint.path}`;
  if (status < 400 && person.isAdmin === false) throw new BrokenLaw(`${who} is no admin, and is answered: ${text}`);
  if (status === 403 && person.isAdmin === true) throw new BrokenLaw(`${who} is an admin, and is refused: ${text}`);
  if (status < 400) person.isAdmin = true;
  if (status === 403) person.isAdmin = false;
  return answer;
}

async function grant(season: Season, person: Person, other: Person): Promise<void> {
  const { reply, wasCut } = await openAsAdmin(season, person, grantAdminRight, { body: { who: other.email } });
  if (reply) other.isAdmin = true;
  else if (wasCut) other.isAdmin = null;
}

/** Takes the right of another admin, or of their own. */
async function revoke(season: Season, person: Person, other: Person): Promise<void> {
  const body = { id: other.id ?? '', isOwnMeant: true };
  const { reply, wasCut } = await openAsAdmin(season, person, revokeAdminRight, { body });
  if (reply) other.isAdmin = false;
  else if (wasCut) other.isAdmin = null;
}
