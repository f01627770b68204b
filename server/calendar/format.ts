import ical, {
  ICalCalendarMethod,
  ICalEvent,
  ICalEventBusyStatus,
  ICalEventStatus,
  ICalEventTransparency,
} from 'ical-generator';
import type { CalendarEvent } from './events.ts';

/** Chosen: how often a calendar should ask for changes. Most ask less often, whatever this says. */
const refreshSeconds = 3_600;

const statuses = {
  confirmed: ICalEventStatus.CONFIRMED,
  tentative: ICalEventStatus.TENTATIVE,
  cancelled: ICalEventStatus.CANCELLED,
};

/**
 * The events in the format of calendars (RFC 5545), with all times in UTC. `now` is when the text is made: the method
 * PUBLISH gives DTSTAMP that meaning.
 */
export function calendarText(events: readonly CalendarEvent[], now: Date): string {
  const calendar = ical({
    name: 'Ching',
    prodId: { company: 'Ching', product: 'Calendar' },
    method: ICalCalendarMethod.PUBLISH,
    ttl: refreshSeconds,
  });
  const end = 'END:VCALENDAR';
  const head = calendar.toString().slice(0, -end.length);
  const written = events.map((event) => folded(vevent(event, calendar, now)));
  return `${head}${written.join('')}${end}\r\n`;
}

function vevent(event: CalendarEvent, calendar: ReturnType<typeof ical>, now: Date): string {
  const { uid, sequence, start, end, isWholeDay, status, title, lines, url } = event;
  return new ICalEvent(
    {
      id: uid,
      sequence,
      stamp: now,
      start,
      end,
      allDay: isWholeDay,
      status: statuses[status],
      summary: title,
      description: lines.join('\n'),
      url,
      // A bet is no appointment: it leaves its member free.
      transparency: ICalEventTransparency.TRANSPARENT,
      busystatus: ICalEventBusyStatus.FREE,
    },
    calendar,
  ).toString();
}

/** RFC 5545 §3.1: the octets of a line without its break. */
const longestLine = 75;

/**
 * Folds lines that are too long. The library can fold, and makes an encoder for each character: 2.6 ms for each event,
 * which would block the process for a second for a calendar of 500. This takes 0.02 ms.
 */
function folded(text: string): string {
  return text
    .split('\r\n')
    .map((line) => (Buffer.byteLength(line) <= longestLine ? line : foldedLine(line)))
    .join('\r\n');
}

function foldedLine(line: string): string {
  let result = '';
  let bytes = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > longestLine) {
      result += '\r\n ';
      bytes = 1; // the space
    }
    result += character;
    bytes += size;
  }
  return result;
}
