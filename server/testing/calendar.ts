import ICAL from 'ical.js';
import { makeCalendarLink } from '#shared/api/calendar.ts';
import type { Player, Visitor } from './world.ts';

/** An event as another library reads it. Times are ISO 8601; a whole day is its date alone. */
type ReadEvent = {
  uid: string;
  sequence: number;
  stamp: string;
  start: string;
  end: string | null;
  status: string | null;
  title: string;
  description: string;
};

/** Makes a link for the player, and returns its path. */
export async function calendarPathOf(player: Player): Promise<string> {
  return (await player.call(makeCalendarLink)).reply.path;
}

/** Reads the calendar as a program would, which has no session. Throws unless the answer is a calendar. */
export async function readCalendar(visitor: Visitor, path: string): Promise<ReadEvent[]> {
  const response = await visitor.raw('GET', path);
  if (response.status !== 200) throw new Error(`${response.status}`);
  return eventsIn(await response.text());
}

/** The events in the text of a calendar, in its order. */
export function eventsIn(text: string): ReadEvent[] {
  const calendar = new ICAL.Component(ICAL.parse(text) as [string, unknown[], unknown[]]);
  return calendar.getAllSubcomponents('vevent').map((component) => {
    const first = (name: string) => component.getFirstPropertyValue(name);
    const timeOf = (name: string) => {
      const value = first(name);
      if (!(value instanceof ICAL.Time)) return null;
      return value.isDate ? value.toString() : value.toJSDate().toISOString();
    };
    return {
      uid: String(first('uid')),
      sequence: Number(first('sequence')),
      stamp: timeOf('dtstamp') ?? '',
      start: timeOf('dtstart') ?? '',
      end: component.hasProperty('dtend') ? timeOf('dtend') : null,
      status: first('status') === null ? null : String(first('status')),
      title: String(first('summary')),
      description: String(first('description')),
    };
  });
}
