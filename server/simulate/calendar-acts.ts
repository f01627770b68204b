import { z } from 'zod';
import { calendarLink, makeCalendarLink, removeCalendarLink } from '#shared/api/calendar.ts';
import { endpoint } from '#shared/api/endpoint.ts';
import { signedIn } from './draw.ts';
import { BrokenLaw, type Person, type Season } from './season.ts';

/** Somebody makes a link to their calendar, which ends the one before, or removes it. */
export async function changeCalendar(season: Season): Promise<void> {
  const { chance } = season;
  const person = signedIn(season);
  if (!person) return;
  if (chance.is(0.2)) await season.ask(person, calendarLink);
  const endpoint = person.calendar !== null && chance.is(0.2) ? removeCalendarLink : makeCalendarLink;
  const { reply, wasCut } = await season.ask(person, endpoint as typeof makeCalendarLink);
  if (reply) endCalendar(person);
  else if (wasCut) person.calendar = null; // it may have ended
  if (reply && endpoint === makeCalendarLink) person.calendar = reply.path;
}

/** Notes that the link of a person has ended. */
export function endCalendar(person: Person): void {
  if (person.calendar !== null) person.endedCalendars.push(person.calendar);
  person.calendar = null;
}

/** A program without a session reads a calendar by its link: it has bets of its owner alone; ended links find nothing. */
export async function readCalendar(season: Season): Promise<void> {
  const { chance, people, books } = season;
  const links = people.flatMap((owner) =>
    [...(owner.calendar === null ? [] : [owner.calendar]), ...owner.endedCalendars].map((path) => ({ owner, path })),
  );
  const present = links.filter(({ owner, path }) => owner.calendar === path);
  const among = present.length > 0 && chance.is(0.7) ? present : links;
  if (among.length === 0) return;
  const { owner, path } = chance.pick(among);
  const program = { ...owner, cookies: new Map<string, string>() };
  const { status, text, wasCut } = await season.ask(program, calendarAt(path));
  if (wasCut && status >= 500) return;
  const expected = owner.calendar === path ? 200 : 404;
  if (status !== expected) throw new BrokenLaw(`the calendar ${path} of ${owner.email} answers ${status}: ${text}`);
  const others = books.bettorsIn(text).filter((userId) => userId !== owner.id);
  if (others.length > 0) throw new BrokenLaw(`the calendar of ${owner.id} has bets of ${others.join()}: ${text}`);
}

/** The calendar at a path, which is no call of the API. */
function calendarAt(path: string) {
  return endpoint({ method: 'GET', path, access: 'all', reply: () => z.string() });
}
