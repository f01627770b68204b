import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { newLeague, nextSeason } from './groups.ts';
import { uuid } from './values.ts';

/**
 * Starts the next season of a final league: a new league, which the caller owns, and to which the present members of the
 * final one are invited. A league has one next season: once it is started, every further call answers with it and
 * ignores the body. Source: docs/decisions/seasons.md.
 */
export const playAgain = endpoint({
  method: 'POST',
  path: '/api/groups/:id/next',
  access: 'member',
  params: () => z.object({ id: uuid() }),
  body: newLeague,
  reply: nextSeason,
  status: 201,
  refuses: [
    '403 `too-early`: until 14 days after the end only the owner may start the next season',
    '403 `removed`: the next season is started, and the caller was removed from it',
    '409 `not-final`: the standings of this league are not final yet',
    '409 `too-many-leagues`: the caller owns 50 leagues, or is in 200',
  ],
});
