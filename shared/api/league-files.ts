import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { uuid } from './values.ts';

function leagueFile(path: string) {
  return endpoint({
    method: 'GET',
    path,
    access: 'manager',
    params: () => z.object({ id: uuid() }),
    reply: () => z.string().describe('text/csv, in UTF-8 with a byte order mark'),
    refuses: ['429 `too-many`: twenty files in an hour'],
  });
}

/** The settled tickets of a league, of all its members, as a file of CSV (RFC 4180). Open ones are not in it. */
export const leagueTicketsFile = leagueFile('/api/groups/:id/tickets.csv');

/** The standings of a league as a file of CSV (RFC 4180). */
export const leagueStandingsFile = leagueFile('/api/groups/:id/standings.csv');
